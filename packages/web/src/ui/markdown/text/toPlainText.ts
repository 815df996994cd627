import { artifactFence } from "@lectern/contract";
import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { decodeEntities } from "../parse/decodeEntities.ts";
import { type Definitions, lexBlocks, lexInline, parseDefinitions } from "../parse/lexMarkdown.ts";

/** Converts markdown to plain text, with one line break between blocks. Keeps marks such as `[1]`. Never throws. */
export function toPlainText(source: string): string {
  return blocksToText(lexBlocks(source), parseDefinitions(source));
}

function blocksToText(tokens: readonly MarkdownToken[], definitions: Definitions): string {
  const lines = tokens.map((token) => blockToText(token, definitions).trim());
  return lines.filter((line) => line !== "").join("\n");
}

function blockToText(token: MarkdownToken, definitions: Definitions): string {
  switch (token.type) {
    case "paragraph":
    case "text":
    case "heading":
      return inlineToText(token.text, definitions);
    case "code":
      // A request for an artifact is addressed to a program.
      return token.lang === artifactFence ? "" : token.text;
    case "list":
      return token.items.map((item, index) => listItemToText(token, item, index, definitions)).join("\n");
    case "table":
      return [token.header, ...token.rows]
        .map((row) => row.map(({ text }) => inlineToText(text, definitions)).join(", "))
        .join("\n");
    case "blockquote":
      return blocksToText(narrowTokens(token.tokens), definitions);
    case "math":
      return token.tex;
    case "hr":
    case "space":
    case "def":
    case "checkbox":
      return "";
    default:
      return token.raw;
  }
}

function listItemToText(list: Tokens.List, item: Tokens.ListItem, index: number, definitions: Definitions): string {
  const text = blocksToText(narrowTokens(item.tokens), definitions);
  return list.ordered ? `${Number(list.start || 1) + index}. ${text}` : text;
}

function inlineToText(text: string, definitions: Definitions): string {
  return inlineTokensToText(lexInline(text, definitions));
}

function inlineTokensToText(tokens: readonly MarkdownToken[]): string {
  return tokens.map(inlineTokenToText).join("");
}

function inlineTokenToText(token: MarkdownToken): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
    case "link":
      return inlineTokensToText(narrowTokens(token.tokens));
    case "text":
    case "image":
      return decodeEntities(token.text);
    case "escape":
    case "codespan":
      return token.text;
    case "br":
      return "\n";
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? "\n" : token.raw;
    case "math":
      return token.tex;
    default:
      return token.raw;
  }
}
