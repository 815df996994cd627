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

export interface MathToken {
  type: "math";
  raw: string;
  tex: string;
  isDisplay: boolean;
}

export type MarkdownToken = MarkedToken | MathToken;

/** What `[label]: address` says, by normalised label. */
export type Definitions = Readonly<Links>;

/** Quotes and lists inside each other deeper than this are shown as they were written. */
const maxBlockDepth = 20;
const maxInlineDepth = 24;
/** A text this long with this many special characters is no prose; reading it could take seconds. */
const longTextCharacters = 20_000;
const maxSpecialsInLongText = 2_000;

/** The blocks of a piece of markdown. The text inside them is not read yet: see `lexInline`. Never throws. */
export function lexBlocks(source: string): MarkdownToken[] {
  const raw = source.replace(/\r\n?/g, "\n");
  try {
    // With the extension below, marked makes these kinds of tokens and no others.
    return new Lexer(options()).blockTokens(raw, []) as MarkdownToken[];
  } catch {
    return [{ type: "paragraph", raw, text: raw, tokens: [] }];
  }
}

/** The link definitions in a piece of markdown. Never throws. */
export function parseDefinitions(source: string): Definitions {
  const lexer = new Lexer(options());
  try {
    lexer.blockTokens(source.replace(/\r\n?/g, "\n"), lexer.tokens);
  } catch {
    // What was read until then still holds.
  }
  return lexer.tokens.links;
}

/** The parts of a line of text. Never throws: what cannot be read is one part of plain text. */
export function lexInline(text: string, definitions: Definitions): MarkdownToken[] {
  const plain: MarkdownToken[] = [{ type: "text", raw: text, text }];
  if (!special.test(text)) return plain;
  if (text.length > longTextCharacters && (text.match(/[`*_[\]<!\\$~@&]/g)?.length ?? 0) > maxSpecialsInLongText)
    return plain;
  try {
    const lexer = new Lexer(options());
    lexer.tokens.links = Object.assign(Object.create(null), definitions);
    // As in lexBlocks.
    return lexer.inlineTokens(text) as MarkdownToken[];
  } catch {
    return plain;
  }
}

/** The tokens inside a token, as our own kinds. */
export function childTokens(tokens: Token[] | undefined): MarkdownToken[] {
  // As in lexBlocks: the same lexer made them.
  return (tokens ?? []) as MarkdownToken[];
}

/** Everything that can begin something else than plain text; `:` and `.` are of addresses. */
const special = /[`*_[<!\\$~@&\n]|:\/\/|www\./i;

class SafeTokenizer extends Tokenizer {
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockquote(src: string) {
    return this.#inBlock(() => super.blockquote(src));
  }

  override list(src: string) {
    return this.#inBlock(() => super.list(src));
  }

  /** There are no blocks of HTML: tags are text. */
  override html() {
    return undefined;
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    return this.#inline(() => super.emStrong(src, maskedSrc, prevChar));
  }

  /** Only `~~` strikes out: "10~20 and 30~40" is not struck. */
  override del(src: string, maskedSrc: string, prevChar?: string) {
    return src.startsWith("~~") ? this.#inline(() => super.del(src, maskedSrc, prevChar)) : undefined;
  }

  override link(src: string) {
    return this.#inline(() => super.link(src));
  }

  override reflink(src: string, links: Parameters<Tokenizer["reflink"]>[1]) {
    return this.#inline(() => super.reflink(src, links));
  }

  #inBlock<T>(read: () => T): T | undefined {
    if (this.#blockDepth >= maxBlockDepth) return undefined;
    this.#blockDepth++;
    try {
      return read();
    } finally {
      this.#blockDepth--;
    }
  }

  #inline<T>(read: () => T): T | undefined {
    if (this.#inlineDepth >= maxInlineDepth) return undefined;
    this.#inlineDepth++;
    try {
      return read();
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

function options(): MarkedOptions {
  return { ...getDefaults(), gfm: true, tokenizer: new SafeTokenizer(), hooks, extensions: mathExtension };
}

const hooks = new MathHooks();
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
