import { randomUUID } from "node:crypto";
import type { ConvertFormat, convertConversations, OpInput } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import { signConversionAddress } from "./conversionAddress.ts";
import { type ExportTemplate, listTemplates } from "./exportTemplates.ts";
import { fittingPieces } from "./fittingPieces.ts";
import { sendConversion } from "./registerExportJobs.ts";
import { deleteConversion, insertConversion } from "./repository.ts";
import { type StoredRequest, writeRequest } from "./storedRequest.ts";

/** Of one person, that are not done yet. */
const mostUnfinished = 5;
const longestName = 120;

/**
 * Keeps what is to become a document and has it made in the background. Gives the address where it will be. Throws `unavailable` where none
 * can be made, `invalidInput`, `tooLarge` and `rateLimited`.
 */
export async function requestConversion(
  ctx: Context,
  input: OpInput<typeof convertConversations>,
): Promise<{ url: string }> {
  const { actor, converter, db, blobs, clock } = ctx;
  if (converter.unavailable !== null) throw new AppError("unavailable", { userMessage: converter.unavailable });
  const pieces = fittingPieces(input);
  const template = await chooseTemplate(ctx, input);
  const title = titleOf(input);
  const id = randomUUID();
  const inputKey = `conversions/${id}/request.json`;
  const row = {
    id,
    owner_id: actor.userId,
    format: input.format,
    template: template.path === null ? null : template.name,
    file_name: fileNameOf(title, input.format),
    input_key: inputKey,
  };
  if (!(await insertConversion(db, row, clock.now(), mostUnfinished))) {
    throw new AppError("rateLimited", {
      userMessage: `${mostUnfinished} of your documents are still being made. Please wait until one is ready.`,
      headers: { "retry-after": "10" },
    });
  }
  const stored: StoredRequest = { title, pieces };
  try {
    await writeRequest(blobs, inputKey, stored);
    await sendConversion(ctx, id);
  } catch (error) {
    await deleteConversion(db, id);
    await blobs.remove([inputKey]);
    throw error;
  }
  return { url: signConversionAddress(ctx, { ownerId: actor.userId, id }) };
}

async function chooseTemplate(
  ctx: Context,
  { format, templateName }: OpInput<typeof convertConversations>,
): Promise<ExportTemplate> {
  const fitting = (await listTemplates(ctx)).filter((template) => template.format === format);
  const chosen = templateName ? fitting.find(({ name }) => name === templateName) : fitting[0];
  if (chosen) return chosen;
  throw new AppError("invalidInput", { userMessage: "There is no such template (any more). Choose another one." });
}

function titleOf({ content }: OpInput<typeof convertConversations>): string {
  const [first, ...others] = content.history;
  return first && others.length === 0 && first.name.trim() !== "" ? first.name.trim() : "Conversations";
}

/** As every system takes it. */
function fileNameOf(title: string, format: ConvertFormat): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, longestName)
    .toWellFormed();
  return `${name.replace(/[. ]+$/, "") || "Conversations"}.${format}`;
}
