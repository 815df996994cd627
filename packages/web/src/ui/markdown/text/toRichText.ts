import { artifactFence } from "@lectern/contract";
import { type MarkdownToken, type MathToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { decodeEntities } from "../parse/decodeEntities.ts";
import { type Definitions, lexBlocks, lexInline, parseDefinitions } from "../parse/lexMarkdown.ts";
import { getImageSource, getLinkTarget } from "../parse/linkTarget.ts";
import { toPlainText } from "./toPlainText.ts";

/** Renders a formula as MathML; null if it cannot be parsed. */
type MathWriter = (token: MathToken) => string | null;

interface RenderContext {
  definitions: Definitions;
  writeMath: MathWriter;
}

/**
 * Converts an answer's markdown to HTML and plain text for the clipboard. Tags, links and images that are not allowed
 * on the page become text in the HTML too. Writes no style attributes: when the browser parses the copied HTML, it
 * applies the page's policy, which forbids them. Never rejects.
 */
export async function toRichText(source: string): Promise<{ html: string; text: string }> {
  const text = toPlainText(source);
  const context = { definitions: parseDefinitions(source), writeMath: await loadMathWriter(source) };
  return { html: renderBlocks(lexBlocks(source), context), text };
}

async function loadMathWriter(source: string): Promise<MathWriter> {
  const noMath: MathWriter = () => null;
  if (!/[$\\]/.test(source)) return noMath;
  return import("../math/renderMathMl.ts").then(
    ({ renderMathMl }) =>
      ({ tex, isDisplay }) =>
        renderMathMl(tex, isDisplay),
    // The browser is probably offline, so write formulas as source.
    () => noMath,
  );
}

function renderBlocks(tokens: readonly MarkdownToken[], context: RenderContext): string {
  return tokens.map((token) => renderBlock(token, context)).join("");
}

function renderBlock(token: MarkdownToken, context: RenderContext): string {
  switch (token.type) {
    case "paragraph":
      return `<p>${renderInline(token.text, context)}</p>`;
    case "text":
      return renderInline(token.text, context);
    case "heading":
      return `<h${token.depth}>${renderInline(token.text, context)}</h${token.depth}>`;
    case "code":
      if (token.lang === artifactFence) return "";
      return `<pre><code>${escapeHtml(token.text.replace(/\n$/, ""))}</code></pre>`;
    case "list":
      return renderList(token, context);
    case "table":
      return renderTable(token, context);
    case "blockquote":
      return `<blockquote>${renderBlocks(narrowTokens(token.tokens), context)}</blockquote>`;
    case "math":
      return `<p>${renderMath(token, context)}</p>`;
    case "hr":
      return "<hr>";
    case "space":
    case "def":
    case "checkbox":
      return "";
    default:
      return `<p>${escapeHtml(token.raw)}</p>`;
  }
}

function renderList(token: Tokens.List, context: RenderContext): string {
  const items = token.items.map((item) => {
    const checkbox = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const content = renderBlocks(narrowTokens(item.tokens), context);
    // In a loose item, marked leaves the `[x]` in the first paragraph.
    return `<li>${checkbox}${item.task ? content.replace(/^<p>\[[ xX]\][ \t]+/, "<p>") : content}</li>`;
  });
  if (!token.ordered) return `<ul>${items.join("")}</ul>`;
  const first = Number(token.start || 1);
  return `<ol${first === 1 ? "" : ` start="${first}"`}>${items.join("")}</ol>`;
}

function renderTable(token: Tokens.Table, context: RenderContext): string {
  const renderCell = (tag: "th" | "td") => (cell: Tokens.TableCell) => {
    const align = cell.align === "right" || cell.align === "center" ? ` align="${cell.align}"` : "";
    return `<${tag}${align}>${renderInline(cell.text, context)}</${tag}>`;
  };
  const head = `<tr>${token.header.map(renderCell("th")).join("")}</tr>`;
  const rows = token.rows.map((row) => `<tr>${row.map(renderCell("td")).join("")}</tr>`);
  return `<table border="1" cellpadding="4" cellspacing="0"><thead>${head}</thead><tbody>${rows.join("")}</tbody></table>`;
}

function renderInline(text: string, context: RenderContext): string {
  return renderParts(lexInline(text, context.definitions), context, false);
}

function renderParts(tokens: readonly MarkdownToken[], context: RenderContext, isInLink: boolean): string {
  return tokens.map((token) => renderPart(token, context, isInLink)).join("");
}

function renderPart(token: MarkdownToken, context: RenderContext, isInLink: boolean): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${renderParts(narrowTokens(token.tokens), context, isInLink)}</${token.type}>`;
    case "text":
      return escapeHtml(decodeEntities(token.text));
    case "escape":
      return escapeHtml(token.text);
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "br":
      return "<br>";
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? "<br>" : escapeHtml(token.raw);
    case "link": {
      const content = renderParts(narrowTokens(token.tokens), context, true);
      return isInLink ? content : renderLink(token.href, content);
    }
    case "image":
      return renderImage(token, isInLink);
    case "math":
      return renderMath(token, context);
    default:
      return escapeHtml(token.raw);
  }
}

function renderLink(href: string, content: string): string {
  const target = getLinkTarget(href);
  if (target.kind !== "web" && target.kind !== "mail") return content;
  return `<a href="${escapeHtml(target.href)}">${content}</a>`;
}

/** Includes only embedded images, because other people could not see an image from this server. */
function renderImage(token: Tokens.Image, isInLink: boolean): string {
  const source = getImageSource(token.href, undefined);
  const altText = escapeHtml(decodeEntities(token.text));
  if (source?.startsWith("data:")) return `<img src="${escapeHtml(source)}" alt="${altText}">`;
  return isInLink ? altText || "Image" : renderLink(token.href, altText || "Image");
}

function renderMath(token: MathToken, { writeMath }: RenderContext): string {
  return writeMath(token) ?? `<code>${escapeHtml(token.tex)}</code>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
