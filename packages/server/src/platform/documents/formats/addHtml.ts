import type { ContentItem, Location } from "@lectern/contract";
import { cleanText, type ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { addTable } from "./addTable.ts";
import { createMarkupParser } from "./markupParser.ts";
import type { Outline } from "./outline.ts";

interface HtmlContext {
  outline: Outline;
  /** The location of the next item. */
  getLocation: () => Location;
}

/**
 * A block inside a table. It is not added before the table ends, because only then is it known whether the table
 * contains data or arranges the page.
 */
type Block =
  | { type: "text"; kind: ContentItem["kind"]; text: string; level: number }
  | { type: "table"; rows: string[][] };

interface Table {
  rows: string[][];
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
  "select",
  "button",
]);
const inlineElements: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark math meter q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
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
  const openLists: { isOrdered: boolean; count: number }[] = [];
  let listLines: string[] = [];
  let listMark = "";
  const openTables: Table[] = [];

  const addBlock = (block: Block) => {
    const table = openTables.at(-1);
    if (table) {
      table.blocks.push(block);
      const row = table.rows.at(-1);
      const blockText = block.type === "text" ? block.text : block.rows.map((cells) => cells.join(" ")).join("\n");
      if (row && row.length > 0) row[row.length - 1] = [row.at(-1), blockText].filter((part) => part !== "").join("\n");
      return;
    }
    if (block.type === "table") return addTable(block.rows, getLocation, items);
    if (block.level === 0) return items.add(block.text, getLocation(), block.kind);
    const headingLine = block.text.replace(/\s+/g, " ");
    outline.enter(block.level, headingLine);
    items.add(`${"#".repeat(block.level)} ${headingLine}`, getLocation(), "heading", false);
  };
  const flushList = () => {
    if (listLines.length > 0) addBlock({ type: "text", kind: "list", text: listLines.join("\n"), level: 0 });
    listLines = [];
  };
  const flushText = () => {
    const content =
      preDepth > 0
        ? pendingText.trimEnd()
        : cleanText(pendingText.replace(/ *\n */g, "\n").replace(/ {2,}/g, " ")).trim();
    pendingText = "";
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
    const isLayout = table.blocks.some(
      (block) => block.type === "table" || block.kind === "heading" || block.text.length > maxCellLength,
    );
    if (isLayout) for (const block of table.blocks) addBlock(block);
    else addBlock({ type: "table", rows: table.rows });
  };

  const parser = createMarkupParser({
    onopentag(name) {
      depth++;
      if (ignoredDepth !== null) return;
      if (ignoredElements.has(name)) {
        ignoredDepth = depth;
        return;
      }
      if (name === "title") isInTitle = true;
      if (name === "br") pendingText += "\n";
      if (inlineElements.has(name) || name === "br") return;
      flushText();
      if (name === "pre" || name === "listing" || name === "xmp") preDepth++;
      if (/^h[1-6]$/.test(name)) {
        flushList();
        headingLevel = Number(name[1]);
      }
      if (name === "ul" || name === "ol") openLists.push({ isOrdered: name === "ol", count: 0 });
      const currentList = openLists.at(-1);
      if (name === "li" && currentList) {
        currentList.count++;
        listMark = currentList.isOrdered ? `${currentList.count}.` : "-";
      }
      if (name === "table") {
        flushList();
        if (openTables.length < documentLimits.depth) openTables.push({ rows: [], blocks: [] });
      }
      const table = openTables.at(-1);
      if (name === "tr") table?.rows.push([]);
      if ((name === "td" || name === "th") && table) {
        if (table.rows.length === 0) table.rows.push([]);
        table.rows.at(-1)?.push("");
      }
    },
    ontext(data) {
      if (ignoredDepth !== null) return;
      if (isInTitle) title += data;
      else if (preDepth > 0) pendingText += data;
      else pendingText = appendCollapsedText(pendingText, data);
    },
    onclosetag(name) {
      if (ignoredDepth === depth) ignoredDepth = null;
      depth--;
      if (ignoredDepth !== null || ignoredElements.has(name)) return;
      if (name === "title") isInTitle = false;
      if (inlineElements.has(name) || name === "br") return;
      flushText();
      if (name === "pre" || name === "listing" || name === "xmp") preDepth = Math.max(0, preDepth - 1);
      if (/^h[1-6]$/.test(name)) headingLevel = 0;
      if (name === "ul" || name === "ol") {
        openLists.pop();
        if (openLists.length === 0) flushList();
      }
      if (name === "table") endTable();
    },
  });
  parser.write(html);
  parser.end();
  flushText();
  flushList();
  while (openTables.length > 0) endTable();
  return { title: cleanText(title).replace(/\s+/g, " ").trim().slice(0, documentLimits.property) };
}

function appendCollapsedText(textBefore: string, text: string): string {
  const collapsedText = text.replace(/[ \t\n\r\f]+/g, " ");
  return /\s$/.test(textBefore) || textBefore === ""
    ? textBefore + collapsedText.replace(/^ /, "")
    : textBefore + collapsedText;
}
