import type { ExtractionNote, ExtractionNoteCode } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";

/** Describes in a sentence what the text of a document lacks or may have wrong. */
export function describeNote({ code, count, detail }: ExtractionNote): string {
  const sentence = count === undefined ? describeUncounted(code) : describeCounted(code, count);
  return detail === undefined ? t`${sentence}.` : t`${sentence}: ${detail}.`;
}

/** Describes all notes of a document in one line. */
export const describeNotes = (notes: readonly ExtractionNote[]): string => notes.map(describeNote).join(" ");

function describeCounted(code: ExtractionNoteCode, count: number): string {
  switch (code) {
    case "leftOutComments":
      return plural(count, { one: "Left out: # comment", other: "Left out: # comments" });
    case "leftOutHeaderFooter":
      return plural(count, { one: "Left out: # header or footer", other: "Left out: # headers and footers" });
    case "leftOutFootnotes":
      return plural(count, { one: "Left out: # footnote", other: "Left out: # footnotes" });
    case "leftOutTextBoxes":
      return plural(count, { one: "Left out: # text box", other: "Left out: # text boxes" });
    case "leftOutDeletedText":
      return plural(count, { one: "Left out: # tracked deletion", other: "Left out: # tracked deletions" });
    case "leftOutHidden":
      return plural(count, { one: "Left out: # hidden part", other: "Left out: # hidden parts" });
    case "leftOutCharts":
      return plural(count, { one: "Left out: # chart", other: "Left out: # charts" });
    case "leftOutEquations":
      return plural(count, { one: "Left out: # equation", other: "Left out: # equations" });
    case "picturesLeftOut":
      return plural(count, { one: "Left out: # picture", other: "Left out: # pictures" });
    case "mediaLeftOut":
      return plural(count, { one: "Left out: # recording", other: "Left out: # recordings" });
    case "embeddedFiles":
      return plural(count, { one: "Not read: # embedded file", other: "Not read: # embedded files" });
    case "pagesWithoutText":
      return plural(count, { one: "# page without text", other: "# pages without text" });
    case "columnsLeftOut":
      return plural(count, { one: "Left out: # column", other: "Left out: # columns" });
    case "truncated":
      return plural(count, { one: "# part is cut off", other: "# parts are cut off" });
    case "charactersRemoved":
      return plural(count, {
        one: "# unreadable character was removed",
        other: "# unreadable characters were removed",
      });
    case "charactersUnreadable":
      return plural(count, { one: "# character couldn’t be read", other: "# characters couldn’t be read" });
    case "formulasWithoutResult":
      return plural(count, { one: "# formula without a stored result", other: "# formulas without a stored result" });
    case "mergedCellsUnsure":
      return plural(count, { one: "# merged cell may be misread", other: "# merged cells may be misread" });
    case "numberingUnsure":
      return plural(count, { one: "# number of a list may be misread", other: "# numbers of lists may be misread" });
    case "datesUnsure":
      return plural(count, { one: "# date may be misread", other: "# dates may be misread" });
    case "recognizedPages":
      return plural(count, {
        one: "The text of # picture was recognized and may have errors",
        other: "The text of # pictures was recognized and may have errors",
      });
    case "xfaForm":
    case "encodingGuessed":
    case "columnNamesUnsure":
    case "directionUnsure":
    case "notReread":
      return describeUncounted(code);
    default:
      return code satisfies never;
  }
}

function describeUncounted(code: ExtractionNoteCode): string {
  switch (code) {
    case "leftOutComments":
      return t`Left out: comments`;
    case "leftOutHeaderFooter":
      return t`Left out: headers and footers`;
    case "leftOutFootnotes":
      return t`Left out: footnotes`;
    case "leftOutTextBoxes":
      return t`Left out: text boxes`;
    case "leftOutDeletedText":
      return t`Left out: tracked deletions`;
    case "leftOutHidden":
      return t`Left out: hidden parts`;
    case "leftOutCharts":
      return t`Left out: charts`;
    case "leftOutEquations":
      return t`Left out: equations`;
    case "picturesLeftOut":
      return t`Left out: pictures`;
    case "mediaLeftOut":
      return t`Left out: recordings`;
    case "embeddedFiles":
      return t`Not read: embedded files`;
    case "xfaForm":
      return t`The form in this PDF can’t be read. Print it to a PDF and upload that`;
    case "pagesWithoutText":
      return t`Pages without text`;
    case "columnsLeftOut":
      return t`Left out: columns`;
    case "truncated":
      return t`Parts are cut off`;
    case "encodingGuessed":
      return t`Encoding guessed`;
    case "charactersRemoved":
      return t`Unreadable characters were removed`;
    case "charactersUnreadable":
      return t`Characters couldn’t be read`;
    case "formulasWithoutResult":
      return t`Formulas without a stored result`;
    case "mergedCellsUnsure":
      return t`Merged cells may be misread`;
    case "columnNamesUnsure":
      return t`The names of the columns may be misread`;
    case "numberingUnsure":
      return t`The numbers of lists may be misread`;
    case "directionUnsure":
      return t`The direction of the writing may be misread`;
    case "datesUnsure":
      return t`Dates may be misread`;
    case "recognizedPages":
      return t`The text of pictures was recognized and may have errors`;
    case "notReread":
      return t`This text was read by an older version, and couldn’t be read again`;
    default:
      return code satisfies never;
  }
}
