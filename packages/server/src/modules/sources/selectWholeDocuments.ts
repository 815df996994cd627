import type { DocumentPassage } from "./passages/groupPassages.ts";
import { countPassageTokens } from "./prompt/documentsBlock.ts";
import type { SourceDocument } from "./sourceDocument.ts";

export interface WholeDocuments {
  /** The selected documents in the order of the input. */
  selected: { document: SourceDocument; passages: DocumentPassage[] }[];
  /** Total tokens of the selected documents, including the tags around them. */
  tokens: number;
  /** Documents that do not fit or cannot be read. */
  remaining: SourceDocument[];
  /** The documents of `remaining` whose content cannot be read. */
  unreadable: SourceDocument[];
}

const maxConcurrentReads = 8;

/**
 * Selects the documents to insert in full within `budget` tokens, shortest first, so that as many as possible are
 * included. `read` returns a document's passages; if that fails, the document is not selected. Reads several documents
 * concurrently, because many short ones may fit and the blob store may be slow.
 */
export async function selectWholeDocuments(
  documents: readonly SourceDocument[],
  budget: number,
  read: (document: SourceDocument) => Promise<DocumentPassage[]>,
): Promise<WholeDocuments> {
  const sortedDocuments = documents
    .map((document, position) => ({ document, position, minTokens: estimateMinTokens(document) }))
    .sort((a, b) => a.minTokens - b.minTokens);
  const selectedDocuments: { document: SourceDocument; passages: DocumentPassage[]; position: number }[] = [];
  const remainingDocuments = new Set<SourceDocument>();
  const unreadableDocuments: SourceDocument[] = [];
  let tokens = 0;
  for (let batchStart = 0; batchStart < sortedDocuments.length; ) {
    const batch = selectFittingDocuments(
      sortedDocuments.slice(batchStart, batchStart + maxConcurrentReads),
      budget - tokens,
    );
    const batchPassages = await Promise.all(batch.map(({ document }) => read(document).catch(() => null)));
    for (const [index, { document, position }] of batch.entries()) {
      const passages = batchPassages[index];
      const passageTokens =
        passages?.reduce((sum, each) => sum + countPassageTokens({ ...each, name: document.name }), 0) ?? 0;
      if (!passages) unreadableDocuments.push(document);
      if (!passages || tokens + passageTokens > budget) {
        remainingDocuments.add(document);
        continue;
      }
      tokens += passageTokens;
      selectedDocuments.push({ document, passages, position });
    }
    batchStart += batch.length;
    if (batch.length > 0) continue;
    // The shortest remaining document does not fit, so no other document fits.
    for (const { document } of sortedDocuments.slice(batchStart)) remainingDocuments.add(document);
    break;
  }
  const wholeDocuments = selectedDocuments
    .sort((a, b) => a.position - b.position)
    .map(({ document, passages }) => ({ document, passages }));
  return {
    selected: wholeDocuments,
    tokens,
    remaining: documents.filter((document) => remainingDocuments.has(document)),
    unreadable: unreadableDocuments,
  };
}

/** Returns the first documents that may fit together. */
function selectFittingDocuments<Sized extends { minTokens: number }>(
  documents: readonly Sized[],
  budget: number,
): Sized[] {
  let tokens = 0;
  const end = documents.findIndex(({ minTokens }) => {
    tokens += minTokens;
    return tokens > budget;
  });
  return end < 0 ? [...documents] : documents.slice(0, end);
}

/** Returns the known token count, or else a lower bound: in common vocabularies, no token exceeds 128 characters. */
function estimateMinTokens({ totalTokens, text }: SourceDocument): number {
  return totalTokens ?? Math.ceil((text?.length ?? 0) / 128);
}
