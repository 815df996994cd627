import { limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { fileMessages } from "../fileMessages.ts";
import { type Attachment, maxTokensOf } from "./attachment.ts";
import type { DocumentRules } from "./draftDocumentTypes.ts";

export interface AttachmentProblem {
  kind: "failed" | "notReady" | "tooMany" | "imagesNotSeen" | "tooLong";
  /** What the person reads. */
  text: string;
}

/** Returns why a text cannot be sent with these documents, or null if it can. */
export function checkAttachments(
  text: string,
  attachments: readonly Attachment[],
  options: DocumentRules,
): AttachmentProblem | null {
  const failedAttachments = attachments.filter(({ state }) => state === "failed");
  if (failedAttachments.length > 0) return { kind: "failed", text: formatFailed(failedAttachments) };
  if (attachments.some(({ progress }) => progress < 100))
    return { kind: "notReady", text: fileMessages.stillUploading() };
  if (attachments.length > limits.dataSourcesPerMessage) return { kind: "tooMany", text: formatTooMany() };
  if (!options.acceptsImages && attachments.some(({ isImage }) => isImage))
    return { kind: "imagesNotSeen", text: fileMessages.imagesNotSeen() };
  const tokenProblem = checkTokenLimit(text, attachments, options);
  return tokenProblem === null ? null : { kind: "tooLong", text: tokenProblem };
}

const formatTooMany = () =>
  plural(limits.dataSourcesPerMessage, {
    one: "A message can have at most # document. Remove some, or give them a tag and attach the tag.",
    other: "A message can have at most # documents. Remove some, or give them a tag and attach the tag.",
  });

/** Each failed document says itself why it failed. */
function formatFailed(failedAttachments: readonly Attachment[]): string {
  const name = failedAttachments[0]?.name ?? "";
  return plural(failedAttachments.length, {
    one: `Your message wasn’t sent because “${name}” can’t be used.`,
    other: "Your message wasn’t sent because # of its documents can’t be used.",
  });
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
  const limit = formatNumber(windowTokens, { useGrouping: false });
  const count = formatNumber(tokens, { useGrouping: false });
  return t`Message limit is ${limit} tokens. Your prompt and the attached documents have about ${count} tokens. Please remove attachments or choose smaller excerpts.`;
}
