import { applyEdits, type Edit, escapeXml, visitXml } from "./editXml.ts";
import { formatNumber } from "./formatNumber.ts";

/** A level of a list style or of the outline: OpenDocument 1.3, 17.19. */
interface Level {
  /** A key of `formats`, or another value of `style:num-format`; null: a bullet or a picture. */
  format: string | null;
  prefix: string;
  suffix: string;
  /** How many levels the number shows, as 2 in "1.4". */
  shownLevels: number;
  start: number;
}

type ListStyle = Map<number, Level>;

interface OpenList {
  style: ListStyle | null;
  /** The items are numbered even if the list has no style. */
  isContinued: boolean;
  numbers: (number | undefined)[];
}

const maxLevel = 10;
const maxLabelLength = 60;
const formats: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerAlphabetic",
  A: "upperAlphabetic",
  "a sync": "lowerLetter",
  "A sync": "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
  "一, 二, 三, ...": "chineseCounting",
};

/** With `style:num-letter-sync`, "bb" comes after "aa" (OpenDocument 1.3, 19.506). */
function getFormat(attributes: Readonly<Record<string, string>>): string {
  const format = attributes["style:num-format"] ?? "";
  return /^a$/i.test(format) && attributes["style:num-letter-sync"] === "true" ? `${format} sync` : format;
}

/** What the texts of an OpenDocument file need from its other part, `styles.xml`. */
export interface OpenDocumentStyles {
  lists: Map<string, ListStyle>;
  outline: ListStyle;
  /** Styles of pages of a presentation that are hidden. */
  hiddenPages: Set<string>;
}

/** Reads the list styles of a part, in addition to those that are known. */
export function addOpenDocumentStyles(xml: string, styles: OpenDocumentStyles): void {
  let list: ListStyle | null = null;
  let level: Level | null = null;
  let pageStyle = "";
  visitXml(xml, {
    open(name, attributes) {
      switch (name) {
        case "text:list-style":
          list = new Map();
          styles.lists.set(attributes["style:name"] ?? "", list);
          return;
        case "text:outline-style":
          list = styles.outline;
          return;
        case "style:style":
          pageStyle = attributes["style:name"] ?? "";
          return;
        case "style:drawing-page-properties":
          if (attributes["presentation:visibility"] === "hidden") styles.hiddenPages.add(pageStyle);
          return;
        case "text:list-level-style-number":
        case "text:list-level-style-bullet":
        case "text:list-level-style-image":
        case "text:outline-level-style":
          level = {
            format: /number|outline/.test(name) ? getFormat(attributes) : null,
            prefix: attributes["style:num-prefix"] ?? "",
            suffix: attributes["style:num-suffix"] ?? "",
            shownLevels: Math.min(Math.max(1, Number(attributes["text:display-levels"]) || 1), maxLevel),
            start: toNumber(attributes["text:start-value"]) ?? 1,
          };
          list?.set(Number(attributes["text:level"]) || 1, level);
      }
    },
    close(name) {
      if (name === "text:list-style" || name === "text:outline-style") list = null;
    },
  });
}

/** What the text of a part does not show. */
export interface OpenDocumentNotes {
  deletions: number;
  hiddenPages: number[];
}

/** Writes the numbers of list items and headings, as office programs show them, into the content of a document. */
export function editOpenDocumentXml(xml: string, styles: OpenDocumentStyles, notes: OpenDocumentNotes): string {
  const edits: Edit[] = [];
  const openLists: OpenList[] = [];
  /** The last numbers of the lists of each style or id, which a later list may continue. */
  const lastNumbers = new Map<string, (number | undefined)[]>();
  const outlineNumbers: (number | undefined)[] = [];
  let rootKey = "";
  let label: string | null = null;
  let listDepthOfTable: number[] = [];
  let insertion: { position: number; label: string; hasContent: boolean } | null = null;
  let page = 0;
  const getBaseDepth = () => listDepthOfTable.at(-1) ?? 0;
  visitXml(xml, {
    open(name, attributes, { end }) {
      switch (name) {
        case "draw:page":
          page++;
          if (styles.hiddenPages.has(attributes["draw:style-name"] ?? "")) notes.hiddenPages.push(page);
          return;
        case "text:deletion":
          notes.deletions++;
          return;
        case "table:table-cell":
        case "text:note-body":
        case "office:annotation":
          listDepthOfTable = [...listDepthOfTable, openLists.length];
          return;
        case "text:list": {
          const parent = openLists.length > getBaseDepth() ? openLists.at(-1) : undefined;
          const styleName = attributes["text:style-name"];
          const style = styleName === undefined ? (parent?.style ?? null) : (styles.lists.get(styleName) ?? null);
          if (parent) {
            openLists.push({ style, isContinued: false, numbers: parent.numbers });
            return;
          }
          rootKey = styleName ?? "";
          const continuedId = attributes["text:continue-list"];
          const isContinued = attributes["text:continue-numbering"] === "true";
          const continued =
            continuedId === undefined
              ? isContinued
                ? lastNumbers.get(rootKey)
                : undefined
              : lastNumbers.get(`#${continuedId}`);
          const numbers = continued ?? [];
          lastNumbers.set(rootKey, numbers);
          if (attributes["xml:id"] !== undefined) lastNumbers.set(`#${attributes["xml:id"]}`, numbers);
          openLists.push({ style, isContinued: continued !== undefined, numbers });
          return;
        }
        case "text:list-item": {
          const list = openLists.at(-1);
          if (!list) return;
          const depth = openLists.length - getBaseDepth();
          label = countItem(list, depth, toNumber(attributes["text:start-value"]));
          return;
        }
        case "text:list-header":
          label = null;
          return;
        case "text:p":
          if (label !== null) insertion = { position: end, label, hasContent: false };
          label = null;
          return;
        case "text:h": {
          const isInList = openLists.length > getBaseDepth();
          const level = Math.min(Math.max(1, Number(attributes["text:outline-level"]) || 1), maxLevel);
          const outlineLabel =
            isInList || attributes["text:is-list-header"] === "true"
              ? label
              : countItem(
                  { style: styles.outline, isContinued: true, numbers: outlineNumbers },
                  level,
                  attributes["text:restart-numbering"] === "true"
                    ? (toNumber(attributes["text:start-value"]) ?? 1)
                    : null,
                );
          if (outlineLabel !== null) insertion = { position: end, label: outlineLabel, hasContent: false };
          label = null;
        }
      }
    },
    text(text) {
      if (insertion && text.trim() !== "") insertion.hasContent = true;
    },
    close(name) {
      if (name === "text:list") openLists.pop();
      if (name === "table:table-cell" || name === "text:note-body" || name === "office:annotation")
        listDepthOfTable = listDepthOfTable.slice(0, -1);
      if (name === "text:list-item") label = null;
      if ((name === "text:p" || name === "text:h") && insertion) {
        const { position, hasContent } = insertion;
        if (hasContent) edits.push({ start: position, end: position, text: `${escapeXml(insertion.label)} ` });
        insertion = null;
      }
    },
  });
  return applyEdits(xml, edits);
}

/** Counts an item of a level from 1, and returns its number as it is shown; null if it has none. */
function countItem({ style, numbers }: OpenList, depth: number, startValue: number | null): string | null {
  const index = Math.min(depth, maxLevel);
  const level = style?.get(index);
  // A list without a style is shown with numbers by no program, unless an item says with which it starts.
  if (!level && startValue === null && numbers[index] === undefined) return null;
  const current = numbers[index];
  numbers[index] = startValue ?? (current === undefined ? (level?.start ?? 1) : current + 1);
  numbers.length = Math.min(numbers.length, index + 1);
  if (!level) return `${numbers[index]}.`;
  if (level.format === null || level.format === "") return null;
  const parts: string[] = [];
  for (let shown = index - level.shownLevels + 1; shown <= index; shown++) {
    const shownLevel = style?.get(shown);
    if (!shownLevel || shownLevel.format === null || shownLevel.format === "") continue;
    const number = numbers[shown] ?? shownLevel.start;
    parts.push(formatNumber(number, formats[shownLevel.format] ?? "decimal") ?? String(number));
  }
  const label = `${level.prefix}${parts.join(".")}${level.suffix}`.trim();
  return label === "" ? null : label.slice(0, maxLabelLength);
}

const toNumber = (value: string | undefined) =>
  value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
