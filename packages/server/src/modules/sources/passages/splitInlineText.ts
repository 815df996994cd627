import type { ContentItem } from "@lectern/contract";
import { estimateTokens } from "../../../platform/tokenCounter.ts";

/**
 * Splits text that was sent inside the request into paragraphs, each with the number of its first line. Token counts
 * are estimates.
 */
export function splitInlineText(text: string): ContentItem[] {
  const items: ContentItem[] = [];
  let lineNumber = 1;
  for (const part of text.split(/(\n[^\S\n]*\n\s*)/)) {
    if (part.trim() !== "") {
      items.push({
        content: part,
        tokens: estimateTokens(part),
        location: { line: lineNumber },
        canSplit: true,
        kind: "paragraph",
      });
    }
    lineNumber += part.split("\n").length - 1;
  }
  return items;
}
