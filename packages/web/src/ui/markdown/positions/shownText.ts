import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import type { Tokens } from "marked";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import { decodeEntities } from "../parse/decodeEntities.ts";
import { type Definitions, lexInline } from "../parse/lexMarkdown.ts";
import { getImageSource } from "../parse/linkTarget.ts";
import { getRange, type SourceRange, type SourceText, takePart, UnknownPositionError } from "./sourceText.ts";

/** Stands for what is shown as one object: a formula, an image or a line break. */
export const objectCharacter = "\ufffc";

/** A character on the page and what stands for it in the source. */
export interface ShownCharacter extends SourceRange {
  /** The emphasis, code and links around it with their delimiters, the outermost first. */
  nodes: readonly SourceRange[];
}

/** A text as `Inline` renders it; `characters` has an entry for each of its UTF-16 code units. */
export interface ShownText {
  text: string;
  characters: readonly ShownCharacter[];
}

/** Returns the rendering of inline Markdown. Throws `UnknownPositionError`. */
export function showInline(source: SourceText, definitions: Definitions): ShownText {
  if (limitCombiningMarks(source.text) !== source.text) throw new UnknownPositionError();
  const writer = new ShownTextWriter();
  writer.addTokens(lexInline(source.text, definitions), source, []);
  return writer;
}

/** Returns the rendering of text without syntax. */
export function showPlain(source: SourceText): ShownText {
  const writer = new ShownTextWriter();
  writer.addPlain(source.text, source, []);
  return writer;
}

/** Returns the rendering of a formula that is a block. */
export const showObject = (source: SourceText): ShownText => ({
  text: objectCharacter,
  characters: [{ ...getRange(source), nodes: [] }],
});

type Nodes = readonly SourceRange[];

class ShownTextWriter implements ShownText {
  text = "";
  readonly characters: ShownCharacter[] = [];

  addTokens(tokens: readonly MarkdownToken[], source: SourceText, nodes: Nodes): void {
    let start = 0;
    for (const token of tokens) {
      const part = takePart(source, start, token.raw);
      if (token.raw !== "") this.#addToken(token, part, nodes);
      start += token.raw.length;
    }
    if (start !== source.text.length) throw new UnknownPositionError();
  }

  /** Adds text whose characters stand in the source as they are. */
  addPlain(text: string, { at }: SourceText, nodes: Nodes): void {
    this.text += text;
    for (let index = 0; index < text.length; index++)
      this.characters.push({ start: at(index), end: at(index) + 1, nodes });
  }

  /** Adds text that stands for all of `source`, and cannot be selected in part. */
  #addWhole(text: string, source: SourceText, nodes: Nodes): void {
    this.text += text;
    const range = getRange(source);
    for (let index = 0; index < text.length; index++) this.characters.push({ ...range, nodes });
  }

  #addToken(token: MarkdownToken, source: SourceText, nodes: Nodes): void {
    switch (token.type) {
      case "text":
        if (token.text !== token.raw) throw new UnknownPositionError();
        this.#addText(source, nodes);
        break;
      case "escape":
        this.#addWhole(token.text, source, nodes);
        break;
      case "strong":
      case "del":
        this.#addNode(token, 2, source, nodes);
        break;
      case "em":
        this.#addNode(token, 1, source, nodes);
        break;
      case "link":
        this.#addNode(token, /^[[<]/.test(token.raw) ? 1 : 0, source, nodes);
        break;
      case "codespan":
        this.#addCode(token, source, nodes);
        break;
      case "image":
        this.#addImage(token, source, nodes);
        break;
      case "br":
      case "math":
        this.#addWhole(objectCharacter, source, nodes);
        break;
      case "html":
        if (/^<br\s*\/?>$/i.test(token.raw)) this.#addWhole(objectCharacter, source, nodes);
        else this.addPlain(token.raw, source, nodes);
        break;
      default:
        this.addPlain(token.raw, source, nodes);
        break;
    }
  }

  #addText(source: SourceText, nodes: Nodes): void {
    for (const { 0: piece, index } of source.text.matchAll(/&#?\w{1,32};|[^&]+|&/g)) {
      const part = takePart(source, index, piece);
      const shown = decodeEntities(piece);
      if (shown === piece) this.addPlain(piece, part, nodes);
      else this.#addWhole(shown, part, nodes);
    }
  }

  #addNode(token: Tokens.Generic, delimiterLength: number, source: SourceText, nodes: Nodes): void {
    const content = takePart(source, delimiterLength, token.text);
    this.addTokens(narrowTokens(token.tokens), content, [...nodes, getRange(source)]);
  }

  #addCode({ raw, text }: Tokens.Codespan, source: SourceText, nodes: Nodes): void {
    const delimiterLength = /^`+/.exec(raw)?.[0].length ?? 0;
    const code = raw.slice(delimiterLength, raw.length - delimiterLength);
    const padding = (code.length - text.length) / 2;
    if ((padding !== 0 && padding !== 1) || code.slice(padding, padding + text.length).replace(/\n/g, " ") !== text)
      throw new UnknownPositionError();
    const at = (index: number) => source.at(delimiterLength + padding + index);
    this.addPlain(text, { text, at }, [...nodes, getRange(source)]);
  }

  #addImage(token: Tokens.Image, source: SourceText, nodes: Nodes): void {
    const isShown = getImageSource(token.href, globalThis.location?.origin) !== null;
    this.#addWhole(isShown ? objectCharacter : decodeEntities(token.text) || "Image", source, nodes);
  }
}
