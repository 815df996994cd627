import fc from "fast-check";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CitationsContext } from "../citations/CitationsContext.ts";
import codeClasses from "../code/codeBlock.module.css";
import { Markdown } from "../Markdown.tsx";
import { loadMath } from "../math/mathLoader.ts";
import { locateSelection, type SourceSelection } from "./locateSelection.ts";

let root: Root;
let host: HTMLElement;
beforeAll(loadMath);
beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
});

function render(source: string): HTMLElement {
  flushSync(() =>
    root.render(
      <CitationsContext value="pending">
        <Markdown key={source} source={source} />
      </CitationsContext>,
    ),
  );
  if (!(host.firstElementChild instanceof HTMLElement)) throw new Error("nothing was rendered");
  return host.firstElementChild;
}

/** The text nodes outside of formulas and the heads of code blocks. */
function listTextNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && !node.parentElement?.closest(`.katex, button, [role=status], .${codeClasses.head}`))
      nodes.push(node);
  return nodes;
}

function createRange(start: [Node, number], end: [Node, number]): Range {
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

/** Selects the first occurrence of a text that one element shows, or all between the first and the last text. */
function select(source: string, from: string, to = from): SourceSelection | null {
  const element = render(source);
  const nodes = listTextNodes(element);
  const startNode = nodes.find(({ data }) => data.includes(from));
  const endNode = nodes.findLast(({ data }) => data.includes(to));
  if (!startNode || !endNode) throw new Error("the text is not shown");
  const start = startNode.data.indexOf(from);
  const endIndex = from === to ? start : endNode.data.lastIndexOf(to);
  return locateSelection(
    element,
    createRange([startNode, start], [from === to ? startNode : endNode, endIndex + to.length]),
  );
}

const cut = (source: string, selection: SourceSelection | null) =>
  selection && source.slice(selection.start, selection.end);

describe("[C5.40] a selection within", () => {
  test.each([
    ["a paragraph", "One river, two rivers.", "two", "two", "text"],
    ["a heading", "## The river Exe ##\n\nText", "river", "river", "line"],
    ["bold text", "A **bold river** here", "bold river", "bold river", "text"],
    ["emphasis", "A *bold river* here", "river", "river", "text"],
    ["nested emphasis", "A ***bold** river* here", "bold", "bold", "text"],
    ["code in a line", "Call `` a`b `` now", "a`b", "a`b", "text"],
    ["a code block", "```js\nlet a = 1;\nlet b = 1;\n```", "b = 1", "b = 1", "code"],
    ["an indented code block", "Text\n\n    let a;\n    let b;", "b;", "b;", "code"],
    ["a line of code in a quote, with its break", "> ```text\n> one\n> two\n> ```", "one\n", "one", "code"],
    ["a list", "- one\n- two\n  - three\n", "three", "three", "text"],
    ["a task", "- [x] one done\n- [ ] two", "done", "done", "text"],
    ["a loose list", "1. one\n\n2. two\n\n   more\n", "more", "more", "text"],
    ["a quote in a list", "- a\n\n  > deep\n", "deep", "deep", "text"],
    ["a cell", "| A | B |\n|---|---|\n| a | b |\n| a | c |", "c", "c", "cell"],
    ["a cell with a bar", "| A | B |\n|---|---|\n| x | a \\| b |", "b", "b", "cell"],
    ["a link", "See [the river](https://example.org) now", "river", "river", "text"],
    ["a second line", "> one\n> two\n>\n> three", "two", "two", "text"],
    ["text with Windows line breaks", "one\r\ntwo\r\n\r\nthree", "three", "three", "text"],
  ])("%s has exactly its source", (_, source, text, expected, form) => {
    const selection = select(source, text);
    expect([cut(source, selection), selection?.form]).toEqual([expected, form]);
  });

  test("equal texts are told apart by their place", () => {
    const source = "the the the\n\n- the\n- the";
    const element = render(source);
    const last = listTextNodes(element).at(-1);
    if (!last) throw new Error("nothing was rendered");
    const selection = locateSelection(element, createRange([last, 0], [last, 3]));
    expect(selection).toMatchObject({ start: source.lastIndexOf("the"), end: source.length });
  });

  test.each([
    ["emphasis from its middle", "A **bold river** here", "river", "here", "**bold river** here"],
    ["an entity", "A &amp; B &amp; C", "A &", "A &", "A &amp;"],
    ["an escape", "A \\* B", "*", "*", "\\*"],
    ["a citation", "The tide is high [1, 2] here.", "2", "2", "[1, 2]"],
    ["cells", "| A | B |\n|---|---|\n| a | b |\n| c | d |", "a", "d", "| a | b |\n| c | d |"],
    ["items", "- one\n- two\n- three", "one", "two", "- one\n- two"],
    ["a part of two paragraphs", "One two.\n\nThree four.", "two", "Three", "two.\n\nThree"],
    ["code and text", "```js\na\n```\n\nText", "a", "Text", "```js\na\n```\n\nText"],
    ["a heading and text", "# One\n\nText", "One", "Text", "# One\n\nText"],
  ])("what cannot be divided is included whole: %s", (_, source, from, to, expected) => {
    expect(cut(source, select(source, from, to))).toBe(expected);
  });

  test("the lines of a quote in a list start with their prefixes", () => {
    const source = "1. a\n\n   > one\n   > two\n";
    const selection = select(source, "one\ntwo");
    expect([cut(source, selection), selection?.linePrefix]).toEqual(["one\n   > two", "   > "]);
  });
});

describe("[C5.40] a selection is invalid", () => {
  test.each([["in marks that are not shown", `a${"\u0301".repeat(40)}b`, "b"]])("%s", (_, source, text) => {
    expect(select(source, text)).toBeNull();
  });

  test("if an element is not what the source says", () => {
    const element = render("One\n\nTwo");
    const node = listTextNodes(element)[0];
    if (!node) throw new Error("nothing was rendered");
    node.data = "Ome";
    expect(locateSelection(element, createRange([node, 0], [node, 3]))).toBeNull();
    element.firstElementChild?.before(document.createElement("p"));
    const second = listTextNodes(element)[1];
    expect(second && locateSelection(element, createRange([second, 0], [second, 3]))).toBeNull();
  });

  test("in the name of a language", () => {
    const element = render("```js\nlet a;\n```");
    const head = element.querySelector(`.${codeClasses.head}`);
    const range = document.createRange();
    if (head?.firstElementChild) range.selectNodeContents(head.firstElementChild);
    expect(range.toString()).toBe("JavaScript");
    expect(locateSelection(element, range)).toBeNull();
  });

  test("if it is empty, or outside of the text", () => {
    const element = render("One two");
    const node = listTextNodes(element)[0];
    if (!node) throw new Error("nothing was rendered");
    expect(locateSelection(element, createRange([node, 3], [node, 4]))).toBeNull();
    expect(locateSelection(element, createRange([node, 0], [document.body, 0]))).toBeNull();
    expect(locateSelection(host, createRange([node, 0], [node, 3]))).toBeNull();
  });
});

const word = fc.constantFrom("the", "river", "42", "naïve", "😀", "a_b", "潮汐");
const inlines = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: word },
      word.map((text) => `**${text} the**`),
      word.map((text) => `*${text}*`),
      word.map((text) => `~~${text}~~`),
      word.map((text) => `\`${text} the\``),
      word.map((text) => `[${text} the](https://example.org)`),
      fc.constantFrom(
        "$x^2$",
        "&amp;",
        "\\*",
        "**a *b* c**",
        "https://example.org",
        "![alt](https://example.org/a.png)",
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(" "));
const cell = inlines.map((text) => text.replaceAll("|", "\\|"));
const leaf = fc.oneof(
  { weight: 3, arbitrary: fc.array(inlines, { minLength: 1, maxLength: 3 }).map((lines) => `The ${lines.join("\n")}`) },
  inlines.map((text) => `## The ${text}`),
  fc
    .array(fc.constantFrom("the river", "", "  let a = 1;"), { minLength: 1, maxLength: 3 })
    .map((lines) => `\`\`\`text\nthe\n${lines.join("\n")}\n\`\`\``),
  fc
    .array(fc.tuple(cell, cell), { minLength: 1, maxLength: 3 })
    .map((rows) => ["| the | river |", "| --- | :-: |", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n")),
  fc.constant("$$\nx^2\n$$"),
);
const prefixLines = (text: string, first: string, rest: string) => first + text.replaceAll("\n", `\n${rest}`);
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, depthIdentifier: "block" },
    leaf,
    tie("block").map((text) => prefixLines(text, "> ", "> ")),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item) => prefixLines(item, "- ", "  ")).join("\n")),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 2 })
      .map((items) => items.map((item, index) => prefixLines(item, `${index + 1}. `, "   ")).join("\n\n")),
  ),
}));
const document_ = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join("\n\n"));

/** The text of the page, in which formulas, images and line breaks are one character. */
function readText(element: Element): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element)) return "";
  for (const head of copy.querySelectorAll("button, [role=status], img")) head.remove();
  for (const formula of copy.querySelectorAll(".katex")) formula.replaceWith("∑");
  return copy.textContent.replace(/\s+/g, "");
}

test("[C5.40] of random Markdown, replacing the source of any selected text replaces that text and nothing else", () => {
  const mark = "Qzx";
  fc.assert(
    fc.property(document_, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (source, a, b, aOffset, bOffset) => {
      const element = render(source);
      const nodes = listTextNodes(element).filter(({ data }) => data.trim() !== "");
      const [first, last] = [a % nodes.length, b % nodes.length].sort((x, y) => x - y).map((index) => nodes[index]);
      if (!first || !last) return;
      const start = aOffset % first.length;
      const end = first === last ? start + 1 + (bOffset % (last.length - start)) : 1 + (bOffset % last.length);
      const range = createRange([first, start], [last, end]);
      // The range follows the page, which is rendered again below.
      const { length } = range.toString();
      if (range.toString().trim() === "") return;
      const text = readText(element);
      const before = readText(toElement(createRange([element, 0], [first, start])));
      const after = readText(toElement(createRange([last, end], [element, element.childNodes.length])));
      const selection = locateSelection(element, range);
      if (!selection) throw new Error("the source was not found");
      const isWhole = selection.form === "blocks";
      const replaced = readText(render(source.slice(0, selection.start) + mark + source.slice(selection.end)));
      if (isWhole) return;
      const index = replaced.indexOf(mark);
      expect(index).not.toBe(-1);
      const [kept, rest] = [replaced.slice(0, index), replaced.slice(index + mark.length)];
      expect(before.startsWith(kept)).toBe(true);
      expect(after.endsWith(rest)).toBe(true);
      // The link to an image is replaced whole.
      if (
        first === last &&
        first.data !== "alt" &&
        first.parentElement?.matches("p, li, td, th, h3, strong, em, del, a")
      ) {
        // Nothing else is replaced with a part of one text.
        expect(text.length - kept.length - rest.length).toBeLessThanOrEqual(length + 1);
      }
    }),
    { numRuns: 150 },
  );
});

function toElement(range: Range): Element {
  const element = document.createElement("div");
  element.append(range.cloneContents());
  return element;
}
