import type { ContentItem, Location } from "@lectern/contract";
import { cleanText, type ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { addTable } from "./addTable.ts";
import { countReversedLists } from "./html/countReversedLists.ts";
import { createListNumbering, type ListNumbering } from "./html/listNumbering.ts";
import { createMathWriter, writeBrackets } from "./html/mathMarkup.ts";
import { createTableBuilder, type TableBuilder } from "./html/tableBuilder.ts";
import { createMarkupParser } from "./markupParser.ts";
import type { Outline } from "./outline.ts";
import { lowerText, raiseText, separateFractions } from "./raisedText.ts";
import { joinStruckParts, strikeText } from "./struckText.ts";
import type { Table } from "./tables/tableGrid.ts";

interface HtmlContext {
  outline: Outline;
  /** The location of the next item. */
  getLocation: () => Location;
}

/**
 * A block inside a table. It is not added before the table ends, because only then is it known whether the table
 * contains data or arranges the page.
 */
type Block = { type: "text"; kind: ContentItem["kind"]; text: string; level: number } | { type: "table"; table: Table };

interface OpenTable {
  builder: TableBuilder;
  blocks: Block[];
}

const ignoredElements: ReadonlySet<string> = new Set([
  "script",
  "style",
  "nav",
  "template",
  "noscript",
  "svg",
  "iframe",
  "object",
  "button",
  // The source of a formula, in another language.
  "annotation",
  "annotation-xml",
]);
const mediaElements: ReadonlySet<string> = new Set(["audio", "video", "iframe", "object", "embed"]);
const inlineElements: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark math meter q rp rt ruby s samp select small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const struckElements: ReadonlySet<string> = new Set(["s", "strike", "del"]);
const struckStylePattern = /text-decoration(?:-line)?\s*:[^;]*line-through/i;
/** Elements of a form whose value is no text for the reader. */
const valuelessInputs: ReadonlySet<string> = new Set(
  "button color file hidden image password range reset submit".split(" "),
);
/** In characters. A table with a longer block of text is treated as page layout. */
const maxCellLength = 1_000;
/** In characters. A longer list becomes several items. */
const maxListLength = 1_500;

/**
 * Adds the text of an HTML document in document order, and returns its title. The parser builds no tree, so deep
 * nesting cannot exhaust the stack, and does not expand entities that the document defines.
 */
export function addHtml(html: string, items: ItemCollector, { outline, getLocation }: HtmlContext): { title: string } {
  let pendingText = "";
  let title = "";
  let depth = 0;
  let ignoredDepth: number | null = null;
  /** 0: not inside a heading. */
  let headingLevel = 0;
  let preDepth = 0;
  let isInTitle = false;
  const reversedCounts = countReversedLists(html);
  const openLists: ListNumbering[] = [];
  let listLines: string[] = [];
  let listMark = "";
  const openTables: OpenTable[] = [];
  /** Where the raised or lowered text starts in the pending text; null: outside of any. */
  let shiftedFrom: number | null = null;
  /** The depths of the open elements that are struck out. */
  const struckDepths: number[] = [];
  /** Where the struck text starts in the pending text. */
  let struckFrom = 0;
  const math = createMathWriter();
  /** Where the formula starts in the pending text. */
  let formulaFrom = 0;
  /** The list of a form that is being read, with its options. */
  let choice: { options: { text: string; isSelected: boolean }[]; isMultiple: boolean } | null = null;

  const addBlock = (block: Block) => {
    const table = openTables.at(-1);
    if (table) {
      table.blocks.push(block);
      table.builder.addText(block.type === "text" ? block.text : formatNestedTable(block.table));
      return;
    }
    if (block.type === "table") return addTable(block.table, getLocation, items);
    if (block.level === 0) return items.add(block.text, getLocation(), block.kind);
    const headingLine = block.text.replace(/\s+/g, " ");
    outline.enter(block.level, headingLine);
    items.add(`${"#".repeat(block.level)} ${headingLine}`, getLocation(), "heading", false);
  };
  const flushList = () => {
    if (listLines.length > 0) addBlock({ type: "text", kind: "list", text: listLines.join("\n"), level: 0 });
    listLines = [];
  };
  const strikePendingText = () => {
    pendingText = joinStruckParts(pendingText.slice(0, struckFrom) + strikeText(pendingText.slice(struckFrom)));
  };
  const flushText = () => {
    if (struckDepths.length > 0) strikePendingText();
    struckFrom = 0;
    const content =
      preDepth > 0
        ? pendingText.trimEnd()
        : cleanText(pendingText.replace(/ *\n */g, "\n").replace(/ {2,}/g, " ")).trim();
    pendingText = "";
    shiftedFrom = null;
    if (content.trim() === "") return;
    if (preDepth > 0) return addBlock({ type: "text", kind: "code", text: content, level: 0 });
    if (headingLevel > 0) return addBlock({ type: "text", kind: "heading", text: content, level: headingLevel });
    if (openLists.length === 0) return addBlock({ type: "text", kind: "paragraph", text: content, level: 0 });
    const indent = "  ".repeat(Math.min(openLists.length - 1, 8));
    listLines.push(`${indent}${listMark === "" ? "  " : `${listMark} `}${content.replaceAll("\n", " ")}`);
    listMark = "";
    if (listLines.join("\n").length > maxListLength) flushList();
  };
  const endTable = () => {
    flushText();
    flushList();
    const table = openTables.pop();
    if (!table) return;
    // A table with a header contains data, whatever is in its cells.
    const isLayout =
      !table.builder.hasNames() &&
      table.blocks.some((block) =>
        block.type === "table"
          ? countCells(block.table) > 1
          : block.kind === "heading" || block.text.length > maxCellLength,
      );
    if (isLayout) for (const block of table.blocks) addBlock(block);
    else {
      const caption = table.builder.getCaption();
      if (caption !== "") addBlock({ type: "text", kind: "paragraph", text: caption, level: 0 });
      addBlock({ type: "table", table: table.builder.getTable() });
    }
  };

  const parser = createMarkupParser({
    onopentag(name, attributes) {
      depth++;
      if (ignoredDepth !== null) return;
      if (name === "img") items.note("picturesLeftOut", { count: 1 });
      if (mediaElements.has(name)) items.note("mediaLeftOut", { count: 1 });
      if (ignoredElements.has(name)) {
        ignoredDepth = depth;
        return;
      }
      if (struckElements.has(name) || struckStylePattern.test(attributes.style ?? "")) {
        if (!inlineElements.has(name)) flushText();
        if (struckDepths.length === 0) struckFrom = pendingText.length;
        struckDepths.push(depth);
      }
      if (choice) {
        if (name === "option") choice.options.push({ text: "", isSelected: attributes.selected !== undefined });
        return;
      }
      if (name === "select") choice = { options: [], isMultiple: attributes.multiple !== undefined };
      if (name === "math") formulaFrom = pendingText.length;
      pendingText += math.open(name);
      if (math.isOpen()) return;
      if (name === "input") pendingText += formatInput(attributes);
      if (name === "title") isInTitle = true;
      if (name === "br") pendingText += "\n";
      if (name === "sup" || name === "sub") shiftedFrom = pendingText.length;
      if (inlineElements.has(name) || name === "br") return;
      flushText();
      if (name === "pre" || name === "listing" || name === "xmp") preDepth++;
      if (/^h[1-6]$/.test(name)) {
        flushList();
        headingLevel = Number(name[1]);
      }
      if (name === "ul" || name === "ol") {
        const itemCount = name === "ol" && attributes.reversed !== undefined ? reversedCounts.shift() : undefined;
        openLists.push(createListNumbering(name, attributes, itemCount));
      }
      const currentList = openLists.at(-1);
      if (name === "li" && currentList) listMark = currentList.next(attributes);
      if (name === "table") {
        flushList();
        if (openTables.length < documentLimits.depth) openTables.push({ builder: createTableBuilder(), blocks: [] });
      }
      openTables.at(-1)?.builder.open(name, attributes);
    },
    ontext(data) {
      if (ignoredDepth !== null) return;
      const option = choice?.options.at(-1);
      if (option) option.text += data;
      if (choice) return;
      if (isInTitle) title += data;
      else if (preDepth > 0) pendingText += data;
      else pendingText = appendCollapsedText(pendingText, data);
    },
    onclosetag(name) {
      if (ignoredDepth === depth) ignoredDepth = null;
      const endsStruckText = struckDepths.at(-1) === depth;
      depth--;
      if (ignoredDepth !== null || ignoredElements.has(name)) return;
      if (choice) {
        if (name === "select") {
          pendingText += formatChoice(choice);
          choice = null;
        }
        return;
      }
      const isInFormula = math.isOpen();
      pendingText += math.close(name);
      if (name === "math")
        pendingText = pendingText.slice(0, formulaFrom) + writeBrackets(pendingText.slice(formulaFrom));
      if (isInFormula) return;
      if (name === "title") isInTitle = false;
      if ((name === "sup" || name === "sub") && shiftedFrom !== null) {
        const shiftedText = pendingText.slice(shiftedFrom);
        const before = pendingText.slice(0, shiftedFrom);
        pendingText = separateFractions(
          before + (name === "sup" ? raiseText(shiftedText, before) : lowerText(shiftedText)),
        );
        shiftedFrom = null;
      }
      if (endsStruckText && struckDepths.length === 1 && inlineElements.has(name)) strikePendingText();
      if (endsStruckText && inlineElements.has(name)) struckDepths.pop();
      if (inlineElements.has(name) || name === "br") return;
      flushText();
      if (endsStruckText) struckDepths.pop();
      if (name === "pre" || name === "listing" || name === "xmp") preDepth = Math.max(0, preDepth - 1);
      if (/^h[1-6]$/.test(name)) headingLevel = 0;
      if (name === "ul" || name === "ol") {
        openLists.pop();
        if (openLists.length === 0) flushList();
      }
      if (name === "table") endTable();
      else openTables.at(-1)?.builder.close(name);
    },
  });
  parser.write(html);
  parser.end();
  flushText();
  flushList();
  while (openTables.length > 0) endTable();
  return { title: cleanText(title).replace(/\s+/g, " ").trim().slice(0, documentLimits.property) };
}

/** Returns the value of a field, as a browser shows it. */
function formatInput({ type = "text", value = "", checked }: Record<string, string>): string {
  const kind = type.trim().toLowerCase();
  if (kind === "checkbox" || kind === "radio") return checked === undefined ? "☐ " : "☒ ";
  return valuelessInputs.has(kind) || value === "" ? "" : ` ${value} `;
}

/** Returns the options that are chosen. Without one, a browser shows the first. */
function formatChoice({
  options,
  isMultiple,
}: {
  options: readonly { text: string; isSelected: boolean }[];
  isMultiple: boolean;
}): string {
  const selected = options.filter(({ isSelected }) => isSelected);
  const shown = isMultiple ? selected : (selected.length > 0 ? selected : options).slice(0, 1);
  return ` ${shown.map(({ text }) => text.trim().replace(/\s+/g, " ")).join(", ")} `;
}

/** A table with one cell is only a frame. */
const countCells = ({ rows }: Table) => rows.reduce((count, cells) => count + cells.length, 0);

/** A table inside a cell becomes text, because Markdown has no tables in cells. */
const formatNestedTable = ({ rows }: Table) => rows.map((cells) => cells.map(({ text }) => text).join(" ")).join("\n");

function appendCollapsedText(textBefore: string, text: string): string {
  const collapsedText = text.replace(/[ \t\n\r\f]+/g, " ");
  return /\s$/.test(textBefore) || textBefore === ""
    ? textBefore + collapsedText.replace(/^ /, "")
    : textBefore + collapsedText;
}
