import type { DocumentPassage } from "./passages/groupPassages.ts";
import { countPassageTokens } from "./prompt/documentsBlock.ts";
import type { SourceDocument } from "./sourceDocument.ts";

export interface WholeDocuments {
  /** The selected documents in the order of the input. */
  whole: { document: SourceDocument; passages: DocumentPassage[] }[];
  /** Total tokens of the selected documents, including the tags around them. */
  tokens: number;
  /** Documents that do not fit or could not be read. */
  rest: SourceDocument[];
  /** Documents of `rest` whose content could not be read. */
  unread: SourceDocument[];
}

const maxConcurrentReads = 8;

/**
 * Selects the documents to insert in full within `budget` tokens, shortest first, so that as many as possible are
 * included. `read` returns a document's passages; a document whose read fails goes to the rest. Reads several documents
 * concurrently, because many short ones may fit and the blob store may be slow.
 */
export async function selectWholeDocuments(
  documents: readonly SourceDocument[],
  budget: number,
  read: (document: SourceDocument) => Promise<DocumentPassage[]>,
): Promise<WholeDocuments> {
  const shortestFirst = documents
    .map((document, position) => ({ document, position, minTokens: minTokensOf(document) }))
    .sort((a, b) => a.minTokens - b.minTokens);
  const selected: { document: SourceDocument; passages: DocumentPassage[]; position: number }[] = [];
  const rest = new Set<SourceDocument>();
  const unread: SourceDocument[] = [];
  let tokens = 0;
  for (let from = 0; from < shortestFirst.length; ) {
    const batch = takeFitting(shortestFirst.slice(from, from + maxConcurrentReads), budget - tokens);
    const contents = await Promise.all(batch.map(({ document }) => read(document).catch(() => null)));
    for (const [index, { document, position }] of batch.entries()) {
      const passages = contents[index];
      const cost = passages?.reduce((sum, each) => sum + countPassageTokens({ ...each, name: document.name }), 0) ?? 0;
      if (!passages) unread.push(document);
      if (!passages || tokens + cost > budget) {
        rest.add(document);
        continue;
      }
      tokens += cost;
      selected.push({ document, passages, position });
    }
    from += batch.length;
    if (batch.length > 0) continue;
    // The shortest remaining document does not fit, so none does.
    for (const { document } of shortestFirst.slice(from)) rest.add(document);
    break;
  }
  const whole = selected
    .sort((a, b) => a.position - b.position)
    .map(({ document, passages }) => ({ document, passages }));
  return { whole, tokens, rest: documents.filter((document) => rest.has(document)), unread };
}

/** Returns the first documents that may fit together. */
function takeFitting<Sized extends { minTokens: number }>(documents: readonly Sized[], budget: number): Sized[] {
  let tokens = 0;
  const end = documents.findIndex(({ minTokens }) => {
    tokens += minTokens;
    return tokens > budget;
  });
  return end < 0 ? [...documents] : documents.slice(0, end);
}

/** Returns a lower bound without counting: in common vocabularies, no token has more than 128 characters. */
function minTokensOf({ totalTokens, text }: SourceDocument): number {
  return totalTokens ?? Math.ceil((text?.length ?? 0) / 128);
}
