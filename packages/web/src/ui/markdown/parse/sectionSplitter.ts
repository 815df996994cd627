import { type Definitions, parseDefinitions } from "./lexMarkdown.ts";

/** A piece of the source that is lexed and drawn by itself: a fenced code block, or some blocks of text. */
export interface Section {
  raw: string;
  isFence: boolean;
}

export interface SplitSource {
  sections: readonly Section[];
  /** True when more of the last section may come. */
  isLastOpen: boolean;
  definitions: Definitions;
}

interface Scan {
  /** Where the section that is being read begins. */
  start: number;
  kind: "none" | "text" | "list" | "indented" | "fence" | "math";
  sawBlankLine: boolean;
  /** What closes a fence or a formula. */
  closer: string;
}

const createScan = (start: number): Scan => ({ start, kind: "none", sawBlankLine: false, closer: "" });

/**
 * Cuts markdown into sections, line by line, so that a source that grows is never read twice: an update costs the new text
 * and the open section. Where the cuts fall depends on the lines alone, never on the steps in which they arrived.
 */
export class SectionSplitter {
  #source = "";
  /** Everything before this place has been read; it is the start of a line. */
  #readTo = 0;
  #scan = createScan(0);
  #sections: Section[] = [];
  #definitions: Definitions = {};
  #last: { source: string; isStreaming: boolean; result: SplitSource } | null = null;

  /** The sections of `source`. Asked again with the same source, it gives the same object. */
  split(source: string, isStreaming: boolean): SplitSource {
    if (this.#last?.source === source && this.#last.isStreaming === isStreaming) return this.#last.result;
    if (!source.startsWith(this.#source)) this.#reset();
    this.#source = source;
    for (let end = source.indexOf("\n", this.#readTo); end !== -1; end = source.indexOf("\n", this.#readTo)) {
      this.#keep(readLine(this.#scan, source, this.#readTo, end + 1));
      this.#readTo = end + 1;
    }
    const result = this.#includeOpenLine(isStreaming);
    this.#last = { source, isStreaming, result };
    return result;
  }

  #reset() {
    this.#readTo = 0;
    this.#scan = createScan(0);
    this.#sections = [];
    this.#definitions = {};
  }

  #keep(cuts: readonly Section[]) {
    for (const section of cuts) {
      this.#sections.push(section);
      this.#definitions = addDefinitions(this.#definitions, section);
    }
  }

  /** What is there besides the finished sections; the last line may lack its end, so nothing of this is remembered. */
  #includeOpenLine(isStreaming: boolean): SplitSource {
    const source = this.#source;
    const scan = { ...this.#scan };
    const marker = scan.kind === "fence" ? mayCloseFence : mayBecomeMarker;
    const isHeldBack = isStreaming && scan.kind !== "math" && marker.test(source.slice(this.#readTo));
    const end = isHeldBack ? this.#readTo : source.length;
    const cuts = end > this.#readTo ? readLine(scan, source, this.#readTo, end) : [];
    const sections = [...this.#sections, ...cuts];
    const isLastOpen = scan.kind !== "none";
    if (isLastOpen) sections.push({ raw: source.slice(scan.start, end), isFence: scan.kind === "fence" });
    if (isStreaming) return { sections, isLastOpen, definitions: this.#definitions };
    const definitions = sections.slice(this.#sections.length).reduce(addDefinitions, this.#definitions);
    return { sections, isLastOpen: false, definitions };
  }
}

/** A line that says nothing yet: the next characters make it a rule, a list, a heading, a fence or plain text. */
const mayBecomeMarker = /^\s*(?:[-+_*=]{1,3}|#{1,6}|`{1,3}|~{1,3}|\d{1,9}[.)]?|\$|\\|>|\|)$/;
const mayCloseFence = /^ *(?:`+|~+)$/;

const blankLine = /^[ \t\r\n]*$/;
const fenceOpener = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const headingLine = /^ {0,3}#{1,6}(?:[ \t\r\n]|$)/;
const listLine = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t\r\n]|$)/;
const listThatInterrupts = /^ {0,3}(?:[-+*]|1[.)])[ \t]+[^ \t\r\n]/;
const mathOpener = /^ {0,3}(\$\$|\\\[)/;
const indentation = /^[ \t]*/;
/** A line inside a list that stands further left than this begins something new there. */
const listContentIndent = 2;

/** Takes one line in; gives the sections that it ended. Changes `scan`. */
function readLine(scan: Scan, source: string, from: number, to: number): Section[] {
  const line = source.slice(from, to);
  if (scan.kind === "fence") return closesFence(line, scan.closer) ? [cut(scan, source, to)] : [];
  if (blankLine.test(line)) {
    // No formula has an empty line in it: this one was never closed, so it is text.
    if (scan.kind === "math") scan.kind = "text";
    if (scan.kind !== "none") scan.sawBlankLine = true;
    return [];
  }
  if (scan.kind === "math") {
    if (line.includes(scan.closer)) scan.kind = "text";
    return [];
  }
  const cuts: Section[] = [];
  if (scan.kind !== "none" && startsSection(scan, line)) cuts.push(cut(scan, source, from));
  if (scan.kind === "none") begin(scan, line, from);
  else if (scan.kind === "indented" && indentOf(line) < 4) scan.kind = "text";
  scan.sawBlankLine = false;
  if (scan.kind === "text" && headingLine.test(line)) cuts.push(cut(scan, source, to));
  else if (scan.kind === "text") startMath(scan, line);
  return cuts;
}

function startsSection(scan: Scan, line: string): boolean {
  const indent = indentOf(line);
  const isOutsideList = scan.kind !== "list" || indent < listContentIndent;
  if (isOutsideList && (headingLine.test(line) || fenceOpener.test(line))) return true;
  if (scan.kind === "text" && listThatInterrupts.test(line)) return true;
  if (!scan.sawBlankLine) return false;
  if (scan.kind === "list") return isOutsideList && !listLine.test(line);
  return scan.kind !== "indented" || indent < 4;
}

/** The empty lines before belong to no section. */
function begin(scan: Scan, line: string, from: number): void {
  scan.start = from;
  const fence = fenceOpener.exec(line)?.[2];
  if (fence) {
    scan.kind = "fence";
    scan.closer = fence;
  } else if (listLine.test(line)) scan.kind = "list";
  else scan.kind = indentOf(line) >= 4 ? "indented" : "text";
}

function startMath(scan: Scan, line: string): void {
  const opener = mathOpener.exec(line);
  if (!opener) return;
  const closer = opener[1] === "$$" ? "$$" : "\\]";
  if (line.includes(closer, opener[0].length)) return;
  scan.kind = "math";
  scan.closer = closer;
}

function closesFence(line: string, opener: string): boolean {
  const text = line.trimEnd();
  const marks = text.trimStart();
  const mark = opener.charAt(0);
  if (text.length - marks.length > 3 || marks.length < opener.length) return false;
  return [...marks].every((character) => character === mark);
}

function indentOf(line: string): number {
  let width = 0;
  for (const character of indentation.exec(line)?.[0] ?? "") width += character === "\t" ? 4 - (width % 4) : 1;
  return width;
}

function cut(scan: Scan, source: string, at: number): Section {
  const section = { raw: source.slice(scan.start, at), isFence: scan.kind === "fence" };
  Object.assign(scan, createScan(at));
  return section;
}

const mayDefine = /^ {0,3}\[[^\]]+\]:/m;

/** The first definition of a label wins, as CommonMark says. */
function addDefinitions(known: Definitions, section: Section): Definitions {
  if (section.isFence || !mayDefine.test(section.raw)) return known;
  const found = parseDefinitions(section.raw);
  return Object.keys(found).length > 0 ? { ...found, ...known } : known;
}
