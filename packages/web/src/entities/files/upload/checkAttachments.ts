import { fileTexts, limits } from "@lectern/contract";
import { type Attachment, maxTokensOf } from "./attachment.ts";
import type { DocumentRules } from "./draftDocumentTypes.ts";

/** Returns why a text cannot be sent with these documents, or null if it can. */
export function checkAttachments(
  text: string,
  attachments: readonly Attachment[],
  options: DocumentRules,
): string | null {
  if (attachments.some(({ progress }) => progress < 100)) return fileTexts.stillUploading;
  if (attachments.length > limits.dataSourcesPerMessage) return tooManyText;
  if (!options.acceptsImages && attachments.some(({ isImage }) => isImage)) return fileTexts.imagesNotSeen;
  return checkTokenLimit(text, attachments, options);
}

const tooManyText = `A message can have at most ${limits.dataSourcesPerMessage} documents. Please remove some, or tag them and attach the tag.`;

/** Returns a sentence that names the failed documents with their reasons and says what to do; null if none failed. */
export function describeFailures(attachments: readonly Attachment[]): string | null {
  const failedAttachments = attachments.filter(({ state }) => state === "failed");
  if (failedAttachments.length === 0) return null;
  const failureTexts = failedAttachments
    .slice(0, maxNamedFailures)
    .map(({ name, reason }) => toSentence(`${name} failed: ${reason ?? "upload failed"}`));
  if (failedAttachments.length > maxNamedFailures)
    failureTexts.push(`${failedAttachments.length - maxNamedFailures} more failed.`);
  return `${failureTexts.join(" ")} Remove ${failedAttachments.length === 1 ? "it" : "them"} or try again.`;
}

const maxNamedFailures = 3;

function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A rough estimate; the server counts exactly. */
const charactersPerToken = 4;

/**
 * Checks the size of the documents that must fit into the window because they cannot be searched: images, or all
 * documents if search is not available.
 */
function checkTokenLimit(
  text: string,
  attachments: readonly Attachment[],
  { windowTokens, canSearch }: Pick<DocumentRules, "windowTokens" | "canSearch">,
): string | null {
  if (windowTokens === null) return null;
  const unsearchableAttachments = attachments.filter(({ isImage }) => isImage || !canSearch);
  const documentTokens = unsearchableAttachments.reduce(
    (sum, { source }) => sum + ((source && maxTokensOf(source)) ?? 0),
    0,
  );
  const totalTokens = documentTokens + Math.ceil(text.length / charactersPerToken);
  return documentTokens > 0 && totalTokens > windowTokens ? formatDocumentsLimit(windowTokens, totalTokens) : null;
}

/** Returns the message that is shown if the prompt and its documents exceed the model's window. */
export function formatDocumentsLimit(windowTokens: number, tokens: number): string {
  return `Message limit is ${windowTokens} tokens. Your prompt and the attached documents have about ${tokens} tokens. Please remove attachments or choose smaller excerpts.`;
}
