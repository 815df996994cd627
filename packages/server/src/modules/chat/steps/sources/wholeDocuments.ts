import type { DocumentPassage } from "./groupPassages.ts";
import { tokensOfPassage } from "./passageBlock.ts";
import type { SourceDocument } from "./sourceDocument.ts";

export interface WholeDocuments {
  /** In the order given. */
  whole: { document: SourceDocument; passages: DocumentPassage[] }[];
  /** Tokens that they take together, with the marks around them. */
  tokens: number;
  /** Too long for the room, or their content could not be read. */
  left: SourceDocument[];
}

/**
 * Takes documents whole as long as they fit into `room` tokens, the shortest first, so that as many as can be are there in full. `read`
 * gives a document's passages; one whose reading fails is left.
 */
export async function wholeDocuments(
  documents: readonly SourceDocument[],
  room: number,
  read: (document: SourceDocument) => Promise<DocumentPassage[]>,
): Promise<WholeDocuments> {
  const shortestFirst = documents
    .map((document, position) => ({ document, position, least: leastTokens(document) }))
    .sort((a, b) => a.least - b.least);
  const taken: { document: SourceDocument; passages: DocumentPassage[]; position: number }[] = [];
  const left: SourceDocument[] = [];
  let tokens = 0;
  for (const { document, position, least } of shortestFirst) {
    const passages = tokens + least <= room ? await read(document).catch(() => null) : null;
    const cost = passages?.reduce((sum, passage) => sum + tokensOfPassage({ ...passage, name: document.name }), 0) ?? 0;
    if (!passages || tokens + cost > room) {
      left.push(document);
      continue;
    }
    tokens += cost;
    taken.push({ document, passages, position });
  }
  const whole = taken.sort((a, b) => a.position - b.position).map(({ document, passages }) => ({ document, passages }));
  return { whole, tokens, left: documents.filter((document) => left.includes(document)) };
}

/** What no count needs to be made for: no token is longer than 128 characters in the vocabularies in use. */
function leastTokens({ totalTokens, text }: SourceDocument): number {
  return totalTokens ?? Math.ceil((text?.length ?? 0) / 128);
}
