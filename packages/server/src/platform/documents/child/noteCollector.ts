import type { ExtractionNote, ExtractionNoteCode } from "@lectern/contract";
import { maxExtractionNoteDetail, maxExtractionNotes } from "@lectern/contract/extractionNoteCodes";

interface NoteCollector {
  add(code: ExtractionNoteCode, about?: { count?: number; detail?: string }): void;
  list(): ExtractionNote[];
}

/** Collects notes, one per code. Counts add up, and details are joined as long as they fit. */
export function createNoteCollector(): NoteCollector {
  const notes = new Map<ExtractionNoteCode, { count: number; details: Set<string> }>();
  return {
    add(code, { count = 0, detail = "" } = {}) {
      const note = notes.get(code) ?? { count: 0, details: new Set() };
      notes.set(code, note);
      note.count += count;
      const cleanDetail = detail
        .toWellFormed()
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
        .trim();
      if (cleanDetail !== "" && joinDetails(note.details).length < maxExtractionNoteDetail)
        note.details.add(cleanDetail);
    },
    list: () =>
      [...notes].slice(0, maxExtractionNotes).map(([code, { count, details }]) => ({
        code,
        ...(count > 0 && { count }),
        ...(details.size > 0 && { detail: shorten(joinDetails(details)) }),
      })),
  };
}

const joinDetails = (details: ReadonlySet<string>) => [...details].join(", ");

function shorten(text: string): string {
  return text.length <= maxExtractionNoteDetail
    ? text
    : `${text.slice(0, maxExtractionNoteDetail - 1).toWellFormed()}…`;
}
