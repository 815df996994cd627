import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { DocumentSection } from "../../platform/pandoc/documentConverter.ts";
import { type DocumentRequest, generateDocumentSections } from "./generateDocumentSections.ts";

/**
 * Collects the sections of a document and stops as soon as it is too long. The headers are repeated before every
 * message, so a small request can describe a text many times its size. Throws `invalidInput` and `tooLarge`.
 */
export function collectDocumentSections(request: DocumentRequest): DocumentSection[] {
  const sections: DocumentSection[] = [];
  let characters = 0;
  for (const section of generateDocumentSections(request)) {
    characters += section.markdown.length;
    if (characters > limits.documentCharacters) {
      const maxLength = `${limits.documentCharacters / 1_000_000} million characters`;
      throw new AppError("tooLarge", {
        userMessage: `A document can have at most ${maxLength}. Choose fewer chats.`,
      });
    }
    sections.push(section);
  }
  if (sections.length > 0) return sections;
  throw new AppError("invalidInput", {
    userMessage: "These chats contain none of the messages you chose to include.",
  });
}
