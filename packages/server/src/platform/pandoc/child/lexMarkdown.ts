import { maskMath, matchBlockMath, matchInlineMath } from "@lectern/contract";
import { getDefaults, Hooks, Lexer, type MarkedOptions, type MarkedToken, type Token, Tokenizer } from "marked";

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/** marked takes more than linear time of some texts: a stretch without an empty line of this length is taken as plain text. */
const longestBlock = 100_000;

/**
 * The blocks of a piece of markdown as the browser reads it: GitHub's kind with formulas, and no HTML. `keepsLines`: a line break is one, as
 * people type. Never throws: what cannot be read is one paragraph of plain text.
 */
export function lexMarkdown(source: string, { keepsLines }: { keepsLines: boolean }): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  const asText: MarkdownToken[] = [{ type: "code", raw, text: raw }];
  if (raw.split(/\n\s*\n/).some((block) => block.length > longestBlock)) return asText;
  try {
    return childTokens(new Lexer(optionsOf(keepsLines)).lex(raw));
  } catch {
    // Too deep.
    return asText;
  }
}

/** The tokens inside a token, as our own kinds. */
export function childTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // With the extension below, marked makes these kinds of tokens and no others.
  return (tokens ?? []) as MarkdownToken[];
}

class SafeTokenizer extends Tokenizer {
  /** There are no blocks of HTML: tags are text. */
  override html() {
    return undefined;
  }

  /** Only `~~` strikes out: "10~20 and 30~40" is not struck. */
  override del(src: string, maskedSrc: string, prevChar?: string) {
    return src.startsWith("~~") ? super.del(src, maskedSrc, prevChar) : undefined;
  }
}

class MathHooks extends Hooks {
  override emStrongMask(src: string): string {
    return src.includes("$") || src.includes("\\") ? maskMath(src) : src;
  }
}

const optionsOf = (keepsLines: boolean): MarkedOptions => ({
  ...getDefaults(),
  gfm: true,
  breaks: keepsLines,
  tokenizer: new SafeTokenizer(),
  hooks: new MathHooks(),
  extensions: mathExtension,
});

const mathExtension: NonNullable<MarkedOptions["extensions"]> = {
  renderers: {},
  childTokens: {},
  block: [
    (src) => {
      const found = matchBlockMath(src);
      return found ? { type: "math", ...found } : undefined;
    },
  ],
  startBlock: [
    (src) => {
      const at = src.search(/\n {0,3}(?:\$\$|\\\[)/);
      return at === -1 ? undefined : at;
    },
  ],
  inline: [
    (src, tokens) => {
      if (!src.startsWith("$") && !src.startsWith("\\")) return undefined;
      const found = matchInlineMath(src, tokens.at(-1)?.raw.at(-1) ?? "");
      return found ? { type: "math", ...found } : undefined;
    },
  ],
  startInline: [(src) => src.indexOf("$")],
};
