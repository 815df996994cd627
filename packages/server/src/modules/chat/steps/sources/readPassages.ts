import type { Platform } from "../../../../core/context.ts";
import type { TokenCounter } from "../../../../platform/tokenCounter.ts";
import { readContent } from "../../../files/service.ts";
import { type DocumentPassage, groupPassages } from "./groupPassages.ts";
import { inlineItems } from "./inlineItems.ts";
import type { SourceDocument } from "./sourceDocument.ts";

/** The whole of a document, cut into passages. Throws where its content cannot be read. */
export async function readPassages(
  platform: Platform,
  tokens: TokenCounter,
  { text, contentKey }: Pick<SourceDocument, "text" | "contentKey">,
): Promise<DocumentPassage[]> {
  if (text !== null) return inlinePassages(tokens, text);
  if (contentKey === null) return [];
  const { content } = await readContent(platform, contentKey);
  return groupPassages(content);
}

async function inlinePassages(tokens: TokenCounter, text: string): Promise<DocumentPassage[]> {
  const items = inlineItems(text);
  const estimated = items.reduce((sum, item) => sum + item.tokens, 0);
  const scale = (await tokens.count(text)) / Math.max(1, estimated);
  return groupPassages(items.map((item) => ({ ...item, tokens: Math.ceil(item.tokens * scale) })));
}
