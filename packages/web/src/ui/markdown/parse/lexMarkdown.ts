import { MarkdownLexer, type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Links } from "marked";

/** Link definitions (`[label]: url`), by normalized label. The object has no prototype. */
export type Definitions = Readonly<Links>;

export const noDefinitions: Definitions = Object.create(null);

/** Splits markdown into blocks. The text inside them is lexed later by `lexInline`. Never throws. */
export function lexBlocks(source: string): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  try {
    return narrowTokens(new MarkdownLexer().blockTokens(raw, []));
  } catch {
    return [{ type: "paragraph", raw, text: raw, tokens: [] }];
  }
}

/** Returns the link definitions in markdown. Never throws. */
export function parseDefinitions(source: string): Definitions {
  const lexer = new MarkdownLexer();
  try {
    lexer.blockTokens(source.replace(/\r\n?/g, "\n"), lexer.tokens);
  } catch {
    // Keep the definitions found so far.
  }
  return lexer.tokens.links;
}

/** Splits text into inline tokens. Never throws: text that cannot be lexed becomes one plain token. */
export function lexInline(text: string, definitions: Definitions): MarkdownToken[] {
  const plainTokens: MarkdownToken[] = [{ type: "text", raw: text, text }];
  if (!specialCharacterPattern.test(text)) return plainTokens;
  try {
    const lexer = new MarkdownLexer();
    // Not copied, because a text may have thousands of paragraphs and definitions. Inline rules only read them.
    lexer.tokens.links = definitions;
    return narrowTokens(lexer.inlineTokens(text));
  } catch {
    return plainTokens;
  }
}

/** Returns the normalized labels of the definitions that the text may use. */
export function findLabels(text: string): string[] {
  return Array.from(text.matchAll(labelPattern), ([, label = ""]) => normalizeLabel(label));
}

const labelPattern = /\[((?:\\[\s\S]|[^[\]\\]){1,999})\]/g;

/** Normalizes as marked does. */
const normalizeLabel = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();

/** Matches text that may contain syntax; `://` and `www.` start autolinks. */
const specialCharacterPattern = /[`*_[<!\\$~@&\n]|:\/\/|www\./i;
