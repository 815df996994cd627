// Parses Markdown as the browser shows it and as exported documents contain it. A separate entry of the package, because
// the first load of the web app must not contain a parser.
import { getDefaults, Hooks, Lexer, type MarkedOptions, type MarkedToken, type Token, Tokenizer } from "marked";
import { maskMath, matchBlockMath, matchInlineMath } from "../text/inlineMath.ts";
import { findLastBackticks } from "../text/lastBackticks.ts";
import { isCjk, maskCjkPunctuation } from "./cjkEmphasis.ts";
import { readFence } from "./fences.ts";
import { escapeBarsInFormulas, isMostlyPadding, mayStartTable } from "./tableRows.ts";

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/** Quotes and lists, and emphasis and links, that are nested more deeply are plain text. */
const maxBlockDepth = 20;
const maxInlineDepth = 24;
const maxAddressCharacters = 4_000;
const addressEnd = /[\s<\u3001-\u3003\u3008-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”]/;
/** A longer paragraph is no heading, whatever line follows it. */
const maxHeadingCharacters = 500;
/** Text that exceeds both limits is not prose. Parsing it could take seconds, so it is one plain token. */
const longTextCharacters = 20_000;
const maxSpecialsInLongText = 2_000;
/**
 * How much text may be searched in vain for the ends of emphasis, in characters per text. marked searches the rest of the
 * text for every delimiter; no prose has as many that nothing closes. It stops at each delimiter on the way, which
 * takes as long as reading `charactersPerDelimiter`.
 */
const maxVainSearch = 3_000_000;
const charactersPerDelimiter = 50;

/** GitHub Flavored Markdown with formulas, without HTML blocks. The time it takes is bounded for hostile texts too. */
export class MarkdownLexer extends Lexer {
  readonly #tokenizer: SafeTokenizer;

  /** `preservesLineBreaks`: line breaks within a paragraph stay, as people expect of what they type. */
  constructor({ preservesLineBreaks = false }: { preservesLineBreaks?: boolean } = {}) {
    const tokenizer = new SafeTokenizer();
    super({
      ...getDefaults(),
      gfm: true,
      breaks: preservesLineBreaks,
      tokenizer,
      hooks: new MaskHooks(),
      extensions: mathExtension,
    });
    this.#tokenizer = tokenizer;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length > longTextCharacters && (src.match(/[`*_[\]<!\\$~@&]/g)?.length ?? 0) > maxSpecialsInLongText) {
      tokens.push({ type: "text", raw: src, text: src });
      return tokens;
    }
    return this.#tokenizer.readInline(src, () => super.inlineTokens(src, tokens));
  }
}

/** Narrows tokens to the kinds that `MarkdownLexer` produces. */
export function narrowTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // The only extension is `mathExtension`, so marked produces no other kinds of tokens.
  return (tokens ?? []) as MarkdownToken[];
}

class SafeTokenizer extends Tokenizer {
  #blockDepth = 0;
  #inlineDepth = 0;
  #vainSearch = 0;
  #inlineSource = "";
  #lastBackticks: ReadonlyMap<number, number> = new Map();
  /** The last search for a block formula: where it has ended. */
  #mathSearch = { src: "", end: 0, isFormula: false };
  /** Runs of asterisks or underscores in the inline source, per character. */
  #delimiterDensity = 0;

  /** Calls `read`, which reads inline syntax in `source`. */
  readInline<T>(source: string, read: () => T): T {
    const [outerSource, outerBackticks] = [this.#inlineSource, this.#lastBackticks];
    const outerDensity = this.#delimiterDensity;
    if (this.#inlineDepth === 0) this.#vainSearch = 0;
    this.#inlineSource = source;
    this.#lastBackticks = findLastBackticks(source);
    this.#delimiterDensity = (source.match(/\*+|_+/g)?.length ?? 0) / Math.max(1, source.length);
    try {
      return read();
    } finally {
      this.#inlineSource = outerSource;
      this.#lastBackticks = outerBackticks;
      this.#delimiterDensity = outerDensity;
    }
  }

  /**
   * Returns the character before `src`, which is the rest of the inline source, or "". The last token has it too, but its
   * text is a string that marked appends to, and reading from it would copy all of it.
   */
  readCharacterBefore(src: string): string {
    return this.#inlineSource.charAt(this.#inlineSource.length - src.length - 1);
  }

  /**
   * Returns the index of the line break before the first block formula in the lines at the start of `src`, up to an empty
   * one. marked calls this for the rest of the text at each paragraph, of which these lines may contain many.
   */
  findBlockMath(src: string): number | undefined {
    const searched = this.#mathSearch;
    const offset = searched.src.length - src.length;
    if (offset < 0 || offset > searched.end || searched.src.slice(offset) !== src)
      this.#mathSearch = { src, ...searchBlockMath(src) };
    const { end, isFormula } = this.#mathSearch;
    return isFormula ? end - (this.#mathSearch.src.length - src.length) : undefined;
  }

  override blockquote(src: string) {
    return this.#limitBlockDepth(() => super.blockquote(src));
  }

  override list(src: string) {
    return this.#limitBlockDepth(() => super.list(src));
  }

  /** Searches for the underline of a heading in a few lines only, because marked searches the whole paragraph. */
  override lheading(src: string) {
    if (src.length <= maxHeadingCharacters) return super.lheading(src);
    return super.lheading(src.slice(0, src.lastIndexOf("\n", maxHeadingCharacters) + 1));
  }

  override table(src: string) {
    if (!mayStartTable(src) || isMostlyPadding(src)) return undefined;
    const escaped = escapeBarsInFormulas(src);
    const token = super.table(escaped);
    if (token && escaped !== src) token.raw = src.split("\n", token.raw.split("\n").length).join("\n");
    return token;
  }

  /** Ends a fence with Markdown after the fences within it. */
  override fences(src: string) {
    const token = super.fences(src);
    const block = token ? readFence(src) : null;
    if (!token || !block?.fence.isMarkdown || block.raw.length <= token.raw.length) return token;
    return { ...token, raw: block.raw, text: block.code };
  }

  /** Disables HTML blocks, so that their tags are text. */
  override html() {
    return undefined;
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    if (!/^[*_]/.test(src) || this.#vainSearch > maxVainSearch) return undefined;
    const before = src.startsWith("*") ? withoutSpaceRule(prevChar) : prevChar;
    const token = this.#limitInlineDepth(() => super.emStrong(src, maskedSrc, before));
    const mayOpen = !/^(?:\*+|_+)(?:\s|$)/.test(src) && !(src.startsWith("_") && /[\p{L}\p{N}]$/u.test(prevChar ?? ""));
    if (!token && mayOpen) this.#vainSearch += src.length * (1 + charactersPerDelimiter * this.#delimiterDensity);
    return token;
  }

  /** Searches for the closing backticks only if there are any, because marked searches the rest of the text. */
  override codespan(src: string) {
    const openerLength = /^`*/.exec(src)?.[0].length ?? 0;
    // marked calls this with the rest of the source.
    const offset = this.#inlineSource.length - src.length;
    return (this.#lastBackticks.get(openerLength) ?? -1) > offset ? super.codespan(src) : undefined;
  }

  /** Allows only `~~` for strikethrough, so that "10~20 and 30~40" stays unchanged. */
  override del(src: string, maskedSrc: string, prevChar?: string) {
    if (!src.startsWith("~~")) return undefined;
    return this.#limitInlineDepth(() => super.del(src, maskedSrc, withoutSpaceRule(prevChar)));
  }

  /**
   * Ends an address before Chinese and Japanese punctuation, after which no space stands. A very long one stays text,
   * because finding the punctuation at its end takes marked quadratic time.
   */
  override url(src: string) {
    if (!/^(?:https?:|ftp:|www\.)/i.test(src)) return super.url(src);
    const start = src.slice(0, maxAddressCharacters + 1);
    const end = addressEnd.exec(start)?.index ?? start.length;
    return end > maxAddressCharacters ? undefined : super.url(start.slice(0, end));
  }

  override link(src: string) {
    return this.#limitInlineDepth(() => super.link(src));
  }

  /** Reads `[1][2]` as two citations, not as a link from 1 to the definition of 2. */
  override reflink(src: string, links: Parameters<Tokenizer["reflink"]>[1]) {
    const citation = /^\[\d{1,4}\](?=\[\d{1,4}\])/.exec(src)?.[0];
    return this.#limitInlineDepth(() => super.reflink(citation ?? src, links));
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

/** Between two characters of Chinese, Japanese and Korean text, punctuation does not need a space around the marks. */
const withoutSpaceRule = (before: string | undefined) => (before !== undefined && isCjk(before) ? "。" : before);

class MaskHooks extends Hooks {
  override emStrongMask(src: string): string {
    return maskCjkPunctuation(src.includes("$") || src.includes("\\") ? maskMath(src) : src);
  }
}

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
    function (src) {
      const { tokenizer } = this.lexer.options;
      return tokenizer instanceof SafeTokenizer ? tokenizer.findBlockMath(src) : undefined;
    },
  ],
  inline: [
    function (src) {
      const { tokenizer } = this.lexer.options;
      if (!(tokenizer instanceof SafeTokenizer) || !/^[$\\]/.test(src)) return undefined;
      const match = matchInlineMath(src, tokenizer.readCharacterBefore(src));
      return match ? { type: "math", ...match } : undefined;
    },
  ],
  startInline: [(src) => src.indexOf("$")],
};

/** Returns the index of the line break before the first block formula, or else before the first empty line or the end. */
function searchBlockMath(src: string): { end: number; isFormula: boolean } {
  const linePattern = /\n(?: {0,3}(?:\$\$|\\\[)|(?=[ \t]*(?:\n|$)))/g;
  for (let match = linePattern.exec(src); match; match = linePattern.exec(src)) {
    if (match[0] === "\n") return { end: match.index, isFormula: false };
    if (matchBlockMath(src.slice(match.index + 1))) return { end: match.index, isFormula: true };
  }
  return { end: src.length, isFormula: false };
}
