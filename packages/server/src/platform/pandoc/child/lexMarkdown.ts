import { maskMath, matchBlockMath, matchInlineMath } from "@lectern/contract";
import { getDefaults, Hooks, Lexer, type MarkedOptions, type MarkedToken, type Token, Tokenizer } from "marked";
import { maskDataUrls } from "./maskDataUrls.ts";

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/**
 * Maximum length of the text of a paragraph, a heading or a table cell, in characters. marked takes more than linear
 * time on some inputs, so that longer text is not parsed.
 */
const maxInlineLength = 100_000;
/** Quotes and lists, and emphasis and links, that are nested more deeply are plain text. */
const maxBlockDepth = 20;
const maxInlineDepth = 24;

/**
 * Parses Markdown as the browser does: GitHub Flavored Markdown with formulas, without HTML. `preservesLineBreaks`:
 * line breaks within a paragraph stay, as people expect of what they type. Never throws.
 */
export function lexMarkdown(
  source: string,
  { preservesLineBreaks }: { preservesLineBreaks: boolean },
): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  try {
    return narrowTokens(new SafeLexer(createLexerOptions(preservesLineBreaks)).lex(raw));
  } catch {
    // marked has no known input on which it throws.
    return [{ type: "code", raw, text: raw }];
  }
}

/** Narrows tokens to the kinds that this lexer produces. */
export function narrowTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // The only extension is `mathExtension`, so marked produces no other kinds of tokens.
  return (tokens ?? []) as MarkdownToken[];
}

/** Limits what marked parses as inline syntax. A text that is too long becomes one plain token. */
class SafeLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const { masked, unmask } = maskDataUrls(src);
    if (masked.length > maxInlineLength) tokens.push({ type: "text", raw: src, text: src });
    else unmask(super.inlineTokens(masked, tokens));
    return tokens;
  }
}

class SafeTokenizer extends Tokenizer {
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockquote(src: string) {
    return this.#limitBlockDepth(() => super.blockquote(src));
  }

  override list(src: string) {
    return this.#limitBlockDepth(() => super.list(src));
  }

  /** Disables HTML blocks, so that their tags are text. */
  override html() {
    return undefined;
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    return this.#limitInlineDepth(() => super.emStrong(src, maskedSrc, prevChar));
  }

  /** Allows only `~~` for strikethrough, so that "10~20 and 30~40" stays unchanged. */
  override del(src: string, maskedSrc: string, prevChar?: string) {
    return src.startsWith("~~") ? this.#limitInlineDepth(() => super.del(src, maskedSrc, prevChar)) : undefined;
  }

  override link(src: string) {
    return this.#limitInlineDepth(() => super.link(src));
  }

  override reflink(src: string, links: Parameters<Tokenizer["reflink"]>[1]) {
    return this.#limitInlineDepth(() => super.reflink(src, links));
  }

  #limitBlockDepth<T>(tokenize: () => T): T | undefined {
    if (this.#blockDepth >= maxBlockDepth) return undefined;
    this.#blockDepth++;
    try {
      return tokenize();
    } finally {
      this.#blockDepth--;
    }
  }

  #limitInlineDepth<T>(tokenize: () => T): T | undefined {
    if (this.#inlineDepth >= maxInlineDepth) return undefined;
    this.#inlineDepth++;
    try {
      return tokenize();
    } finally {
      this.#inlineDepth--;
    }
  }
}

class MathHooks extends Hooks {
  override emStrongMask(src: string): string {
    return src.includes("$") || src.includes("\\") ? maskMath(src) : src;
  }
}

const createLexerOptions = (preservesLineBreaks: boolean): MarkedOptions => ({
  ...getDefaults(),
  gfm: true,
  breaks: preservesLineBreaks,
  tokenizer: new SafeTokenizer(),
  hooks: new MathHooks(),
  extensions: mathExtension,
});

const mathExtension: NonNullable<MarkedOptions["extensions"]> = {
  renderers: {},
  childTokens: {},
  block: [
    (src) => {
      const match = matchBlockMath(src);
      return match ? { type: "math", ...match } : undefined;
    },
  ],
  startBlock: [findBlockMath],
  inline: [
    (src, tokens) => {
      if (!src.startsWith("$") && !src.startsWith("\\")) return undefined;
      const match = matchInlineMath(src, tokens.at(-1)?.raw.at(-1) ?? "");
      return match ? { type: "math", ...match } : undefined;
    },
  ],
  startInline: [(src) => src.indexOf("$")],
};

/**
 * Returns the index of the line break before the first block formula in the paragraph at the start of `src`. The search
 * ends with the paragraph, because marked searches again for each one.
 */
function findBlockMath(src: string): number | undefined {
  const linePattern = /\n(?: {0,3}(?:\$\$|\\\[)|(?=[ \t]*(?:\n|$)))/g;
  for (let match = linePattern.exec(src); match; match = linePattern.exec(src)) {
    if (match[0] === "\n") return undefined;
    if (matchBlockMath(src.slice(match.index + 1))) return match.index;
  }
  return undefined;
}
