import { findFenceEnd, type OpenFence, openFence, readFenceLine } from "@lectern/contract/markdown";
import type { Links } from "marked";
import { type Definitions, noDefinitions, parseDefinitions } from "./lexMarkdown.ts";
import { findTableHead } from "./tableHead.ts";

/** A part of the source that is lexed and rendered independently: a fenced code block, or blocks of text. */
export interface Section {
  raw: string;
  /** The offset of the section in the source. */
  start: number;
  isFence: boolean;
  /** The header of a table that started in an earlier section, if this section continues that table. */
  tableHead?: string;
}

/**
 * The length at which a list, a table or other text is divided, so that lexing one section takes no more than some
 * ten milliseconds. Fences are not lexed and not divided.
 */
const maxSectionCharacters = 50_000;

export interface SplitSource {
  sections: readonly Section[];
  /** True if the last section may still grow. */
  isLastOpen: boolean;
  definitions: Definitions;
}

interface Scan {
  /** The offset at which the current section starts. */
  start: number;
  kind: "none" | "text" | "list" | "indented" | "fence" | "math";
  sawBlankLine: boolean;
  /** The fence that the section is; null if it is none. */
  fence: OpenFence | null;
  /** The delimiter that closes a formula. */
  closer: string;
  /** The header of the table that the section continues; "" if it continues none. */
  tableHead: string;
}

const createScan = (start: number): Scan => ({
  start,
  kind: "none",
  sawBlankLine: false,
  fence: null,
  closer: "",
  tableHead: "",
});

const noOffsets: readonly number[] = [];

/**
 * Splits markdown into sections line by line, so that no complete line of a growing source is scanned twice. The
 * boundaries depend only on the lines, not on the steps in which they arrived.
 */
export class SectionSplitter {
  #source = "";
  /** Ascending. Even a list ends at the first empty line after such an offset; a code block does not. */
  #insertOffsets = noOffsets;
  /** Everything before this offset, which is the start of a line, has been scanned. */
  #scannedTo = 0;
  #scan = createScan(0);
  #sections: Section[] = [];
  #definitions = noDefinitions;
  #last: { source: string; isStreaming: boolean; result: SplitSource } | null = null;

  /** Sets the offsets (ascending) at which something is inserted between two sections. */
  setInsertOffsets(offsets: readonly number[]): void {
    const previous = this.#insertOffsets;
    if (offsets === previous) return;
    const maxLength = Math.max(offsets.length, previous.length);
    let common = 0;
    while (common < maxLength && offsets[common] === previous[common]) common += 1;
    if (common === maxLength) return;
    const changedFrom = Math.min(offsets[common] ?? Infinity, previous[common] ?? Infinity);
    this.#insertOffsets = offsets;
    this.#last = null;
    if (changedFrom < this.#scannedTo) this.#reset();
  }

  /** Returns the sections of `source`; the same object if nothing has changed. */
  split(source: string, isStreaming: boolean): SplitSource {
    if (this.#last?.source === source && this.#last.isStreaming === isStreaming) return this.#last.result;
    if (!source.startsWith(this.#source)) this.#reset();
    this.#source = source;
    const endedSections: Section[] = [];
    for (let end = source.indexOf("\n", this.#scannedTo); end !== -1; end = source.indexOf("\n", this.#scannedTo)) {
      endedSections.push(...this.#scanLine(this.#scan, source, end + 1));
      this.#scannedTo = end + 1;
    }
    this.#sections = [...this.#sections, ...endedSections];
    this.#definitions = addDefinitions(this.#definitions, endedSections);
    const result = this.#includeOpenLine(isStreaming);
    this.#last = { source, isStreaming, result };
    return result;
  }

  /** Returns the end of the fence that contains `offset`, or `offset` if no fence contains it. */
  readonly findFenceEnd = (source: string, offset: number): number => {
    this.split(source.slice(0, offset), true);
    const { fence } = this.#scan;
    return fence ? findFenceEnd(source, this.#scannedTo, fence).end : offset;
  };

  /** Scans the line from `#scannedTo` to `end`. */
  #scanLine(scan: Scan, source: string, end: number): Section[] {
    const isAfterInsert = this.#insertOffsets.some((offset) => offset > scan.start && offset <= this.#scannedTo);
    return scanLine(scan, source, this.#scannedTo, end, isAfterInsert);
  }

  #reset() {
    this.#scannedTo = 0;
    this.#scan = createScan(0);
    this.#sections = [];
    this.#definitions = noDefinitions;
  }

  /**
   * Adds the unfinished text to the result. Its last line may be incomplete, so the splitter does not store the
   * resulting sections.
   */
  #includeOpenLine(isStreaming: boolean): SplitSource {
    const source = this.#source;
    const scan = { ...this.#scan };
    const marker = scan.kind === "fence" ? possibleFenceCloser : possibleMarker;
    const isHeldBack = isStreaming && scan.kind !== "math" && marker.test(source.slice(this.#scannedTo));
    const end = isHeldBack ? this.#scannedTo : source.length;
    const endedSections = end > this.#scannedTo ? this.#scanLine(scan, source, end) : [];
    const sections = [...this.#sections, ...endedSections];
    const isLastOpen = scan.kind !== "none";
    if (isLastOpen) sections.push(createSection(scan, source, end));
    if (isStreaming) return { sections, isLastOpen, definitions: this.#definitions };
    const definitions = addDefinitions(this.#definitions, sections.slice(this.#sections.length));
    return { sections, isLastOpen: false, definitions };
  }
}

/** Matches a line that the next characters may turn into a rule, a list, a heading, a fence or plain text. */
const possibleMarker = /^\s*(?:[-+_*=]{1,3}|#{1,6}|`{1,3}|~{1,3}|\d{1,9}[.)]?|\$|\\|>|\|)$/;
const possibleFenceCloser = /^ *(?:`+|~+)$/;

const blankLine = /^[ \t\r\n]*$/;
const headingLine = /^ {0,3}#{1,6}(?:[ \t\r\n]|$)/;
const listLine = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|$)/;
const interruptingListLine = /^ {0,3}(?:[-+*]|1[.)])[ \t]+[^ \t\r\n]/;
const mathOpener = /^ {0,3}(\$\$|\\\[)/;
const indentation = /^[ \t]*/;
/** The minimum indentation, in columns, of a list item's content. A line that is indented less may end the list. */
const listContentIndent = 2;

/**
 * Scans one line and returns the sections that it ended. `isAfterInsert`: something is inserted between the start of the
 * section and this line. Mutates `scan`.
 */
function scanLine(scan: Scan, source: string, from: number, to: number, isAfterInsert: boolean): Section[] {
  const line = source.slice(from, to);
  if (scan.fence) {
    const fence = readFenceLine(scan.fence, line);
    if (!fence) return [endSection(scan, source, to)];
    scan.fence = fence;
    return [];
  }
  if (blankLine.test(line)) {
    // A formula cannot contain an empty line, so this formula was never closed and is text.
    if (scan.kind === "math") scan.kind = "text";
    if (scan.kind !== "none") scan.sawBlankLine = true;
    return [];
  }
  if (scan.kind === "math") {
    if (line.includes(scan.closer)) scan.kind = "text";
    return [];
  }
  const endedSections: Section[] = [];
  if (scan.kind !== "none" && startsSection(scan, line, isAfterInsert))
    endedSections.push(endSection(scan, source, from));
  else if (mayDivide(scan, line, from)) {
    const tableHead = scan.kind === "text" && line.includes("|") ? getTableHead(scan, source, from) : "";
    endedSections.push(endSection(scan, source, from));
    scan.tableHead = tableHead;
  }
  if (scan.kind === "none") startSection(scan, line, from);
  else if (scan.kind === "indented" && getIndentWidth(line) < 4) scan.kind = "text";
  scan.sawBlankLine = false;
  if (scan.kind === "text" && headingLine.test(line)) endedSections.push(endSection(scan, source, to));
  else if (scan.kind === "text") startMath(scan, line);
  return endedSections;
}

function startsSection(scan: Scan, line: string, isAfterInsert: boolean): boolean {
  const indent = getIndentWidth(line);
  const isOutsideList = scan.kind !== "list" || indent < listContentIndent;
  if (isOutsideList && (headingLine.test(line) || openFence(line) !== null)) return true;
  if (scan.kind === "text" && interruptingListLine.test(line)) return true;
  if (!scan.sawBlankLine) return false;
  if (isAfterInsert) return true;
  if (scan.kind === "list") return isOutsideList && !listLine.test(line);
  return scan.kind !== "indented" || indent < 4;
}

/** True if the section is too long and can end before `line`: a list preferably before one of its own items. */
function mayDivide(scan: Scan, line: string, from: number): boolean {
  const length = from - scan.start;
  if (scan.kind === "none" || length < maxSectionCharacters) return false;
  if (scan.kind !== "list") return true;
  return length >= 2 * maxSectionCharacters || (listLine.test(line) && getIndentWidth(line) < listContentIndent);
}

/** Returns the header of the table that the section ends with at `end`; "" if it ends with none. */
const getTableHead = (scan: Scan, source: string, end: number) =>
  scan.tableHead || findTableHead(source.slice(scan.start, end));

/** Empty lines before a section belong to no section. */
function startSection(scan: Scan, line: string, from: number): void {
  scan.start = from;
  scan.fence = openFence(line);
  if (scan.fence) scan.kind = "fence";
  else if (listLine.test(line)) scan.kind = "list";
  else scan.kind = getIndentWidth(line) >= 4 ? "indented" : "text";
}

function startMath(scan: Scan, line: string): void {
  const opener = mathOpener.exec(line);
  if (!opener) return;
  const closer = opener[1] === "$$" ? "$$" : "\\]";
  if (line.includes(closer, opener[0].length)) return;
  scan.kind = "math";
  scan.closer = closer;
}

function getIndentWidth(line: string): number {
  let width = 0;
  for (const character of indentation.exec(line)?.[0] ?? "") width += character === "\t" ? 4 - (width % 4) : 1;
  return width;
}

function endSection(scan: Scan, source: string, offset: number): Section {
  const section = createSection(scan, source, offset);
  Object.assign(scan, createScan(offset));
  return section;
}

function createSection({ start, kind, tableHead }: Scan, source: string, end: number): Section {
  const section = { raw: source.slice(start, end), start, isFence: kind === "fence" };
  return tableHead === "" ? section : { ...section, tableHead };
}

const possibleDefinition = /^ {0,3}\[[^\]]+\]:/m;

/** The first definition of a label wins, as in CommonMark. */
function addDefinitions(definitions: Definitions, sections: readonly Section[]): Definitions {
  const added: Links = Object.create(null);
  for (const { raw, isFence } of sections) {
    if (isFence || !possibleDefinition.test(raw)) continue;
    for (const [label, link] of Object.entries(parseDefinitions(raw))) added[label] ??= link;
  }
  if (Object.keys(added).length === 0) return definitions;
  return Object.assign(added, definitions);
}
