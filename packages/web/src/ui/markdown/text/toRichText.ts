import type { Tokens } from "marked";
import { decodeEntities } from "../parse/decodeEntities.ts";
import {
  childTokens,
  type Definitions,
  lexBlocks,
  lexInline,
  type MarkdownToken,
  type MathToken,
  parseDefinitions,
} from "../parse/lexMarkdown.ts";
import { imageSource, linkTarget } from "../parse/linkTarget.ts";
import { toPlainText } from "./toPlainText.ts";

/** A formula as MathML; null where it cannot be read. */
type MathWriter = (token: MathToken) => string | null;

interface Writing {
  definitions: Definitions;
  writeMath: MathWriter;
}

/**
 * An answer's markdown for the clipboard: as HTML, and as plain text. What the page would not show or follow (tags, other addresses,
 * pictures from elsewhere) is text here too. No style attributes: a browser that looks at what is copied takes them for the page's
 * own, and its policy forbids those. Never rejects.
 */
export async function toRichText(source: string): Promise<{ html: string; text: string }> {
  const text = toPlainText(source);
  const writing = { definitions: parseDefinitions(source), writeMath: await mathWriterFor(source) };
  return { html: blocks(lexBlocks(source), writing), text };
}

async function mathWriterFor(source: string): Promise<MathWriter> {
  const unread: MathWriter = () => null;
  if (!/[$\\]/.test(source)) return unread;
  return import("../math/renderMathMl.ts").then(
    ({ renderMathMl }) =>
      ({ tex, isDisplay }) =>
        renderMathMl(tex, isDisplay),
    // Offline, most likely: formulas stay as source.
    () => unread,
  );
}

function blocks(tokens: readonly MarkdownToken[], writing: Writing): string {
  return tokens.map((token) => block(token, writing)).join("");
}

function block(token: MarkdownToken, writing: Writing): string {
  switch (token.type) {
    case "paragraph":
      return `<p>${inline(token.text, writing)}</p>`;
    case "text":
      return inline(token.text, writing);
    case "heading":
      return `<h${token.depth}>${inline(token.text, writing)}</h${token.depth}>`;
    case "code":
      return `<pre><code>${escaped(token.text.replace(/\n$/, ""))}</code></pre>`;
    case "list":
      return list(token, writing);
    case "table":
      return table(token, writing);
    case "blockquote":
      return `<blockquote>${blocks(childTokens(token.tokens), writing)}</blockquote>`;
    case "math":
      return `<p>${math(token, writing)}</p>`;
    case "hr":
      return "<hr>";
    case "space":
    case "def":
    case "checkbox":
      return "";
    default:
      return `<p>${escaped(token.raw)}</p>`;
  }
}

function list(token: Tokens.List, writing: Writing): string {
  const items = token.items.map((item) => {
    const mark = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const words = blocks(childTokens(item.tokens), writing);
    // marked puts the box back into the first paragraph of a loose item.
    return `<li>${mark}${item.task ? words.replace(/^<p>\[[ xX]\][ \t]+/, "<p>") : words}</li>`;
  });
  if (!token.ordered) return `<ul>${items.join("")}</ul>`;
  const first = Number(token.start || 1);
  return `<ol${first === 1 ? "" : ` start="${first}"`}>${items.join("")}</ol>`;
}

function table(token: Tokens.Table, writing: Writing): string {
  const cell = (tag: "th" | "td") => (given: Tokens.TableCell) => {
    const align = given.align === "right" || given.align === "center" ? ` align="${given.align}"` : "";
    return `<${tag}${align}>${inline(given.text, writing)}</${tag}>`;
  };
  const head = `<tr>${token.header.map(cell("th")).join("")}</tr>`;
  const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`);
  return `<table border="1" cellpadding="4" cellspacing="0"><thead>${head}</thead><tbody>${rows.join("")}</tbody></table>`;
}

function inline(text: string, writing: Writing): string {
  return parts(lexInline(text, writing.definitions), writing, false);
}

function parts(tokens: readonly MarkdownToken[], writing: Writing, isInLink: boolean): string {
  return tokens.map((token) => part(token, writing, isInLink)).join("");
}

function part(token: MarkdownToken, writing: Writing, isInLink: boolean): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${parts(childTokens(token.tokens), writing, isInLink)}</${token.type}>`;
    case "text":
      return escaped(decodeEntities(token.text));
    case "escape":
      return escaped(token.text);
    case "codespan":
      return `<code>${escaped(token.text)}</code>`;
    case "br":
      return "<br>";
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? "<br>" : escaped(token.raw);
    case "link": {
      const words = parts(childTokens(token.tokens), writing, true);
      return isInLink ? words : link(token.href, words);
    }
    case "image":
      return image(token, isInLink);
    case "math":
      return math(token, writing);
    default:
      return escaped(token.raw);
  }
}

function link(written: string, words: string): string {
  const target = linkTarget(written);
  return target.kind === "web" || target.kind === "mail" ? `<a href="${escaped(target.href)}">${words}</a>` : words;
}

/** Pictures that stand in the text itself go along; a picture of this server would show to nobody else. */
function image(token: Tokens.Image, isInLink: boolean): string {
  const source = imageSource(token.href, undefined);
  const words = escaped(decodeEntities(token.text));
  if (source?.startsWith("data:")) return `<img src="${escaped(source)}" alt="${words}">`;
  return isInLink ? words || "Image" : link(token.href, words || "Image");
}

function math(token: MathToken, { writeMath }: Writing): string {
  return writeMath(token) ?? `<code>${escaped(token.tex)}</code>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
