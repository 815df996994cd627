import { maskMath, matchBlockMath, matchInlineMath } from "@lectern/contract";
import { getDefaults, Hooks, Lexer, type MarkedOptions, type MarkedToken, type Token, Tokenizer } from "marked";

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/**
 * Maximum length of a block, in characters. marked takes more than linear time on some inputs, so text with a longer
 * block is not parsed.
 */
const maxBlockLength = 100_000;

/**
 * Parses Markdown as the browser does: GitHub Flavored Markdown with formulas, without HTML. `preservesLineBreaks`:
 * line breaks within a paragraph stay, as people expect of what they type. Never throws; text that cannot be parsed
 * becomes one code block.
 */
export function lexMarkdown(
  source: string,
  { preservesLineBreaks }: { preservesLineBreaks: boolean },
): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  const unparsedTokens: MarkdownToken[] = [{ type: "code", raw, text: raw }];
  if (raw.split(/\n\s*\n/).some((block) => block.length > maxBlockLength)) return unparsedTokens;
  try {
    return narrowTokens(new Lexer(createLexerOptions(preservesLineBreaks)).lex(raw));
  } catch {
    // For example, the Markdown is nested too deeply.
    return unparsedTokens;
  }
}

/** Narrows tokens to the kinds that this lexer produces. */
export function narrowTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // The only extension is `mathExtension`, so marked produces no other kinds of tokens.
  return (tokens ?? []) as MarkdownToken[];
}

class SafeTokenizer extends Tokenizer {
  /** Disables HTML blocks, so that their tags are text. */
  override html() {
    return undefined;
  }

  /** Allows only `~~` for strikethrough, so that "10~20 and 30~40" stays unchanged. */
  override del(src: string, maskedSrc: string, prevChar?: string) {
    return src.startsWith("~~") ? super.del(src, maskedSrc, prevChar) : undefined;
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
  startBlock: [
    (src) => {
      const index = src.search(/\n {0,3}(?:\$\$|\\\[)/);
      return index === -1 ? undefined : index;
    },
  ],
  inline: [
    (src, tokens) => {
      if (!src.startsWith("$") && !src.startsWith("\\")) return undefined;
      const match = matchInlineMath(src, tokens.at(-1)?.raw.at(-1) ?? "");
      return match ? { type: "math", ...match } : undefined;
    },
  ],
  startInline: [(src) => src.indexOf("$")],
};
