import { codePoint } from "dingbat-to-unicode";
import { applyEdits, type Edit, escapeXml, visitXml } from "./editXml.ts";
import { isOn, type WordNumbering } from "./wordNumbering.ts";

/** What a part has that its text does not show. */
export interface WordPartNotes {
  /** Deletions and moves that are tracked and not yet accepted. */
  deletions: number;
  /** Runs of hidden text, which is left out. */
  hiddenRuns: number;
  /** Symbols of fonts whose characters are not known. */
  unknownSymbols: number;
}

interface OpenParagraph {
  style: string | null;
  listId: string | null;
  level: number | null;
  /** Where its number is inserted. */
  position: number;
  hasContent: boolean;
  isDeleted: boolean;
}

/** A check box or list of the kind that Word had before content controls. */
interface FormField {
  checked: boolean | null;
  isCheckBox: boolean;
  choices: string[];
  chosen: number;
}

/** Maximum number of cells that a row skips before its first one. */
const maxSkippedCells = 60;

/**
 * Writes into a part of a Word document what Word computes when it shows it: the numbers of paragraphs, the characters
 * of symbol fonts, the values of form fields, and the cells that a row skips.
 */
export function editWordXml(xml: string, numbering: WordNumbering, notes: WordPartNotes): string {
  const edits: Edit[] = [];
  const paragraphs: OpenParagraph[] = [];
  let fallbackDepth = 0;
  let changeDepth = 0;
  let deletionDepth = 0;
  let skippedCells = 0;
  let runDepth = 0;
  let runFont: string | null = null;
  let isRunHidden = false;
  let formField: FormField | null = null;
  let pendingValue: string | null = null;
  visitXml(xml, {
    open(name, attributes, { start, end }, parent) {
      const value = attributes["w:val"];
      if (name === "mc:Fallback") fallbackDepth++;
      if (/^w:\w+Change$/.test(name)) changeDepth++;
      if (fallbackDepth > 0 || changeDepth > 0) return;
      const paragraph = paragraphs.at(-1);
      switch (name) {
        case "w:p":
          paragraphs.push({
            style: null,
            listId: null,
            level: null,
            position: end,
            hasContent: false,
            isDeleted: false,
          });
          return;
        case "w:pStyle":
          if (paragraph && parent === "w:pPr") paragraph.style = value ?? null;
          return;
        case "w:ilvl":
          if (paragraph && parent === "w:numPr") paragraph.level = Number(value) || 0;
          return;
        case "w:numId":
          if (paragraph && parent === "w:numPr") paragraph.listId = value ?? null;
          return;
        case "w:del":
        case "w:moveFrom":
          if (parent === "w:rPr") {
            if (paragraph && name === "w:del") paragraph.isDeleted = true;
          } else {
            deletionDepth++;
            notes.deletions++;
          }
          return;
        case "w:r":
          runDepth++;
          runFont = null;
          isRunHidden = false;
          return;
        case "w:rFonts":
          runFont = attributes["w:ascii"] ?? attributes["w:hAnsi"] ?? runFont;
          return;
        case "w:vanish":
          if (parent !== "w:rPr" || runDepth === 0 || !isOn(value)) return;
          isRunHidden = true;
          notes.hiddenRuns++;
          return;
        case "w:drawing":
        case "w:object":
        case "m:oMath":
          if (paragraph) paragraph.hasContent = true;
          return;
        case "w:noBreakHyphen":
          if (!isRunHidden) edits.push({ start, end, text: "<w:t>-</w:t>" });
          return;
        case "w:sym": {
          if (paragraph) paragraph.hasContent = true;
          const symbol = readSymbol(attributes["w:font"] ?? "", Number.parseInt(attributes["w:char"] ?? "", 16));
          if (symbol === null) notes.unknownSymbols++;
          edits.push({ start, end, text: `<w:t xml:space="preserve">${escapeXml(symbol ?? "\ufffd")}</w:t>` });
          return;
        }
        case "w:gridBefore":
          if (parent === "w:trPr") skippedCells = Math.min(Math.max(0, Number(value) || 0), maxSkippedCells);
          return;
        case "w:ffData":
          formField = { checked: null, isCheckBox: false, choices: [], chosen: 0 };
          return;
        case "w:checkBox":
          if (formField) formField.isCheckBox = true;
          return;
        case "w:checked":
        case "w:default":
          if (formField && parent === "w:checkBox" && (name === "w:checked" || formField.checked === null))
            formField.checked = isOn(value);
          if (formField && parent === "w:ddList" && name === "w:default") formField.chosen = Number(value) || 0;
          return;
        case "w:result":
          if (formField && parent === "w:ddList") formField.chosen = Number(value) || 0;
          return;
        case "w:listEntry":
          formField?.choices.push(value ?? "");
      }
    },
    text(text, { start, end }) {
      if (fallbackDepth > 0 || changeDepth > 0) return;
      if (isRunHidden) {
        edits.push({ start, end, text: "" });
        return;
      }
      const paragraph = paragraphs.at(-1);
      if (paragraph && deletionDepth === 0 && text.trim() !== "") paragraph.hasContent = true;
      if (runFont === null || !symbolPattern.test(text)) return;
      const font = runFont;
      const converted = text.replace(symbolsPattern, (letter) => readSymbol(font, letter.charCodeAt(0)) ?? letter);
      edits.push({ start, end, text: escapeXml(converted) });
    },
    close(name, { end }, parent) {
      if (name === "mc:Fallback") fallbackDepth--;
      if (/^w:\w+Change$/.test(name)) changeDepth--;
      if (fallbackDepth > 0 || changeDepth > 0) return;
      const paragraph = paragraphs.at(-1);
      switch (name) {
        case "w:pPr":
          if (paragraph) paragraph.position = end;
          return;
        case "w:p": {
          paragraphs.pop();
          // A deleted paragraph mark joins the paragraph to the next one, which has the number.
          if (!paragraph || paragraph.isDeleted) return;
          const label = numbering.count(paragraph);
          if (label !== null && paragraph.hasContent)
            edits.push({ start: paragraph.position, end: paragraph.position, text: createRun(`${label} `) });
          return;
        }
        case "w:del":
        case "w:moveFrom":
          if (parent !== "w:rPr") deletionDepth--;
          return;
        case "w:trPr":
          if (skippedCells > 0) edits.push({ start: end, end, text: "<w:tc><w:p/></w:tc>".repeat(skippedCells) });
          skippedCells = 0;
          return;
        case "w:ffData":
          if (formField?.isCheckBox) pendingValue = formField.checked ? "☒" : "☐";
          else if (formField && formField.choices.length > 0)
            pendingValue = formField.choices[formField.chosen] ?? null;
          formField = null;
          return;
        case "w:r":
          if (pendingValue !== null && paragraph) {
            paragraph.hasContent = true;
            edits.push({ start: end, end, text: createRun(pendingValue) });
          }
          pendingValue = null;
          runFont = null;
          isRunHidden = false;
          runDepth--;
      }
    },
  });
  return applyEdits(xml, edits);
}

/** Characters that symbol fonts use: Word stores their codes in this private area. */
const symbolPattern = /[\uf020-\uf0ff]/;
const symbolsPattern = /[\uf020-\uf0ff]/g;

/** Boxes that fonts draw in many ways, as the three that every font and model knows. */
const boxes: Readonly<Record<string, string>> = {
  "🗹": "☑",
  "🗷": "☒",
  "⮽": "☒",
  "⌧": "☒",
  "⛝": "☒",
  "🞎": "☐",
  "🞏": "☐",
  "□": "☐",
  "❑": "☐",
  "❏": "☐",
  "⬜": "☐",
};

/** Returns the character that a symbol font shows for a code; null if it is not known. */
export function readSymbol(font: string, code: number): string | null {
  const isPrivate = code >= 0xf020 && code <= 0xf0ff;
  const symbol = codePoint(font, isPrivate ? code - 0xf000 : code)?.string;
  if (symbol !== undefined) return boxes[symbol] ?? symbol;
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xf8ff);
  return isCharacter ? String.fromCodePoint(code) : null;
}

const createRun = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
