import { fileTexts, limits } from "@lectern/contract";
import { type Attachment, tokensOf } from "../upload/attachment.ts";
import type { AttachOptions } from "./attachmentSlot.ts";

/** Why a text cannot be sent with these documents, word for word; null: it can. */
export function refuseSending(
  text: string,
  attachments: readonly Attachment[],
  options: Pick<AttachOptions, "takesImages" | "windowTokens" | "canSearch">,
): string | null {
  if (attachments.some(({ progress }) => progress < 100)) return fileTexts.stillUploading;
  if (attachments.length > limits.dataSourcesPerMessage) return tooManyText;
  if (!options.takesImages && attachments.some(({ isImage }) => isImage)) return fileTexts.imagesNotSeen;
  return refuseLength(text, attachments, options);
}

const tooManyText = `A message can have at most ${limits.dataSourcesPerMessage} documents. Please remove some, or give them a tag and attach that.`;

/** As a rule of thumb; the server counts. */
const charactersPerToken = 4;

/** [C5.04b] Only what cannot be searched has to fit the window: pictures, and everything where there is no search. */
function refuseLength(
  text: string,
  attachments: readonly Attachment[],
  { windowTokens, canSearch }: Pick<AttachOptions, "windowTokens" | "canSearch">,
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
