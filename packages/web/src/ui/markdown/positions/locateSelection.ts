import citationClasses from "../citations/citations.module.css";
import classes from "../markdown.module.css";
import { getRenderedMarkdown } from "../renderedMarkdown.ts";
import { findRenderedTexts, type LineContainer, type RenderedText } from "./renderedTexts.ts";
import { objectCharacter, type ShownCharacter, type ShownText } from "./shownText.ts";
import { type SourceRange, UnknownPositionError } from "./sourceText.ts";

/**
 * A part of a Markdown source. `form` says what may take its place: `line`: text without line breaks, as in a heading;
 * `cell`: the same without bars, in one cell of a table; `code`: code of one block; `text` and `blocks`: Markdown.
 */
export interface SourceSelection extends SourceRange {
  form: "text" | "line" | "cell" | "code" | "blocks";
  /** What each of its lines starts with after the first one, such as `> `. */
  linePrefix: string;
}

/**
 * Returns the part of the source that a selection in the root element of a `Markdown` shows. A selection that begins or
 * ends inside emphasis, a link or a formula includes all of it, and one of several blocks their marks, code and rows, so
 * that replacing it breaks no syntax. Returns null if nothing is selected or the part cannot be determined exactly.
 */
export function locateSelection(root: Element, range: Range): SourceSelection | null {
  const rendered = getRenderedMarkdown(root);
  if (!rendered) return null;
  try {
    const { texts, opaque } = findRenderedTexts(root, rendered);
    const ends = [range.startContainer, range.endContainer];
    if (ends.some((end) => !root.contains(end) || opaque.some((element) => element.contains(end)))) return null;
    const selectedTexts = texts.flatMap((text) => selectIn(text, range) ?? []);
    const [first] = selectedTexts;
    const last = selectedTexts.at(-1);
    if (!first || !last) return null;
    const selection = first === last ? selectInText(first) : selectBlocks(first, last, rendered.source);
    return Number.isInteger(selection.start) && selection.start < selection.end ? selection : null;
  } catch (error) {
    if (error instanceof UnknownPositionError) return null;
    throw error;
  }
}

interface SelectedText {
  text: RenderedText;
  /** True if only white space of the text precedes the selection. */
  isFromStart: boolean;
  first: ShownCharacter;
  last: ShownCharacter;
}

/** Returns what is selected of a text; null if that is nothing but white space. Throws `UnknownPositionError`. */
function selectIn(text: RenderedText, range: Range): SelectedText | null {
  if (!text.nodes.some((node) => range.intersectsNode(node))) return null;
  const page = readNodes(text.nodes, range);
  let { start, end } = page;
  if (page.text.slice(start, end).trim() === "") return null;
  const shown = text.show();
  if (!isShown(shown, page.text, text.kind)) throw new UnknownPositionError();
  if (text.kind === "code") {
    // The line after the break may start with marks that are not shown.
    while (page.text.charAt(end - 1) === "\n") end -= 1;
  } else {
    while (isSpace(page.text.charAt(start))) start += 1;
    while (isSpace(page.text.charAt(end - 1))) end -= 1;
  }
  const first = shown.characters[start];
  const last = shown.characters[end - 1];
  if (!first || !last) throw new UnknownPositionError();
  return { text, isFromStart: page.text.slice(0, start).trim() === "", first, last };
}

const isSpace = (character: string) => character !== "" && character.trim() === "";

/** Long code may be shown in part. */
const isShown = ({ text }: ShownText, pageText: string, kind: RenderedText["kind"]) =>
  kind === "code" ? text.startsWith(pageText) : text === pageText;

function selectInText({ text, first, last }: SelectedText): SourceSelection {
  const { start } = first.nodes.find((node) => !last.nodes.includes(node)) ?? first;
  const { end } = last.nodes.find((node) => !first.nodes.includes(node)) ?? last;
  const forms = { paragraph: "text", heading: "line", cell: "cell", code: "code" } as const;
  return { start, end, form: forms[text.kind], linePrefix: joinPrefixes(text.containers) };
}

function selectBlocks(first: SelectedText, last: SelectedText, source: string): SourceSelection {
  const shared = first.text.containers.filter((container) => last.text.containers.includes(container));
  const linePrefix = joinPrefixes(shared);
  const { start } = first.text.whole ?? first.first.nodes[0] ?? first.first;
  const { end } = last.text.whole ?? last.last.nodes[0] ?? last.last;
  const hasMarks = first.isFromStart && !first.text.whole;
  return { start: hasMarks ? findMarks(source, start, linePrefix) : start, end, form: "blocks", linePrefix };
}

const joinPrefixes = (containers: readonly LineContainer[]) => containers.map(({ linePrefix }) => linePrefix).join("");

/** Matches what stands between the start of a line and its text: marks of quotes, lists and headings. */
const marksPattern = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t]|\[[ xX]\][ \t]|#{1,6}[ \t])*$/;

/** Returns where the marks start that precede the text of a block, after the line's prefix. */
function findMarks(source: string, textStart: number, linePrefix: string): number {
  const lineStart = source.lastIndexOf("\n", textStart - 1) + 1;
  const start = lineStart + linePrefix.length;
  const isPrefixed = source.startsWith(linePrefix, lineStart) && start <= textStart;
  return isPrefixed && marksPattern.test(source.slice(start, textStart)) ? start : textStart;
}

interface PageText {
  text: string;
  /** The selected part, which is empty if nothing is selected. */
  start: number;
  end: number;
}

/** Reads the text that nodes show, and which part of it is selected. */
function readNodes(nodes: readonly Node[], range: Range): PageText {
  const page: PageText = { text: "", start: 0, end: 0 };
  const add = (text: string, selectedStart: number, selectedEnd: number) => {
    if (selectedStart < selectedEnd) {
      if (page.end === 0) page.start = page.text.length + selectedStart;
      page.end = page.text.length + selectedEnd;
    }
    page.text += text;
  };
  const readElement = (element: Element): void => {
    const start = page.text.length;
    for (const child of element.childNodes) read(child);
    if (!element.classList.contains(citationClasses.mark ?? "") || page.end <= start) return;
    // A mark such as `[1, 2]` is one object.
    page.start = Math.min(page.start, start);
    page.end = page.text.length;
  };
  const read = (node: Node): void => {
    const isSelected = range.intersectsNode(node);
    if (node instanceof Text) {
      const start = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : node.length;
      add(node.data, isSelected ? start : 0, isSelected ? end : 0);
    } else if (node instanceof Element && !node.classList.contains(citationClasses.implied ?? "")) {
      if (isObject(node)) add(objectCharacter, 0, isSelected && hasSelection(node, range) ? 1 : 0);
      else readElement(node);
    }
  };
  nodes.forEach(read);
  return page;
}

const isObject = (element: Element) =>
  ["BR", "IMG"].includes(element.tagName) ||
  [classes.math, classes.mathDisplay].some((name) => name !== undefined && element.classList.contains(name));

/** True if the range contains some of the element, as opposed to ending right before or after it. */
function hasSelection(element: Element, range: Range): boolean {
  const around = document.createRange();
  around.selectNode(element);
  const startsAfter = range.compareBoundaryPoints(Range.END_TO_START, around) >= 0;
  const endsBefore = range.compareBoundaryPoints(Range.START_TO_END, around) <= 0;
  return !startsAfter && !endsBefore;
}
