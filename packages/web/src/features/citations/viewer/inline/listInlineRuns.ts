import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import { decodeEntities } from "../../../../ui/markdown/parse/decodeEntities.ts";
import { lexInline, noDefinitions } from "../../../../ui/markdown/parse/lexMarkdown.ts";

export type InlineTag = "strong" | "em" | "del" | "code";

/** A part of a text in one style. */
export interface InlineRun {
  /** As it is shown. */
  text: string;
  /** Where it is in the source, in UTF-16 code units: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** The elements around it, outermost first. */
  tags: readonly InlineTag[];
}

/** Splits Markdown into runs without its signs. A link or an image is its text. */
export function listInlineRuns(source: string): InlineRun[] {
  return listRuns(lexInline(source, noDefinitions), 0, []);
}

function listRuns(tokens: readonly MarkdownToken[], start: number, tags: readonly InlineTag[]): InlineRun[] {
  let from = start;
  return tokens.flatMap((token) => {
    const runs = toRuns(token, from, tags);
    from += token.raw.length;
    return runs;
  });
}

function toRuns(token: MarkdownToken, from: number, tags: readonly InlineTag[]): InlineRun[] {
  const toRun = (text: string, ownTags = tags): InlineRun[] => {
    const offset = Math.max(0, token.raw.indexOf(text));
    const isVerbatim = token.raw.startsWith(text, offset);
    const runFrom = isVerbatim ? from + offset : from;
    return [{ text, from: runFrom, to: isVerbatim ? runFrom + text.length : from + token.raw.length, tags: ownTags }];
  };
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return listInner(token, from, [...tags, token.type]);
    case "link":
      return listInner(token, from, tags);
    case "codespan":
      return toRun(token.text, [...tags, "code"]);
    case "text":
    case "image":
      return toRun(decodeEntities(token.text));
    case "escape":
      return toRun(token.text);
    case "br":
      return toRun("\n");
    default:
      return toRun(token.raw);
  }
}

function listInner(
  { raw, tokens }: Extract<MarkdownToken, { type: "strong" | "em" | "del" | "link" }>,
  from: number,
  tags: readonly InlineTag[],
): InlineRun[] {
  const inner = narrowTokens(tokens);
  const offset = raw.indexOf(inner.map((token) => token.raw).join(""));
  return listRuns(inner, from + Math.max(0, offset), tags);
}
