import { MarkdownLexer, type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Token } from "marked";
import { maskDataUrls } from "./maskDataUrls.ts";

/**
 * Maximum length of the text of a paragraph, a heading or a table cell, in characters. marked takes more than linear
 * time on some inputs, so that longer text is not parsed.
 */
const maxInlineLength = 100_000;

/** Parses Markdown as the browser does. Never throws. */
export function lexMarkdown(source: string, options: { preservesLineBreaks: boolean }): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  try {
    return narrowTokens(new LengthLimitedLexer(options).lex(raw));
  } catch {
    // marked has no known input on which it throws.
    return [{ type: "code", raw, text: raw }];
  }
}

/** Limits what is parsed as inline syntax. A text that is too long becomes one plain token. */
class LengthLimitedLexer extends MarkdownLexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const { masked, unmask } = maskDataUrls(src);
    if (masked.length > maxInlineLength) tokens.push({ type: "text", raw: src, text: src });
    else unmask(super.inlineTokens(masked, tokens));
    return tokens;
  }
}
