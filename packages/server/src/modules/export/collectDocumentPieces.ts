import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { DocumentSection } from "../../platform/pandoc/documentConverter.ts";
import { type DocumentRequest, generateDocumentPieces } from "./generateDocumentPieces.ts";

/**
 * Collects the pieces of a document and stops as soon as it is too long. The headers are repeated before every message,
 * so a small request can describe a text many times its size. Throws `invalidInput` and `tooLarge`.
 */
export function collectDocumentPieces(request: DocumentRequest): DocumentSection[] {
  const pieces: DocumentSection[] = [];
  let characters = 0;
  for (const piece of generateDocumentPieces(request)) {
    characters += piece.markdown.length;
    if (characters > limits.documentCharacters) {
      const maxLength = `${limits.documentCharacters / 1_000_000} million characters`;
      throw new AppError("tooLarge", {
        userMessage: `A document can have at most ${maxLength}. Choose fewer conversations.`,
      });
    }
    pieces.push(piece);
  }
  if (pieces.length > 0) return pieces;
  throw new AppError("invalidInput", {
    userMessage: "These conversations have no messages of the kind you chose.",
  });
}
