import { type MarkdownToken, narrowTokens, readFence } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import classes from "../markdown.module.css";
import { type Definitions, lexBlocks } from "../parse/lexMarkdown.ts";
import type { RenderedMarkdown } from "../renderedMarkdown.ts";
import { takeCells } from "./rowCells.ts";
import { type ShownText, showInline, showObject, showPlain } from "./shownText.ts";
import {
  getRange,
  type SourceRange,
  type SourceText,
  takeLines,
  takePart,
  takeParts,
  toParsedText,
  UnknownPositionError,
} from "./sourceText.ts";

/** A text on the page: a paragraph, a heading, a cell, the text of a list item, or the code of a block. */
export interface RenderedText {
  kind: "paragraph" | "heading" | "cell" | "code";
  /** The nodes that show it. */
  nodes: readonly Node[];
  /** Throws `UnknownPositionError`. */
  show: () => ShownText;
  /** What is replaced with it if other blocks are replaced, too: its block of code, or its row. */
  whole: SourceRange | null;
  /** The quotes and list items around it, the outermost first. */
  containers: readonly LineContainer[];
}

/** A quote or a list item. */
export interface LineContainer {
  /** What its lines start with after the first one. */
  linePrefix: string;
}

interface RenderedTexts {
  texts: readonly RenderedText[];
  /** Elements without positions, such as drawings and the steps of an answer. */
  opaque: readonly Element[];
}

/**
 * Pairs the texts in the root element of a `Markdown` with their positions in its source, as the parser reads them. Throws
 * `UnknownPositionError` if an element is not what the source stands for.
 */
export function findRenderedTexts(root: Element, rendered: RenderedMarkdown): RenderedTexts {
  const finder = new TextFinder(rendered.definitions);
  finder.addSections(root, rendered);
  return finder;
}

/** The tags of blocks, between which the text of a list item stands without an element of its own. */
const blockTags: ReadonlySet<string> = new Set("P UL OL BLOCKQUOTE SECTION DIV HR H2 H3 H4 H5 H6".split(" "));

class TextFinder implements RenderedTexts {
  readonly texts: RenderedText[] = [];
  readonly opaque: Element[] = [];
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  addSections(root: Element, { sections, isLastOpen, countInserts }: RenderedMarkdown): void {
    const children = new NodeReader(root);
    const addInserts = (index: number) => {
      for (let count = countInserts(index); count > 0; count--) this.opaque.push(children.takeElement());
    };
    sections.forEach(({ raw, start, isFence, tableHead = "" }, index) => {
      addInserts(index);
      // What is shown of it may not be what the source says.
      if (isLastOpen && index === sections.length - 1) {
        this.opaque.push(...children.takeRest());
        return;
      }
      const text = toParsedText(raw, start, tableHead);
      if (isFence) this.#addFence(text, children.takeElement(), []);
      else this.#addBlocks(lexBlocks(text.text), text, children, []);
    });
    if (!isLastOpen) addInserts(sections.length);
    children.assertEnd();
  }

  #addBlocks(
    tokens: readonly MarkdownToken[],
    parent: SourceText,
    children: NodeReader,
    containers: readonly LineContainer[],
  ): void {
    const parts = takeParts(
      parent,
      tokens.map(({ raw }) => raw),
    );
    // Texts and formulas without an element of their own, which follow one another.
    let looseTexts: (() => ShownText)[] = [];
    const endLooseTexts = () => {
      const shows = looseTexts;
      looseTexts = [];
      if (shows.length === 0) return;
      const show = () => joinTexts(shows.map((showPart) => showPart()));
      this.texts.push({ kind: "paragraph", nodes: children.takeInline(), show, whole: null, containers });
    };
    tokens.forEach((token, index) => {
      const part = parts[index];
      if (!part || token.type === "space" || token.type === "def" || token.type === "checkbox") return;
      if (token.type === "text") looseTexts.push(() => showInline(takePart(part, 0, token.text), this.#definitions));
      else if (token.type === "math") looseTexts.push(() => showObject(takePart(part, 0, part.text.trimEnd())));
      else {
        endLooseTexts();
        this.#addBlock(token, part, children.takeElement(), containers);
      }
    });
    endLooseTexts();
  }

  #addBlock(token: MarkdownToken, source: SourceText, element: Element, containers: readonly LineContainer[]): void {
    const add = (kind: RenderedText["kind"], start: number, text: string) => {
      const show = () => showInline(takePart(source, start, text), this.#definitions);
      this.texts.push({ kind, nodes: [element], show, whole: null, containers });
    };
    switch (token.type) {
      case "paragraph":
        assertTag(element, "P");
        add("paragraph", 0, token.text);
        break;
      case "heading":
        assertTag(element, `H${Math.min(token.depth + 1, 6)}`);
        add("heading", /^ {0,3}(?:#{1,6}[ \t]+)?/.exec(token.raw)?.[0].length ?? 0, token.text);
        break;
      case "code":
        this.#addCode(token, source, element, containers);
        break;
      case "list":
        assertTag(element, token.ordered ? "OL" : "UL");
        this.#addItems(token, source, element, containers);
        break;
      case "table":
        assertTag(element, "SECTION");
        this.#addRows(token, source, element, containers);
        break;
      case "blockquote": {
        assertTag(element, "BLOCKQUOTE");
        const children = new NodeReader(element);
        this.#addBlocks(narrowTokens(token.tokens), takeLines(source, token.text), children, [
          ...containers,
          { linePrefix: "> " },
        ]);
        children.assertEnd();
        break;
      }
      default:
        // Horizontal rules and text that is shown as it is.
        this.opaque.push(element);
    }
  }

  #addItems(token: Tokens.List, source: SourceText, element: Element, containers: readonly LineContainer[]): void {
    const items = new NodeReader(element);
    const parts = takeParts(
      source,
      token.items.map(({ raw }) => raw),
    );
    token.items.forEach((item, index) => {
      const part = parts[index];
      // A last item without text is not shown.
      if (!part || (index === token.items.length - 1 && items.isAtEnd())) return;
      const element = items.takeElement();
      assertTag(element, "LI");
      const body = item.task ? element.querySelector(":scope > div") : element;
      if (!body) throw new UnknownPositionError();
      const children = new NodeReader(body);
      const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?! )|)/.exec(item.raw)?.[0] ?? "";
      const linePrefix = " ".repeat(marker.endsWith(" ") ? marker.length : marker.length + 1);
      const text = takeLines(part, item.text);
      this.#addBlocks(withoutCheckbox(item), text, children, [...containers, { linePrefix }]);
      children.assertEnd();
    });
    items.assertEnd();
  }

  #addRows(token: Tokens.Table, source: SourceText, element: Element, containers: readonly LineContainer[]): void {
    const rowElements = [...element.querySelectorAll("tr")];
    const lines = source.text.split("\n");
    let start = 0;
    lines.forEach((line, index) => {
      const rowIndex = index === 0 ? 0 : index - 1;
      const row = index === 0 ? token.header : token.rows[index - 2];
      const text = takePart(source, start, line);
      start += line.length + 1;
      if (index === 1 || !row || line.trim() === "") return;
      const cellElements = rowElements[rowIndex]?.children ?? [];
      if (cellElements.length !== row.length) throw new UnknownPositionError();
      const whole = getRange(text);
      // The header of a table that began in an earlier section.
      if (Number.isNaN(whole.start)) return;
      const cells = takeCells(
        text,
        row.map((cell) => cell.text),
      );
      cells.forEach((cell, column) => {
        const nodes = [...cellElements].slice(column, column + 1);
        const show = () => showInline(cell, this.#definitions);
        this.texts.push({ kind: "cell", nodes, show, whole, containers });
      });
    });
    if (rowElements.length !== token.rows.length + 1) throw new UnknownPositionError();
  }

  #addCode(token: Tokens.Code, source: SourceText, element: Element, containers: readonly LineContainer[]): void {
    const code = token.text.replace(/\n$/, "");
    this.#addCodeText(source, code, token.codeBlockStyle === "indented" ? 0 : 1, element, containers);
  }

  #addFence(source: SourceText, element: Element, containers: readonly LineContainer[]): void {
    const fence = readFence(source.text);
    if (!fence) throw new UnknownPositionError();
    this.#addCodeText(source, fence.code, 1, element, containers);
  }

  #addCodeText(
    source: SourceText,
    code: string,
    firstLine: number,
    element: Element,
    containers: readonly LineContainer[],
  ): void {
    const codeElement = element.querySelector("pre > code");
    if (!codeElement || code === "") {
      this.opaque.push(element);
      return;
    }
    const show = () => showPlain(takeLines(source, code, firstLine));
    const whole = getRange(takePart(source, 0, source.text.trimEnd()));
    this.texts.push({ kind: "code", nodes: [codeElement], show, whole, containers });
  }
}

/** Reads the child nodes of an element in their order. */
class NodeReader {
  readonly #nodes: readonly Node[];
  #index = 0;

  constructor(parent: Element) {
    this.#nodes = [...parent.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
  }

  takeElement(): Element {
    const node = this.#nodes[this.#index++];
    if (!(node instanceof Element)) throw new UnknownPositionError();
    return node;
  }

  /** Returns the nodes up to the next block. */
  takeInline(): Node[] {
    const nodes: Node[] = [];
    for (let node = this.#nodes[this.#index]; node && !isBlock(node); node = this.#nodes[this.#index]) {
      nodes.push(node);
      this.#index += 1;
    }
    return nodes;
  }

  takeRest(): Element[] {
    const rest = this.#nodes.slice(this.#index).filter((node) => node instanceof Element);
    this.#index = this.#nodes.length;
    return rest;
  }

  isAtEnd(): boolean {
    return this.#index === this.#nodes.length;
  }

  assertEnd(): void {
    if (!this.isAtEnd()) throw new UnknownPositionError();
  }
}

const isBlock = (node: Node) => node instanceof Element && blockTags.has(node.tagName);

function assertTag(element: Element, tag: string): void {
  if (element.tagName !== tag || element.classList.contains(classes.source ?? "")) throw new UnknownPositionError();
}

/** Returns the blocks of an item as they stand in its text, which has no checkbox. */
function withoutCheckbox({ task, tokens }: Tokens.ListItem): MarkdownToken[] {
  const [first, ...rest] = narrowTokens(tokens);
  if (!task || !first) return first ? [first, ...rest] : rest;
  if (first.type === "checkbox") return rest;
  if (first.type !== "paragraph") return [first, ...rest];
  const strip = (text: string) => text.replace(/^\[[ xX]\][ \t]+/, "");
  return [{ ...first, raw: strip(first.raw), text: strip(first.text) }, ...rest];
}

function joinTexts(texts: readonly ShownText[]): ShownText {
  return { text: texts.map(({ text }) => text).join(""), characters: texts.flatMap(({ characters }) => characters) };
}
