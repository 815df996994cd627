import type { Tokens } from "marked";
import { childTokens, lexMarkdown, type MarkdownToken } from "./lexMarkdown.ts";
import { type Block, header, type Inline, paragraph, plain, table, text, wordsOf } from "./pandocTree.ts";
import { resolveReferences } from "./resolveReferences.ts";
import { sanitizeImageDataUrl, sanitizeLinkUrl } from "./sanitizeUrl.ts";

/** Colouring longer code takes pandoc very long. */
const longestColoured = 20_000;
/** What is nested deeper is text. */
const deepest = 20;

/** Markdown as blocks of pandoc's tree. Only what is named here gets into it: no HTML, no TeX beside formulas, no files, no addresses but links. */
export function toPandocBlocks(markdown: string, options: { keepsLines: boolean }): Block[] {
  return blocksOf(lexMarkdown(clean(markdown), options), 0);
}

/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const noText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const clean = (given: string) => given.toWellFormed().replace(noText, "");

function blocksOf(tokens: readonly MarkdownToken[], depth: number): Block[] {
  return tokens.flatMap((token) => blockOf(token, depth));
}

function blockOf(token: MarkdownToken, depth: number): Block[] {
  if (depth > deepest) return [paragraph([text(token.raw.slice(0, 10_000))])];
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return [header(token.depth, inlinesOf(token.tokens, depth))];
    case "paragraph":
      return [paragraph(inlinesOf(token.tokens, depth))];
    case "text":
      return [{ t: "Plain", c: token.tokens ? inlinesOf(token.tokens, depth) : [text(token.text)] }];
    case "code":
      return [codeBlock(token.lang ?? "", token.text)];
    case "blockquote":
      return [{ t: "BlockQuote", c: blocksOf(childTokens(token.tokens), depth + 1) }];
    case "list":
      return [listOf(token, depth)];
    case "table":
      return [tableOf(token, depth)];
    case "hr":
      return [{ t: "HorizontalRule" }];
    case "math":
      return [paragraph([formula(token)])];
    default:
      // A part of a line that stands alone, as in an item of a list.
      return [{ t: "Plain", c: [inlineOf(token, depth)].flat() }];
  }
}

function codeBlock(lang: string, code: string): Block {
  const language = /^[\w+#.-]{1,30}/.exec(lang.trim())?.[0].toLowerCase() ?? "";
  const isColoured = language !== "" && code.length <= longestColoured;
  return { t: "CodeBlock", c: [["", isColoured ? [language] : [], []], code] };
}

function listOf(token: Tokens.List, depth: number): Block {
  const items = token.items.map((item) => {
    const blocks = blocksOf(childTokens(item.tokens), depth + 1);
    const loose = blocks.map((block): Block => (token.loose && block.t === "Plain" ? paragraph(block.c) : block));
    return item.task ? ticked(loose, item.checked === true) : loose;
  });
  if (!token.ordered) return { t: "BulletList", c: items };
  const start = typeof token.start === "number" ? Math.min(token.start, 1_000_000) : 1;
  return { t: "OrderedList", c: [[start, { t: "Decimal" }, { t: "Period" }], items] };
}

function ticked(blocks: Block[], isDone: boolean): Block[] {
  const box = text(isDone ? "☒ " : "☐ ");
  const [first, ...rest] = blocks;
  if (first?.t === "Plain" || first?.t === "Para") return [{ t: first.t, c: [box, ...first.c] }, ...rest];
  return [{ t: "Plain", c: [box] }, ...blocks];
}

/** Characters of a line across a page. */
const lineLength = 84;
/** What a column needs beside its text. */
const columnGap = 3;
const narrowestColumn = 6;
const widestColumn = 45;

function tableOf(token: Tokens.Table, depth: number): Block {
  const cellOf = (cell: Tokens.TableCell) => inlinesOf(cell.tokens, depth);
  const heads = token.header.map(cellOf);
  const rows = token.rows.map((row) => row.map(cellOf));
  const needed = heads.map((_, column) => {
    const lengths = [heads, ...rows].map((row) => wordsOf(row[column] ?? []).length);
    return Math.min(widestColumn, Math.max(narrowestColumn, ...lengths.slice(0, 1_000))) + columnGap;
  });
  const total = needed.reduce((sum, length) => sum + length, 0);
  const columns = token.align.map((alignment, column) => ({
    alignment,
    width: (needed[column] ?? narrowestColumn) / Math.max(total, lineLength),
  }));
  return table(columns, heads, rows);
}

function inlinesOf(tokens: Parameters<typeof childTokens>[0], depth: number): Inline[] {
  return childTokens(tokens).flatMap((token) => inlineOf(token, depth + 1));
}

function inlineOf(token: MarkdownToken, depth: number): Inline[] {
  if (depth > deepest * 2) return [text(token.raw.slice(0, 10_000))];
  switch (token.type) {
    case "text":
      return token.tokens ? inlinesOf(token.tokens, depth) : wrapped(resolveReferences(token.text));
    case "escape":
      return [text(token.text)];
    case "strong":
      return [{ t: "Strong", c: inlinesOf(token.tokens, depth) }];
    case "em":
      return [{ t: "Emph", c: inlinesOf(token.tokens, depth) }];
    case "del":
      return [{ t: "Strikeout", c: inlinesOf(token.tokens, depth) }];
    case "codespan":
      return [{ t: "Code", c: [plain, token.text] }];
    case "br":
      return [{ t: "LineBreak" }];
    case "html":
      // The one tag that models need, in cells of tables.
      return /^<br\s*\/?>$/i.test(token.raw) ? [{ t: "LineBreak" }] : [text(token.raw)];
    case "link":
      return linkOf(token, depth);
    case "image":
      return imageOf(token);
    case "math":
      return [formula(token)];
    case "checkbox":
      return [];
    default:
      return [text(token.raw)];
  }
}

/** Lines of a paragraph are joined, as a browser does. */
function wrapped(content: string): Inline[] {
  return content
    .split("\n")
    .flatMap((line, index): Inline[] => (index === 0 ? [text(line)] : [{ t: "SoftBreak" }, text(line)]));
}

function linkOf(token: Tokens.Link, depth: number): Inline[] {
  const label = inlinesOf(token.tokens, depth);
  const address = sanitizeLinkUrl(resolveReferences(token.href));
  // A link within a link is its words.
  return address === null ? label : [{ t: "Link", c: [plain, label.map(withoutLink), [address, ""]] }];
}

function withoutLink(inline: Inline): Inline {
  return inline.t === "Link" ? text(wordsOf(inline.c[1])) : inline;
}

/** Only what stands in the text itself becomes a picture: nothing is fetched. */
function imageOf(token: Tokens.Image): Inline[] {
  const label = text(resolveReferences(token.text) || "Image");
  const picture = sanitizeImageDataUrl(token.href);
  if (picture !== null) return [{ t: "Image", c: [plain, [label], [picture, ""]] }];
  const address = sanitizeLinkUrl(resolveReferences(token.href));
  return address === null ? [label] : [{ t: "Link", c: [plain, [label], [address, ""]] }];
}

function formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }): Inline {
  return { t: "Math", c: [{ t: isDisplay ? "DisplayMath" : "InlineMath" }, tex] };
}
