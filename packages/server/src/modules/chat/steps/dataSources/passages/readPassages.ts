import type { ContentItem } from "@lectern/contract";
import type { Platform } from "../../../../../core/context.ts";
import { roughEstimate, type TokenCounter } from "../../../../../platform/tokenCounter.ts";
import { readContent } from "../../../../files/service.ts";
import { type DocumentPassage, groupPassages } from "./groupPassages.ts";
import { splitInlineText } from "./splitInlineText.ts";
import type { SourceDocument } from "../sourceDocument.ts";

/**
 * A document cut into passages: the whole of it, or its beginning of at least `enough` tokens. Throws where its content cannot be
 * read.
 */
export async function readPassages(
  platform: Platform,
  tokens: TokenCounter,
  { text, contentKey, extractor }: Pick<SourceDocument, "text" | "contentKey" | "extractor">,
  enough = Number.POSITIVE_INFINITY,
): Promise<DocumentPassage[]> {
  if (text !== null) return inlinePassages(tokens, text);
  if (contentKey === null) return [];
  const { content } = await readContent(platform, contentKey, extractor);
  return groupPassages(beginningOf(content, enough));
}

/** Cutting some 100,000 items takes its time, of which nothing comes where only the first are wanted. */
function beginningOf(items: readonly ContentItem[], enough: number): readonly ContentItem[] {
  let tokens = 0;
  const end = items.findIndex((item) => {
    tokens += item.tokens;
    return tokens >= enough;
  });
  return end < 0 ? items : items.slice(0, end + 1);
}

/** UTF-16 code units. What is longer is judged by samples: counting millions of them would take seconds at each question. */
const longestCounted = 400_000;
const samples = 8;
const sampleMargin = 1.1;

async function inlinePassages(tokens: TokenCounter, text: string): Promise<DocumentPassage[]> {
  const items = splitInlineText(text);
  const sample = text.length <= longestCounted ? text : sampleOf(text);
  const counted = (await tokens.count(sample)) / Math.max(1, roughEstimate(sample));
  const scale = text === sample ? counted : counted * sampleMargin;
  return groupPassages(items.map((item) => ({ ...item, tokens: Math.ceil(item.tokens * scale) })));
}

function sampleOf(text: string): string {
  const step = Math.floor(text.length / samples);
  const length = Math.floor(longestCounted / samples);
  return Array.from({ length: samples }, (_, index) => text.slice(index * step, index * step + length)).join("");
}
