import { lowerText, raiseText } from "../raisedText.ts";
import { applyEdits, type Edit, escapeXml, visitXml } from "./editXml.ts";
import { formatNumber } from "./formatNumber.ts";

/** Stands in the cells that a merged cell covers. A private character, so no document has it as its text. */
export const coveredByLeftCell = "\uf8f1";
export const coveredByUpperCell = "\uf8f2";

/** The number formats of DrawingML (ECMA-376, ST_TextAutonumberScheme): the letters' form, then what is around it. */
const schemeFormats: Readonly<Record<string, string>> = {
  arabic: "decimal",
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman",
  ea1Chs: "chineseCounting",
  ea1Cht: "chineseCounting",
  ea1JpnKor: "japaneseCounting",
  ea1JpnChs: "japaneseCounting",
  circleNum: "decimalEnclosedCircle",
};

interface NumberedParagraph {
  scheme: string | null;
  start: number;
  level: number;
  position: number;
  hasContent: boolean;
}

interface CellState {
  isOpen: boolean;
  /** The text of the paragraph so far. */
  text: string;
  runText: string;
  runStart: number;
  /** Above 0: the run is raised; below: it is lowered. */
  baseline: number;
  /** Where the run's text begins; null if it has none. */
  textStart: number | null;
  textEnd: number;
}

/**
 * Writes into a slide what PowerPoint computes when it shows it: the numbers of list items, and marks in the cells that
 * a merged cell covers. Removes the page number and the date from a page of notes.
 */
export function editSlideXml(xml: string): { xml: string; isHidden: boolean } {
  const edits: Edit[] = [];
  let isHidden = false;
  let paragraph: NumberedParagraph | null = null;
  let isNotesPage = false;
  let isPlaceholderLeftOut = false;
  let coveredMark: string | null = null;
  /** The cell of a table that is being read. officeparser reads only its runs. */
  const cell: CellState = {
    isOpen: false,
    text: "",
    runText: "",
    runStart: 0,
    baseline: 0,
    textStart: null,
    textEnd: 0,
  };
  /** The last number of each level, with the scheme and start that it belongs to. */
  let numbers: ({ key: string; value: number } | undefined)[] = [];
  visitXml(xml, {
    open(name, attributes, { start, end }, parent) {
      switch (name) {
        case "p:sld":
          isHidden = attributes.show === "0" || attributes.show === "false";
          return;
        case "p:notes":
          isNotesPage = true;
          return;
        case "p:ph":
          if (isNotesPage) isPlaceholderLeftOut = /^(sldNum|dt|hdr|ftr)$/.test(attributes.type ?? "");
          return;
        case "p:txBody":
        case "a:txBody":
          numbers = [];
          return;
        case "a:tc":
          coveredMark = isTrue(attributes.hMerge)
            ? coveredByLeftCell
            : isTrue(attributes.vMerge)
              ? coveredByUpperCell
              : null;
          cell.isOpen = true;
          return;
        case "a:br":
        case "a:fld":
        case "a:r":
          Object.assign(cell, { runStart: start, runText: "", baseline: 0, textStart: null });
          return;
        case "a:rPr":
          if (parent !== "a:r") return;
          cell.baseline = Number(attributes.baseline) || 0;
          // officeparser knows only text that is struck out with a single line.
          if (attributes.strike === "dblStrike")
            edits.push({ start, end, text: xml.slice(start, end).replace("dblStrike", "sngStrike") });
          return;
        case "a:p":
          cell.text = "";
          paragraph = { scheme: null, start: 1, level: 0, position: end, hasContent: false };
          if (coveredMark !== null) {
            const run = createRun(coveredMark);
            // Within an empty tag, there is no place for a run.
            const isEmptyTag = xml.startsWith("/>", end - 2);
            edits.push(isEmptyTag ? { start, end, text: `<a:p>${run}</a:p>` } : { start: end, end, text: run });
          }
          coveredMark = null;
          return;
        case "a:pPr":
          if (paragraph) paragraph.level = Math.min(Math.max(0, Number(attributes.lvl) || 0), 8);
          return;
        case "a:buAutoNum":
          if (!paragraph || parent !== "a:pPr") return;
          paragraph.scheme = attributes.type ?? "arabicPeriod";
          paragraph.start = Number(attributes.startAt) || 1;
      }
    },
    text(text, { start, end }, parent) {
      if (cell.isOpen && parent === "a:t") {
        cell.textStart ??= start;
        cell.textEnd = end;
        cell.runText += text;
      }
      if (text.trim() === "") return;
      if (paragraph) paragraph.hasContent = true;
      if (isPlaceholderLeftOut) edits.push({ start, end, text: "" });
    },
    close(name, { end }) {
      if (name === "p:sp") isPlaceholderLeftOut = false;
      if (name === "a:tc") cell.isOpen = false;
      if (cell.isOpen && (name === "a:r" || name === "a:br" || name === "a:fld")) {
        const edit = editCellRun(cell, name, end);
        if (edit) edits.push(edit);
        return;
      }
      if (name === "a:pPr" && paragraph) paragraph.position = end;
      // A paragraph that is not numbered ends the lists of its level and of those below.
      if (name !== "a:p" || !paragraph) return;
      const { scheme, start, level, position, hasContent } = paragraph;
      paragraph = null;
      if (!hasContent) return;
      numbers.length = Math.min(numbers.length, level + 1);
      if (scheme === null) {
        numbers[level] = undefined;
        return;
      }
      const key = `${scheme} ${start}`;
      const previous = numbers[level];
      const value = previous?.key === key ? previous.value + 1 : start;
      numbers[level] = { key, value };
      edits.push({ start: position, end: position, text: createRun(`${formatScheme(value, scheme)} `) });
    },
  });
  return { xml: applyEdits(xml, edits), isHidden };
}

/** Returns what makes a part of a cell readable: fields and breaks become runs, raised and lowered text stays apart. */
function editCellRun(cell: CellState, name: "a:r" | "a:br" | "a:fld", end: number): Edit | null {
  const { runText, runStart, textStart, textEnd, baseline, text: before } = cell;
  const text =
    name === "a:br" ? " " : baseline > 0 ? raiseText(runText, before) : baseline < 0 ? lowerText(runText) : runText;
  cell.text += text;
  if (name !== "a:r") return { start: runStart, end, text: createRun(text) };
  return text === runText || textStart === null ? null : { start: textStart, end: textEnd, text: escapeXml(text) };
}

function formatScheme(value: number, scheme: string): string {
  const [, form = "", surround = ""] =
    /^(.*?)(ParenBoth|ParenR|Period|Plain|Minus|WdBlackPlain|WdWhitePlain|DbPlain)?$/.exec(scheme) ?? [];
  const number = formatNumber(value, schemeFormats[form] ?? "decimal") ?? String(value);
  if (surround === "ParenBoth") return `(${number})`;
  if (surround === "ParenR") return `${number})`;
  if (surround === "Period") return `${number}.`;
  return number;
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";
const createRun = (text: string) => `<a:r><a:t>${escapeXml(text)}</a:t></a:r>`;
