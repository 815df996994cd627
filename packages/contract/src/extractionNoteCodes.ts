/**
 * What the extraction of a document left out, guessed or could not read. Each code has a sentence in
 * the server and one in the web app.
 */
export const extractionNoteCodes = [
  // What the text does not hold.
  "leftOutComments",
  "leftOutHeaderFooter",
  "leftOutFootnotes",
  "leftOutTextBoxes",
  "leftOutDeletedText",
  "leftOutHidden",
  "leftOutCharts",
  "leftOutEquations",
  "picturesLeftOut",
  "mediaLeftOut",
  "embeddedFiles",
  "xfaForm",
  "pagesWithoutText",
  "columnsLeftOut",
  "truncated",
  // What is in the text, but may be wrong.
  "encodingGuessed",
  "charactersRemoved",
  "charactersUnreadable",
  "formulasWithoutResult",
  "mergedCellsUnsure",
  "columnNamesUnsure",
  "numberingUnsure",
  "directionUnsure",
  "datesUnsure",
  "recognizedPages",
  "notReread",
] as const;

export const maxExtractionNotes = 20;
export const maxExtractionNoteDetail = 120;
