import { randomUUID } from "node:crypto";
import type { ConvertFormat, convertConversations, OpInput } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { collectDocumentSections } from "./collectDocumentSections.ts";
import { createConversionUrl } from "./conversionUrl.ts";
import { type ExportTemplate, listTemplates } from "./exportTemplates.ts";
import { enqueueConversion } from "./registerExportJobs.ts";
import { deleteConversion, insertConversion } from "./repository.ts";
import { type StoredRequest, writeStoredRequest } from "./storedRequest.ts";

/** Maximum number of unfinished conversions of one person. */
const maxUnfinishedConversions = 5;
const maxNameLength = 120;

/**
 * Stores a conversion request and enqueues its job. Returns the signed URL at which the document will be available.
 * Throws `unavailable` if the server cannot convert documents, `invalidInput`, `tooLarge` and `rateLimited`.
 */
export async function requestConversion(
  ctx: Context,
  input: OpInput<typeof convertConversations>,
): Promise<{ url: string }> {
  const { actor, converter, db, blobs, clock } = ctx;
  if (converter.unavailable !== null) throw new AppError("unavailable", { userMessage: converter.unavailable });
  const sections = collectDocumentSections(input);
  const template = await resolveTemplate(ctx, input);
  const title = getTitle(input);
  const id = randomUUID();
  const inputKey = `conversions/${id}/request.json`;
  const row = {
    id,
    owner_id: getOwnerId(actor),
    format: input.format,
    template: template.source.kind === "builtIn" ? null : template.name,
    file_name: toFileName(title, input.format),
    input_key: inputKey,
  };
  if (!(await insertConversion(db, row, clock.now(), maxUnfinishedConversions))) {
    throw new AppError("rateLimited", {
      userMessage: `${maxUnfinishedConversions} of your documents are still being created. Please wait until one is ready.`,
      headers: { "retry-after": "10" },
    });
  }
  const storedRequest: StoredRequest = { title, pieces: sections };
  try {
    await writeStoredRequest(blobs, inputKey, storedRequest);
    await enqueueConversion(ctx, id);
  } catch (error) {
    await deleteConversion(db, id);
    await blobs.remove([inputKey]);
    throw error;
  }
  return { url: createConversionUrl(ctx, { ownerId: getOwnerId(actor), id }) };
}

async function resolveTemplate(
  ctx: Context,
  { format, templateName }: OpInput<typeof convertConversations>,
): Promise<ExportTemplate> {
  const candidates = (await listTemplates(ctx, ctx.actor)).filter((template) => template.format === format);
  const template = templateName ? candidates.find(({ name }) => name === templateName) : candidates[0];
  if (template) return template;
  throw new AppError("invalidInput", { userMessage: "This template doesn’t exist. Choose another one." });
}

function getTitle({ content }: OpInput<typeof convertConversations>): string {
  const [firstConversation, ...otherConversations] = content.history;
  return firstConversation && otherConversations.length === 0 && firstConversation.name.trim() !== ""
    ? firstConversation.name.trim()
    : "Conversations";
}

/** Converts a title to a file name without characters that an operating system forbids. */
function toFileName(title: string, format: ConvertFormat): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed();
  return `${name.replace(/[. ]+$/, "") || "Conversations"}.${format}`;
}
