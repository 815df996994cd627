import type { DocumentPassage } from "./passages/groupPassages.ts";
import { countPassageTokens } from "./prompt/documentsBlock.ts";
import type { SourceDocument } from "./sourceDocument.ts";

export interface WholeDocuments {
  /** In the order given. */
  whole: { document: SourceDocument; passages: DocumentPassage[] }[];
  /** Tokens that they take together, with the marks around them. */
  tokens: number;
  /** Too long for the room, or not to be read. */
  left: SourceDocument[];
  /** Of those left: not too long, but their content could not be read. */
  unread: SourceDocument[];
}

/** Documents that are read at the same time. */
const readAtOnce = 8;

/**
 * Takes documents whole as long as they fit into `room` tokens, the shortest first, so that as many as can be are there in full. `read`
 * gives a document's passages; one whose reading fails is left. Of a thousand short ones many fit, and a store may be far away: some are
 * read ahead.
 */
export async function selectWholeDocuments(
  documents: readonly SourceDocument[],
  room: number,
  read: (document: SourceDocument) => Promise<DocumentPassage[]>,
): Promise<WholeDocuments> {
  const shortestFirst = documents
    .map((document, position) => ({ document, position, least: leastTokens(document) }))
    .sort((a, b) => a.least - b.least);
  const taken: { document: SourceDocument; passages: DocumentPassage[]; position: number }[] = [];
  const left = new Set<SourceDocument>();
  const unread: SourceDocument[] = [];
  let tokens = 0;
  for (let from = 0; from < shortestFirst.length; ) {
    const some = fitting(shortestFirst.slice(from, from + readAtOnce), room - tokens);
    const contents = await Promise.all(some.map(({ document }) => read(document).catch(() => null)));
    for (const [index, { document, position }] of some.entries()) {
      const passages = contents[index];
      const cost = passages?.reduce((sum, each) => sum + countPassageTokens({ ...each, name: document.name }), 0) ?? 0;
      if (!passages) unread.push(document);
      if (!passages || tokens + cost > room) {
        left.add(document);
        continue;
      }
      tokens += cost;
      taken.push({ document, passages, position });
    }
    from += some.length;
    if (some.length > 0) continue;
    // The shortest of the rest does not fit.
    for (const { document } of shortestFirst.slice(from)) left.add(document);
    break;
  }
  const whole = taken.sort((a, b) => a.position - b.position).map(({ document, passages }) => ({ document, passages }));
  return { whole, tokens, left: documents.filter((document) => left.has(document)), unread };
}

/** Those that may fit together. */
function fitting<Sized extends { least: number }>(documents: readonly Sized[], room: number): Sized[] {
  let tokens = 0;
  const end = documents.findIndex(({ least }) => {
    tokens += least;
    return tokens > room;
  });
  return end < 0 ? [...documents] : documents.slice(0, end);
}

/** What no count needs to be made for: no token is longer than 128 characters in the vocabularies in use. */
function leastTokens({ totalTokens, text }: SourceDocument): number {
  return totalTokens ?? Math.ceil((text?.length ?? 0) / 128);
}
