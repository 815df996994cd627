import type { ContentItem } from "@lectern/contract";
import { roughEstimate } from "../../../../../platform/tokenCounter.ts";

/** A text that came with a request, as items by paragraph, each with the line on which it begins. Tokens are estimates. */
export function splitInlineText(text: string): ContentItem[] {
  const items: ContentItem[] = [];
  let line = 1;
  for (const part of text.split(/(\n[^\S\n]*\n\s*)/)) {
    if (part.trim() !== "") {
      items.push({ content: part, tokens: roughEstimate(part), location: { line }, canSplit: true, kind: "paragraph" });
    }
    line += part.split("\n").length - 1;
  }
  return items;
}
