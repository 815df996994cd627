import { quoteText } from "../../../entities/chat/sending/quoteText.ts";
import type { PreviewError } from "../../../ui/preview/previewMessages.ts";

/** The artifact writes its errors by itself, and more would hide what the person asks. */
const maxErrors = 5;
const maxErrorCharacters = 300;

/** Quotes the first errors of an artifact, each in a line with its place, such as `App.jsx:12: x is not defined`. */
export const quoteErrors = (errors: readonly PreviewError[]): string =>
  quoteText(errors.slice(0, maxErrors).map(formatError).join("\n"));

function formatError({ message, file, line }: PreviewError): string {
  const place = file === null ? "" : line === null ? `${file}: ` : `${file}:${line}: `;
  const text = (place + message).replaceAll(/\s*[\r\n]+\s*/g, " ").slice(0, maxErrorCharacters);
  // The cut may have divided a character.
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
