import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";
import type { SourceDocument } from "../sourceDocument.ts";
import { toAttribute } from "./documentsBlock.ts";

type NotedDocument = Pick<SourceDocument, "name" | "readingNotes">;

const maxDocuments = 10;
const instruction =
  "The text of these documents is not all that is in them, or may be wrong in places. Say so if it matters for the answer:";

/** Says in one line per document what its text lacks or may have wrong; empty text if there is nothing to say. */
export function formatReadingNotes(documents: Iterable<NotedDocument>): string {
  const lines = new Set<string>();
  for (const { name, readingNotes } of documents)
    if (readingNotes !== "" && lines.size < maxDocuments)
      lines.add(`- ${toAttribute(name)}: ${toAttribute(readingNotes, readingNotes.length)}`);
  return lines.size === 0 ? "" : [instruction, ...lines].join("\n");
}

/** An upper bound for the tokens of what `formatReadingNotes` says about any of these documents. */
export function countReadingNotesTokens(documents: readonly NotedDocument[]): number {
  const text = formatReadingNotes([...documents].sort((a, b) => b.readingNotes.length - a.readingNotes.length));
  return text === "" ? 0 : estimateMaxTokens(text) + 4;
}
