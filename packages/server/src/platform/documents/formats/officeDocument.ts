import type { JsonObject, Location } from "@lectern/contract";
import { type OfficeContentNode, type OfficeMetadata, parseOffice } from "officeparser";
import { checkArchive } from "../child/archive.ts";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError } from "../readFailures.ts";
import { addSheet } from "./addSheet.ts";
import { addTable } from "./addTable.ts";
import { createOutline, type Outline } from "./outline.ts";
import { readHeadingLevels } from "./wordHeadings.ts";

/** Reads Word, PowerPoint, OpenDocument and RTF with officeparser. */
export const readOfficeDocument: FormatReader = async (input, items) => {
  const bytes = await input.loadBytes();
  const isArchive = bytes.subarray(0, 2).toString("latin1") === "PK";
  if (isArchive) await checkArchive(input.path);
  input.onProgress(10);
  const { archive } = documentLimits;
  const tree = await parseOffice(bytes, {
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
    decompressionLimits: { maxUncompressedBytes: archive.inflatedBytes, maxZipEntries: archive.entries },
    // Warnings only concern images and layout; serious problems are thrown.
    onWarning: () => undefined,
  }).catch((error: unknown): never => {
    throw isPasswordError(error) ? createEncryptedError(error) : error;
  });
  input.onProgress(80);
  const headingLevels = isArchive ? await readHeadingLevels(input.path) : new Map();
  addNodes(tree.content, { outline: createOutline(), paragraph: 0, slide: null, headingLevels, items });
  return { props: readProps(tree.metadata) };
};

interface TraversalState {
  outline: Outline;
  /** Number of the last paragraph, list or table; 0 before the first. */
  paragraph: number;
  /** Number of the current slide; null if the document has no slides. */
  slide: number | null;
  /** Heading levels by id of the paragraph style. */
  headingLevels: ReadonlyMap<string, number>;
  items: ItemCollector;
}

/** Consecutive list items are combined until the list is this long, in characters. */
const maxListLength = 1_500;

function addNodes(nodes: readonly OfficeContentNode[], state: TraversalState): void {
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (!node) continue;
    if (node.type !== "list") {
      addNode(node, state);
      continue;
    }
    const lines: string[] = [];
    const listNodes: OfficeContentNode[] = [];
    let length = 0;
    for (let listNode = nodes[index]; listNode?.type === "list" && length < maxListLength; listNode = nodes[++index]) {
      const line = formatListLine(listNode);
      lines.push(line);
      listNodes.push(listNode);
      length += line.length;
    }
    index--;
    state.items.add(lines.join("\n"), advanceLocation(state), "list");
    addNotes(listNodes, state);
  }
}

function addNode(node: OfficeContentNode, state: TraversalState): void {
  switch (node.type) {
    case "slide":
      state.slide = node.metadata?.slideNumber ?? (state.slide ?? 0) + 1;
      addNodes(node.children ?? [], state);
      for (const note of node.notes ?? []) state.items.add(`Notes: ${textOf(note)}`, { slide: state.slide });
      return;
    case "sheet":
      addSheet(node.metadata?.sheetName ?? "", readSheetRows(node), state.items);
      return;
    case "heading":
      addHeading(node, node.metadata?.level ?? 1, state);
      break;
    case "table":
      addTable(readCells(node), () => advanceLocation(state), state.items);
      break;
    case "code":
      state.items.add(textOf(node), advanceLocation(state), "code");
      break;
    case "image":
    case "chart":
    case "comment":
    case "break":
      return;
    case "note":
      state.items.add(`Note: ${textOf(node)}`, state.slide === null ? advanceLocation(state) : { slide: state.slide });
      return;
    case "paragraph": {
      const level = state.headingLevels.get(node.metadata?.style ?? "");
      if (level === undefined) state.items.add(textOf(node), advanceLocation(state));
      else addHeading(node, level, state);
      break;
    }
    case "text":
      state.items.add(textOf(node), advanceLocation(state));
      break;
    default:
      // Boxes, drawings and definitions: add their contents.
      if (node.children?.length) addNodes(node.children, state);
      else state.items.add(textOf(node), advanceLocation(state));
  }
  addNotes([node], state);
}

function addHeading(node: OfficeContentNode, level: number, state: TraversalState): void {
  const text = textOf(node).trim().replace(/\s+/g, " ");
  if (text === "") return;
  state.outline.enter(level, text);
  state.items.add(`${"#".repeat(Math.min(Math.max(1, level), 6))} ${text}`, advanceLocation(state), "heading", false);
}

/** Adds the footnotes of these nodes, with the current location. */
function addNotes(nodes: readonly OfficeContentNode[], state: TraversalState): void {
  for (const note of nodes.flatMap((node) => collectNotes(node)))
    state.items.add(`Note: ${textOf(note)}`, state.slide === null ? getCurrentLocation(state) : { slide: state.slide });
}

function collectNotes(node: OfficeContentNode): OfficeContentNode[] {
  return [...(node.notes ?? []), ...(node.children ?? []).flatMap((child) => collectNotes(child))];
}

/** Counts blank paragraphs too, because the numbers only have to ascend. */
function advanceLocation(state: TraversalState): Location {
  state.paragraph++;
  return getCurrentLocation(state);
}

function getCurrentLocation({ outline, paragraph, slide }: TraversalState): Location {
  return slide === null ? { ...outline.getLocation(), paragraph } : { slide };
}

function formatListLine(node: OfficeContentNode): string {
  const { listType, indentation = 0, itemIndex = 0 } = node.type === "list" ? (node.metadata ?? {}) : {};
  const mark = listType === "ordered" ? `${itemIndex + 1}.` : "-";
  return `${"  ".repeat(Math.min(indentation, 8))}${mark} ${textOf(node).trim()}`;
}

function textOf(node: OfficeContentNode): string {
  return node.text || (node.children ?? []).map((child) => textOf(child)).join(getSeparator(node));
}

function getSeparator(node: OfficeContentNode): string {
  const first = node.children?.[0]?.type;
  return first === undefined || first === "text" ? "" : "\n";
}

function readCells(table: OfficeContentNode): string[][] {
  return (table.children ?? [])
    .filter((row) => row.type === "row")
    .map((row) => (row.children ?? []).map((cell) => textOf(cell)));
}

function* readSheetRows(sheet: OfficeContentNode): Generator<{ row: number; cells: string[] }> {
  for (const [index, row] of (sheet.children ?? []).entries()) {
    const cells: string[] = [];
    let rowNumber = index + 1;
    for (const cell of row.children ?? []) {
      if (cell.type !== "cell") continue;
      const column = cell.metadata?.col ?? cells.length;
      if (cell.metadata?.row !== undefined) rowNumber = cell.metadata.row + 1;
      if (column < documentLimits.columns) cells[column] = textOf(cell);
    }
    yield { row: rowNumber, cells: Array.from(cells, (cell) => cell ?? "") };
  }
}

function readProps({
  title,
  author,
  subject,
  keywords,
  language,
  pages,
  created,
  modified,
}: OfficeMetadata): JsonObject {
  const texts = { title, author, subject, keywords, language };
  const dates = { created, modified };
  return {
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, value]) =>
        value ? [[name, value.slice(0, documentLimits.property).toWellFormed()]] : [],
      ),
    ),
    ...Object.fromEntries(
      Object.entries(dates).flatMap(([name, value]) =>
        value && !Number.isNaN(value.getTime()) ? [[name, value.toISOString()]] : [],
      ),
    ),
    ...(pages === undefined ? {} : { pages }),
  };
}

function isPasswordError(error: unknown): boolean {
  const issue: unknown = error instanceof Error && "officeIssue" in error ? error.officeIssue : null;
  return typeof issue === "object" && issue !== null && "code" in issue && /^PASSWORD_/.test(String(issue.code));
}
