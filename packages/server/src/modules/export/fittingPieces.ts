import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { DocumentPiece } from "../../platform/pandoc/documentConverter.ts";
import { type DocumentRequest, documentPieces } from "./documentPieces.ts";

/**
 * The pieces of a document that is not too long. It is measured as it is put together, which ends where it is too long: the headers stand
 * before every message, so a small request can ask for a text many times its size. Throws `invalidInput` and `tooLarge`.
 */
export function fittingPieces(request: DocumentRequest): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let characters = 0;
  for (const piece of documentPieces(request)) {
    characters += piece.markdown.length;
    if (characters > limits.documentCharacters) {
      const most = `${limits.documentCharacters / 1_000_000} million characters`;
      throw new AppError("tooLarge", { userMessage: `A document takes at most ${most}. Choose fewer conversations.` });
    }
    pieces.push(piece);
  }
  if (pieces.length > 0) return pieces;
  throw new AppError("invalidInput", {
    userMessage: "These conversations have no message of the kind that you chose.",
  });
}
