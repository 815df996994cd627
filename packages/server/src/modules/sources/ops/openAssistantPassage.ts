import { openAssistantPassage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { findUsableAssistant } from "../../assistants/service.ts";
import { findFilesOfAssistant, listContentKeys, loadDocumentContent, type ReadableFile } from "../../files/service.ts";
import { joinChunks } from "../../retrieval/service.ts";
import { findPassage, openCitation, type PassageCitation } from "../citations/passageCitation.ts";
import { getQuote } from "../passages/getQuote.ts";
import { groupPassages } from "../passages/groupPassages.ts";

/**
 * Opens a passage for the person to whom it was cited, while that person may use the assistant and its owner has the
 * file. What the client has stored proves nothing but that this server has cited the passage.
 */
export const openAssistantPassageHandler = implement(openAssistantPassage, async (ctx, input) => {
  const citation = openCitation(ctx, input.citation);
  if (citation?.principal !== ctx.actor.principal.id) throw createNotFoundError();
  const assistant = await findUsableAssistant(ctx, ctx.actor, citation.assistant);
  const [file] = await findFilesOfAssistant(ctx, assistant, [citation.file]);
  const passage = file?.state === "ready" ? await loadPassage(ctx, file, citation.passage) : null;
  if (!file || !passage) throw createNotFoundError();
  return { name: file.name, ...passage };
});

async function loadPassage(ctx: Context, file: ReadableFile, reference: PassageCitation["passage"]) {
  if (file.documentId === null || file.contentKey === null) return null;
  if ("chunks" in reference) {
    const found = await joinChunks(ctx, file.documentId, reference.chunks);
    return found && { ...getQuote({ ...found, chunkIds: reference.chunks.map(String) }), locations: found.locations };
  }
  // The passage may be one of a text that a newer one has replaced.
  for (const contentKey of await listContentKeys(ctx.db, file.documentId)) {
    const { content } = await loadDocumentContent(ctx, contentKey, file.extractor);
    const found = findPassage(groupPassages(content), reference);
    if (found) return { ...getQuote(found), locations: found.locations };
  }
  return null;
}

const createNotFoundError = () =>
  new AppError("notFound", {
    userMessage:
      "This passage can’t be opened. Its document may have changed, or the passage was shown to someone else.",
  });
