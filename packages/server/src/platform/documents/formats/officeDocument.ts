import type { JsonObject, Location } from "@lectern/contract";
import { type OfficeContentNode, type OfficeMetadata, parseOffice } from "officeparser";
import type { FormatReader } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { documentLimits } from "../documentLimits.ts";
import { createEncryptedError } from "../readFailures.ts";
import { addTable } from "./addTable.ts";
import { prepareOfficeFile } from "./office/prepareOfficeFile.ts";
import { readTable } from "./office/readTable.ts";
import { createOutline, type Outline } from "./outline.ts";
import { lowerText, raiseText, separateFractions } from "./raisedText.ts";
import { joinStruckParts, strikeText } from "./struckText.ts";
import { readHeadingLevels } from "./wordHeadings.ts";

/**
 * Reads Word, PowerPoint, OpenDocument and RTF with officeparser, after writing into their XML what it does not compute:
 * see `prepareOfficeFile`.
 */
export const readOfficeDocument: FormatReader = async (input, items) => {
  const originalBytes = await input.loadBytes();
  const isArchive = originalBytes.subarray(0, 2).toString("latin1") === "PK";
  const prepared = isArchive ? await prepareOfficeFile(input.path, items) : null;
  input.onProgress(20);
  const { archive } = documentLimits;
  const tree = await parseOffice(prepared ? Buffer.from(prepared.bytes.buffer) : originalBytes, {
    ignoreSlideMasters: true,
    // Only for the values of charts: the archive has no pictures.
    extractAttachments: isArchive,
    decompressionLimits: { maxUncompressedBytes: archive.inflatedBytes, maxZipEntries: archive.entries },
    // Warnings only concern images and layout; serious problems are thrown.
    onWarning: () => undefined,
  }).catch((error: unknown): never => {
    throw isPasswordError(error) ? createEncryptedError(error) : error;
  });
  input.onProgress(80);
  const headingLevels = isArchive ? await readHeadingLevels(input.path) : new Map();
  const state: TraversalState = {
    outline: createOutline(),
    paragraph: 0,
    slide: null,
    headingLevels,
    items,
    hasLabels: isArchive,
    charts: new Map(tree.attachments.flatMap(({ name, chartData }) => (name && chartData ? [[name, chartData]] : []))),
    hiddenSlides: prepared?.hiddenSlides ?? new Set(),
    pictures: 0,
  };
  addNodes(tree.content, state);
  addMargins("Header", tree.auxiliary?.headers ?? [], state);
  addMargins("Footer", tree.auxiliary?.footers ?? [], state);
  if (state.pictures > 0) items.note("picturesLeftOut", { count: state.pictures });
  return { props: readProps(tree.metadata) };
};

type ChartData = NonNullable<Awaited<ReturnType<typeof parseOffice>>["attachments"][number]["chartData"]>;

interface TraversalState {
  outline: Outline;
  /** Number of the last paragraph, list or table; 0 before the first. */
  paragraph: number;
  /** Number of the current slide; null if the document has no slides. */
  slide: number | null;
  /** Heading levels by id of the paragraph style. */
  headingLevels: ReadonlyMap<string, number>;
  items: ItemCollector;
  /** True if the text of each numbered item starts with its number. */
  hasLabels: boolean;
  /** The charts that have not been added yet, by the name of their part. */
  charts: Map<string, ChartData>;
  /** Numbers of the slides that the presentation does not show. */
  hiddenSlides: ReadonlySet<number>;
  /** Number of pictures so far. */
  pictures: number;
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
      const line = formatListLine(listNode, state);
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
      if (state.hiddenSlides.has(state.slide)) state.items.add("Hidden slide:", { slide: state.slide });
      addNodes(node.children ?? [], state);
      for (const note of node.notes ?? []) state.items.add(`Notes: ${textOf(note)}`, { slide: state.slide });
      for (const comment of node.comments ?? []) addComment(comment, state);
      return;
    case "heading":
      addHeading(node, node.metadata?.level ?? 1, state);
      break;
    case "table":
      addTable(readTable(node, textOf), () => advanceLocation(state), state.items);
      break;
    case "code":
      state.items.add(textOf(node), advanceLocation(state), "code");
      break;
    case "image":
      state.pictures++;
      return;
    case "chart":
      addChart(node.metadata?.attachmentName ?? "", state);
      return;
    case "comment":
      addComment(node, state);
      return;
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
      if (node.children?.length) {
        addNodes(node.children, state);
        addNotes([{ ...node, children: [] }], state);
        return;
      }
      state.items.add(textOf(node), advanceLocation(state));
  }
  addNotes([node], state);
}

function addHeading(node: OfficeContentNode, level: number, state: TraversalState): void {
  const text = textOf(node).trim().replace(/\s+/g, " ");
  if (text === "") return;
  state.outline.enter(level, text);
  state.items.add(`${"#".repeat(Math.min(Math.max(1, level), 6))} ${text}`, advanceLocation(state), "heading", false);
}

/** Adds the footnotes and comments of these nodes, with the current location, and the charts in them. */
function addNotes(nodes: readonly OfficeContentNode[], state: TraversalState): void {
  for (const node of nodes) {
    for (const descendant of listDescendants(node)) {
      for (const note of descendant.notes ?? []) state.items.add(`Note: ${textOf(note)}`, getNoteLocation(state));
      for (const comment of descendant.comments ?? []) addComment(comment, state);
      if (descendant === node) continue;
      if (descendant.type === "image") state.pictures++;
      if (descendant.type === "chart") addChart(descendant.metadata?.attachmentName ?? "", state);
    }
  }
}

function* listDescendants(node: OfficeContentNode): Generator<OfficeContentNode> {
  yield node;
  for (const child of node.children ?? []) yield* listDescendants(child);
}

function addComment(comment: OfficeContentNode, state: TraversalState): void {
  const author = comment.type === "comment" ? (comment.metadata?.author ?? "").trim() : "";
  const text = textOf(comment).trim();
  if (text !== "") state.items.add(`Comment${author === "" ? "" : ` by ${author}`}: ${text}`, getNoteLocation(state));
}

/** Adds the values of a chart as a table. A chart that stands in several places is added once. */
function addChart(name: string, state: TraversalState): void {
  const chart = state.charts.get(name);
  if (!chart) {
    state.items.note("leftOutCharts", { count: 1 });
    return;
  }
  state.charts.delete(name);
  const { title = "", dataSets, labels, xAxisTitle = "", yAxisTitle = "" } = chart;
  const axes = [xAxisTitle, yAxisTitle].filter((axis) => axis !== "").join(", ");
  state.items.add(`Chart: ${[title, axes].filter((part) => part !== "").join(" – ")}`, getNoteLocation(state));
  const rowCount = Math.min(Math.max(labels.length, ...dataSets.map(({ values }) => values.length)), maxChartRows);
  const shownSets = dataSets.slice(0, maxChartColumns);
  if (rowCount < labels.length || shownSets.length < dataSets.length)
    state.items.note("truncated", { detail: "chart" });
  const header = ["", ...shownSets.map(({ name: setName }, index) => setName ?? `Series ${index + 1}`)];
  const rows = Array.from({ length: rowCount }, (_, row) => [
    labels[row] ?? String(row + 1),
    ...shownSets.map(({ values }) => values[row] ?? ""),
  ]);
  const table = [header, ...rows].map((row) => row.map((text) => ({ text })));
  addTable({ rows: table, headerRows: 1 }, () => getNoteLocation(state), state.items);
}

const maxChartRows = 2_000;
const maxChartColumns = 100;

/** Adds each different header or footer once. They belong to no section, so they are under no heading. */
function addMargins(label: string, nodes: readonly OfficeContentNode[], state: TraversalState): void {
  const texts = nodes.map((node) => (node.type === "table" ? formatMarginTable(node) : textOf(node)).trim());
  for (const text of new Set(texts)) {
    // A page number alone says nothing, because it is the same in all copies.
    if (/\p{L}/u.test(text) || /\d{3}/.test(text))
      state.items.add(`${label}: ${text}`, { paragraph: Math.max(1, state.paragraph) }, "paragraph", true, []);
  }
}

function formatMarginTable(node: OfficeContentNode): string {
  const { rows } = readTable(node, textOf);
  return rows.flatMap((row) => row.map(({ text }) => text.trim()).filter((text) => text !== "")).join(", ");
}

function getNoteLocation(state: TraversalState): Location {
  return state.slide === null ? getCurrentLocation(state) : { slide: state.slide };
}

/** Counts blank paragraphs too, because the numbers only have to ascend. */
function advanceLocation(state: TraversalState): Location {
  state.paragraph++;
  return getCurrentLocation(state);
}

function getCurrentLocation({ outline, paragraph, slide }: TraversalState): Location {
  return slide === null ? { ...outline.getLocation(), paragraph } : { slide };
}

function formatListLine(node: OfficeContentNode, { hasLabels }: TraversalState): string {
  const { listType, indentation = 0, itemIndex = 0 } = node.type === "list" ? (node.metadata ?? {}) : {};
  const orderedMark = hasLabels ? "" : `${itemIndex + 1}. `;
  const mark = listType === "ordered" ? orderedMark : "- ";
  return `${"  ".repeat(Math.min(indentation, 8))}${mark}${textOf(node).trim()}`;
}

/**
 * Returns the text of a node. Raised, lowered and struck parts stay apart, as in "10⁶" and "~~40~~". `before`: the text
 * it follows.
 */
function textOf(node: OfficeContentNode, before = ""): string {
  const { text = "", children = [] } = node;
  const ownText = text === "" || children.some(isMarked) ? joinTexts(node) : text;
  if (ownText === "") return ownText;
  const shiftedText = isRaisedOrLowered(node)
    ? node.formatting?.superscript
      ? raiseText(ownText, before)
      : lowerText(ownText)
    : separateFractions(ownText);
  return isStruck(node) ? strikeText(shiftedText) : shiftedText;
}

function joinTexts(node: OfficeContentNode): string {
  const parts: string[] = [];
  const separator = getSeparator(node);
  for (const child of node.children ?? []) {
    const before = separator === "" ? (parts.at(-1) ?? "") : "";
    parts.push(child.type === "break" ? "\n" : textOf(child, before));
  }
  const text = parts.join(separator);
  return node.children?.some(isStruck) ? joinStruckParts(text) : text;
}

const isStruck = ({ type, formatting }: OfficeContentNode) => type === "text" && formatting?.strikethrough === true;

const isMarked = (node: OfficeContentNode) => isRaisedOrLowered(node) || isStruck(node);

function isRaisedOrLowered({ type, formatting }: OfficeContentNode): boolean {
  return type === "text" && Boolean(formatting?.superscript || formatting?.subscript);
}

function getSeparator(node: OfficeContentNode): string {
  const first = node.children?.[0]?.type;
  return first === undefined || first === "text" || first === "break" || first === "code" ? "" : "\n";
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
