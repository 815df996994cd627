import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { lexMarkdown } from "./lexMarkdown.ts";
import {
  type Block,
  createHeader,
  createParagraph,
  createTable,
  createText,
  type Inline,
  noAttributes,
  toPlainText,
} from "./pandocTree.ts";
import { resolveReferences } from "./resolveReferences.ts";
import { sanitizeImageDataUrl, sanitizeLinkUrl } from "./sanitizeUrl.ts";

/** In characters. Pandoc takes very long to highlight longer code. */
const maxHighlightedCodeLength = 20_000;

/**
 * Converts Markdown to blocks of pandoc's document tree. They contain no raw HTML, no TeX except formulas, no paths of
 * files, and no URLs except those of links and the data URLs of images.
 */
export function toPandocBlocks(markdown: string, options: { preservesLineBreaks: boolean }): Block[] {
  return toBlocks(lexMarkdown(removeDisallowedCharacters(markdown), options));
}

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches them to remove them
const disallowedCharacterPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const removeDisallowedCharacters = (markdown: string) =>
  markdown.toWellFormed().replace(disallowedCharacterPattern, "");

function toBlocks(tokens: readonly MarkdownToken[]): Block[] {
  return tokens.flatMap(toBlock);
}

function toBlock(token: MarkdownToken): Block[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return [createHeader(token.depth, toInlines(token.tokens))];
    case "paragraph":
      return [createParagraph(toInlines(token.tokens))];
    case "text":
      return [{ t: "Plain", c: token.tokens ? toInlines(token.tokens) : [createText(token.text)] }];
    case "code":
      return [toCodeBlock(token.lang ?? "", token.text)];
    case "blockquote":
      return [{ t: "BlockQuote", c: toBlocks(narrowTokens(token.tokens)) }];
    case "list":
      return [toList(token)];
    case "table":
      return [toTable(token)];
    case "hr":
      return [{ t: "HorizontalRule" }];
    case "math":
      return [createParagraph([toFormula(token)])];
    default:
      // Inline content without a paragraph, as in a list item.
      return [{ t: "Plain", c: [toInline(token)].flat() }];
  }
}

function toCodeBlock(lang: string, code: string): Block {
  const language = /^[\w+#.-]{1,30}/.exec(lang.trim())?.[0].toLowerCase() ?? "";
  const isHighlighted = language !== "" && code.length <= maxHighlightedCodeLength;
  return { t: "CodeBlock", c: [["", isHighlighted ? [language] : [], []], code] };
}

function toList(token: Tokens.List): Block {
  const items = token.items.map((item) => {
    const blocks = toBlocks(narrowTokens(item.tokens));
    const itemBlocks = blocks.map(
      (block): Block => (token.loose && block.t === "Plain" ? createParagraph(block.c) : block),
    );
    return item.task ? addCheckbox(itemBlocks, item.checked === true) : itemBlocks;
  });
  if (!token.ordered) return { t: "BulletList", c: items };
  const start = typeof token.start === "number" ? Math.min(token.start, 1_000_000) : 1;
  return { t: "OrderedList", c: [[start, { t: "Decimal" }, { t: "Period" }], items] };
}

function addCheckbox(blocks: Block[], isDone: boolean): Block[] {
  const checkbox = createText(isDone ? "☒ " : "☐ ");
  const [first, ...rest] = blocks;
  if (first?.t === "Plain" || first?.t === "Para") return [{ t: first.t, c: [checkbox, ...first.c] }, ...rest];
  return [{ t: "Plain", c: [checkbox] }, ...blocks];
}

/** Characters that fit on one line of a page. */
const lineLength = 84;
/** Characters that a column needs in addition to its text. */
const columnGap = 3;
const minColumnWidth = 6;
const maxColumnWidth = 45;

function toTable(token: Tokens.Table): Block {
  const toCell = (cell: Tokens.TableCell) => toInlines(cell.tokens);
  const headers = token.header.map(toCell);
  const rows = token.rows.map((row) => row.map(toCell));
  const neededLengths = headers.map((_, column) => {
    const lengths = [headers, ...rows].map((row) => toPlainText(row[column] ?? []).length);
    return Math.min(maxColumnWidth, Math.max(minColumnWidth, ...lengths.slice(0, 1_000))) + columnGap;
  });
  const totalLength = neededLengths.reduce((sum, length) => sum + length, 0);
  const columns = token.align.map((alignment, column) => ({
    alignment,
    width: (neededLengths[column] ?? minColumnWidth) / Math.max(totalLength, lineLength),
  }));
  return createTable(columns, headers, rows);
}

function toInlines(tokens: Parameters<typeof narrowTokens>[0]): Inline[] {
  return narrowTokens(tokens).flatMap(toInline);
}

function toInline(token: MarkdownToken): Inline[] {
  switch (token.type) {
    case "text":
      return token.tokens ? toInlines(token.tokens) : joinSoftBreaks(resolveReferences(token.text));
    case "escape":
      return [createText(token.text)];
    case "strong":
      return [{ t: "Strong", c: toInlines(token.tokens) }];
    case "em":
      return [{ t: "Emph", c: toInlines(token.tokens) }];
    case "del":
      return [{ t: "Strikeout", c: toInlines(token.tokens) }];
    case "codespan":
      return [{ t: "Code", c: [noAttributes, token.text] }];
    case "br":
      return [{ t: "LineBreak" }];
    case "html":
      // `<br>` is the only tag that is not shown as text, because Markdown has no other line break for table cells.
      return /^<br\s*\/?>$/i.test(token.raw) ? [{ t: "LineBreak" }] : [createText(token.raw)];
    case "link":
      return toLink(token);
    case "image":
      return toImage(token);
    case "math":
      return [toFormula(token)];
    case "checkbox":
      return [];
    default:
      return [createText(token.raw)];
  }
}

/** Converts line breaks to soft breaks, which are shown as spaces. */
function joinSoftBreaks(content: string): Inline[] {
  return content
    .split("\n")
    .flatMap((line, index): Inline[] => (index === 0 ? [createText(line)] : [{ t: "SoftBreak" }, createText(line)]));
}

function toLink(token: Tokens.Link): Inline[] {
  const label = toInlines(token.tokens);
  const url = sanitizeLinkUrl(resolveReferences(token.href));
  // A link inside a link becomes plain text.
  return url === null ? label : [{ t: "Link", c: [noAttributes, label.map(unwrapLink), [url, ""]] }];
}

function unwrapLink(inline: Inline): Inline {
  return inline.t === "Link" ? createText(toPlainText(inline.c[1])) : inline;
}

/**
 * Only data URLs become images, because nothing is fetched. Other images become links, or text if the URL is unsafe.
 */
function toImage(token: Tokens.Image): Inline[] {
  const label = createText(resolveReferences(token.text) || "Image");
  const dataUrl = sanitizeImageDataUrl(token.href);
  if (dataUrl !== null) return [{ t: "Image", c: [noAttributes, [label], [dataUrl, ""]] }];
  const url = sanitizeLinkUrl(resolveReferences(token.href));
  return url === null ? [label] : [{ t: "Link", c: [noAttributes, [label], [url, ""]] }];
}

function toFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }): Inline {
  return { t: "Math", c: [{ t: isDisplay ? "DisplayMath" : "InlineMath" }, tex] };
}
