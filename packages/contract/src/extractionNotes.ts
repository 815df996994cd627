import * as z from "zod/mini";
import { extractionNoteCodes, maxExtractionNoteDetail, maxExtractionNotes } from "./extractionNoteCodes.ts";

export const ExtractionNoteCode = z.enum(extractionNoteCodes);
export type ExtractionNoteCode = z.infer<typeof ExtractionNoteCode>;

/** A note about the text of a document. It names what is affected, never what the document says about it. */
export const ExtractionNote = z.object({
  code: ExtractionNoteCode,
  /** How many comments, formulas, pages and so on are affected. */
  count: z.optional(z.number().check(z.int(), z.minimum(1))),
  /** Which ones: a few names or numbers, or the name of an encoding. It can come from the document. */
  detail: z.optional(z.string().check(z.maxLength(maxExtractionNoteDetail))),
});
export type ExtractionNote = z.infer<typeof ExtractionNote>;

export const ExtractionNotes = z.array(ExtractionNote).check(z.maxLength(maxExtractionNotes));
