import { fileTexts, limits } from "@lectern/contract";
import { type Attachment, tokensOf } from "./attachment.ts";
import type { DocumentRules } from "./draftDocuments.ts";

/** Why a text cannot be sent with these documents, word for word; null: it can. */
export function refuseSending(text: string, attachments: readonly Attachment[], options: DocumentRules): string | null {
  if (attachments.some(({ progress }) => progress < 100)) return fileTexts.stillUploading;
  if (attachments.length > limits.dataSourcesPerMessage) return tooManyText;
  if (!options.acceptsImages && attachments.some(({ isImage }) => isImage)) return fileTexts.imagesNotSeen;
  return refuseLength(text, attachments, options);
}

const tooManyText = `A message can have at most ${limits.dataSourcesPerMessage} documents. Please remove some, or give them a tag and attach that.`;

/** Which of the documents have failed, why, and what can be done; null: none has. */
export function failedReason(attachments: readonly Attachment[]): string | null {
  const failed = attachments.filter(({ state }) => state === "failed");
  if (failed.length === 0) return null;
  const named = failed
    .slice(0, longestList)
    .map(({ name, reason }) => sentence(`${name} failed: ${reason ?? "upload failed"}`));
  if (failed.length > longestList) named.push(`${failed.length - longestList} more failed.`);
  return `${named.join(" ")} Remove ${failed.length === 1 ? "it" : "them"} or try again.`;
}

const longestList = 3;

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** As a rule of thumb; the server counts. */
const charactersPerToken = 4;

/** [C5.04b] Only what cannot be searched has to fit the window: pictures, and everything where there is no search. */
function refuseLength(
  text: string,
  attachments: readonly Attachment[],
  { windowTokens, canSearch }: Pick<DocumentRules, "windowTokens" | "canSearch">,
): string | null {
  if (windowTokens === null) return null;
  const whole = attachments.filter(({ isImage }) => isImage || !canSearch);
  const tokens = whole.map(({ source }) => (source && tokensOf(source)) ?? 0).reduce((sum, each) => sum + each, 0);
  const all = tokens + Math.ceil(text.length / charactersPerToken);
  return tokens > 0 && all > windowTokens ? documentsLimitText(windowTokens, all) : null;
}

/** [C5.04b] What a person reads when a message and its documents are longer than the model's window. */
export function documentsLimitText(windowTokens: number, tokens: number): string {
  return `Message limit is ${windowTokens} tokens. Your prompt and the attached documents have about ${tokens} tokens. Please remove attachments or choose smaller excerpts.`;
}
