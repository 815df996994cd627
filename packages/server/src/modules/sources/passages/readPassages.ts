import type { ContentItem } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { estimateTokens, type TokenCounter } from "../../../platform/tokenCounter.ts";
import { loadDocumentContent } from "../../files/service.ts";
import type { SourceDocument } from "../sourceDocument.ts";
import { type DocumentPassage, groupPassages } from "./groupPassages.ts";
import { splitInlineText } from "./splitInlineText.ts";

/**
 * Reads a document and splits it into passages: the whole document, or at least its first `minTokens`. Throws if the
 * content cannot be read.
 */
export async function readPassages(
  platform: Platform,
  tokens: TokenCounter,
  { text, contentKey, extractor }: Pick<SourceDocument, "text" | "contentKey" | "extractor">,
  minTokens = Number.POSITIVE_INFINITY,
): Promise<DocumentPassage[]> {
  if (text !== null) return readInlinePassages(tokens, text);
  if (contentKey === null) return [];
  const { content } = await loadDocumentContent(platform, contentKey, extractor);
  return groupPassages(selectBeginning(content, minTokens));
}

/** Returns the first items, because splitting 100,000 items is slow and only the first passages are needed. */
function selectBeginning(items: readonly ContentItem[], minTokens: number): readonly ContentItem[] {
  let tokens = 0;
  const end = items.findIndex((item) => {
    tokens += item.tokens;
    return tokens >= minTokens;
  });
  return end < 0 ? items : items.slice(0, end + 1);
}

/**
 * UTF-16 code units. Longer text is sampled: counting the tokens of millions of characters would take seconds per
 * question.
 */
const maxCountedLength = 400_000;
const sampleCount = 8;
/** A sample's count is multiplied by this factor, because it may be too low for the rest of the text. */
const sampleMarginFactor = 1.1;

async function readInlinePassages(tokens: TokenCounter, text: string): Promise<DocumentPassage[]> {
  const items = splitInlineText(text);
  const sample = text.length <= maxCountedLength ? text : buildSample(text);
  const ratio = (await tokens.count(sample)) / Math.max(1, estimateTokens(sample));
  const scale = text === sample ? ratio : ratio * sampleMarginFactor;
  return groupPassages(items.map((item) => ({ ...item, tokens: Math.ceil(item.tokens * scale) })));
}

function buildSample(text: string): string {
  const stepLength = Math.floor(text.length / sampleCount);
  const partLength = Math.floor(maxCountedLength / sampleCount);
  return Array.from({ length: sampleCount }, (_, index) =>
    text.slice(index * stepLength, index * stepLength + partLength),
  ).join("");
}
