import { maskMath, matchBlockMath, matchInlineMath } from "@lectern/contract";
import {
  getDefaults,
  Hooks,
  Lexer,
  type Links,
  type MarkedOptions,
  type MarkedToken,
  type Token,
  Tokenizer,
} from "marked";
import { isDelimiterRow } from "./tableHead.ts";

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/** Link definitions (`[label]: url`), by normalized label. The object has no prototype. */
export type Definitions = Readonly<Links>;

export const noDefinitions: Definitions = Object.create(null);

/** Quotes, lists and inline syntax nested deeper than this are shown as plain text. */
const maxBlockDepth = 20;
const maxInlineDepth = 24;
/** Text that exceeds both limits is not prose. Lexing it could take seconds. */
const longTextCharacters = 20_000;
const maxSpecialsInLongText = 2_000;

/** Splits markdown into blocks. The text inside them is lexed later by `lexInline`. Never throws. */
export function lexBlocks(source: string): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  try {
    // With the extension below, marked creates only tokens of these types.
    return new Lexer(createOptions()).blockTokens(raw, []) as MarkdownToken[];
  } catch {
    return [{ type: "paragraph", raw, text: raw, tokens: [] }];
  }
}

/** Returns the link definitions in markdown. Never throws. */
export function parseDefinitions(source: string): Definitions {
  const lexer = new Lexer(createOptions());
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
  if (text.length > longTextCharacters && (text.match(/[`*_[\]<!\\$~@&]/g)?.length ?? 0) > maxSpecialsInLongText)
    return plainTokens;
  try {
    const lexer = new Lexer(createOptions());
    // Not copied, because a text may have thousands of paragraphs and definitions. Inline rules only read them.
    lexer.tokens.links = definitions;
    // With the extension below, marked creates only tokens of these types.
    return lexer.inlineTokens(text) as MarkdownToken[];
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

/** Narrows the type of the child tokens of a token. */
export function asMarkdownTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // lexBlocks or lexInline created these tokens, so they have no other types.
  return (tokens ?? []) as MarkdownToken[];
}

/** Matches text that may contain syntax; `://` and `www.` start autolinks. */
const specialCharacterPattern = /[`*_[<!\\$~@&\n]|:\/\/|www\./i;

class SafeTokenizer extends Tokenizer {
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockquote(src: string) {
    return this.#limitBlockDepth(() => super.blockquote(src));
  }

  override list(src: string) {
    return this.#limitBlockDepth(() => super.list(src));
  }

  override table(src: string) {
    return isMostlyPadding(src) ? undefined : super.table(src);
  }

  /** HTML blocks are not supported, so tags become text. */
  override html() {
    return undefined;
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    return this.#limitInlineDepth(() => super.emStrong(src, maskedSrc, prevChar));
  }

  /** Only `~~` strikes through, so that "10~20 and 30~40" stays plain. */
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

/** Small tables may consist mostly of empty cells. */
const minPaddedCells = 2_000;

/**
 * True if `src` starts with a table that has more cells than its text could fill. Each row gets a cell for every
 * column, so a short text could otherwise become millions of empty cells.
 */
function isMostlyPadding(src: string): boolean {
  const [header = "", delimiterRow = ""] = src.split("\n", 2);
  if (!isDelimiterRow(delimiterRow)) return false;
  const end = src.search(/\n[ \t]*\n/);
  const rows = (end === -1 ? src : src.slice(0, end)).trimEnd();
  const cellCount = header.split("|").length * rows.split("\n").length;
  return cellCount > minPaddedCells && cellCount > rows.length;
}

class MathHooks extends Hooks {
  override emStrongMask(src: string): string {
    return src.includes("$") || src.includes("\\") ? maskMath(src) : src;
  }
}

function createOptions(): MarkedOptions {
  return { ...getDefaults(), gfm: true, tokenizer: new SafeTokenizer(), hooks, extensions: mathExtension };
}

const hooks = new MathHooks();
const mathExtension: NonNullable<MarkedOptions["extensions"]> = {
  renderers: {},
  childTokens: {},
  block: [
    (src) => {
      const mathMatch = matchBlockMath(src);
      return mathMatch ? { type: "math", ...mathMatch } : undefined;
    },
  ],
  startBlock: [
    (src) => {
      const offset = src.search(/\n {0,3}(?:\$\$|\\\[)/);
      return offset === -1 ? undefined : offset;
    },
  ],
  inline: [
    (src, tokens) => {
      if (!src.startsWith("$") && !src.startsWith("\\")) return undefined;
      const mathMatch = matchInlineMath(src, tokens.at(-1)?.raw.at(-1) ?? "");
      return mathMatch ? { type: "math", ...mathMatch } : undefined;
    },
  ],
  startInline: [(src) => src.indexOf("$")],
};
