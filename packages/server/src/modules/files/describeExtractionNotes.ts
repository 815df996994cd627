import type { ExtractionNote, ExtractionNoteCode } from "@lectern/contract";

/** Without a number: of one thing, and of several or an unknown number. */
type Phrase = readonly [one: string, several: string];

/** What a model is told. `{}` is the number, which is left out if it is unknown. */
const phrases: Record<ExtractionNoteCode, Phrase> = {
  leftOutComments: ["{} comment is not in the text", "{} comments are not in the text"],
  leftOutHeaderFooter: ["{} header or footer is not in the text", "{} headers and footers are not in the text"],
  leftOutFootnotes: ["{} footnote is not in the text", "{} footnotes are not in the text"],
  leftOutTextBoxes: ["{} text box is not in the text", "{} text boxes are not in the text"],
  leftOutDeletedText: ["{} tracked deletion is not in the text", "{} tracked deletions are not in the text"],
  leftOutHidden: ["{} hidden part is not in the text", "{} hidden parts are not in the text"],
  leftOutCharts: ["{} chart is not in the text", "{} charts are not in the text"],
  leftOutEquations: ["{} equation is not in the text", "{} equations are not in the text"],
  picturesLeftOut: ["{} picture is not in the text", "{} pictures are not in the text"],
  mediaLeftOut: ["{} recording is not in the text", "{} recordings are not in the text"],
  embeddedFiles: ["{} embedded file has not been read", "{} embedded files have not been read"],
  xfaForm: ["the form of this PDF cannot be read", "the form of this PDF cannot be read"],
  pagesWithoutText: ["{} page has no text", "{} pages have no text"],
  columnsLeftOut: ["{} column is not in the text", "{} columns are not in the text"],
  truncated: ["{} part is cut off", "{} parts are cut off"],
  encodingGuessed: ["the encoding was guessed", "the encoding was guessed"],
  charactersRemoved: ["{} unreadable character was removed", "{} unreadable characters were removed"],
  charactersUnreadable: ["{} character could not be read", "{} characters could not be read"],
  formulasWithoutResult: ["{} formula has no stored result", "{} formulas have no stored result"],
  mergedCellsUnsure: [
    "to which rows {} merged cell belongs is not certain",
    "to which rows {} merged cells belong is not certain",
  ],
  columnNamesUnsure: ["the names of the columns are not certain", "the names of the columns are not certain"],
  numberingUnsure: ["{} number of a list or clause is not certain", "{} numbers of lists or clauses are not certain"],
  directionUnsure: ["the direction of the writing is not certain", "the direction of the writing is not certain"],
  datesUnsure: ["{} date is not certain", "{} dates are not certain"],
  recognizedPages: [
    "the text of {} picture was recognized and may have errors",
    "the text of {} pictures was recognized and may have errors",
  ],
  notReread: [
    "the text is from an older reader, because the newer one could not read the document",
    "the text is from an older reader, because the newer one could not read the document",
  ],
};

const maxLength = 400;

/**
 * Describes the notes in one line for a model, with the most important parts first; empty if there are none. Details
 * come from the document, so the caller escapes the line.
 */
export function describeExtractionNotes(notes: readonly ExtractionNote[]): string {
  const line = notes
    .map(({ code, count, detail }) => {
      const [one, several] = phrases[code];
      const phrase = (count === 1 ? one : several).replace("{} ", count === undefined ? "" : `${count} `);
      return detail === undefined ? phrase : `${phrase} (${detail})`;
    })
    .join("; ");
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).toWellFormed()}…`;
}
