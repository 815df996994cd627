import type { Platform } from "../../../../../core/context.ts";
import { searchPassages } from "../../../../retrieval/service.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";
import { countPassageTokens } from "../prompt/documentsBlock.ts";
import { rankPassages } from "./rankPassages.ts";
import type { SourceDocument } from "../sourceDocument.ts";

export interface FoundPassage {
  document: SourceDocument;
  passage: DocumentPassage;
  score?: number;
}

export interface DocumentSearch {
  /** Whose usage the question's vector is. */
  userId: string;
  question: string;
  documents: readonly SourceDocument[];
  /** Tokens that the passages may take together. */
  room: number;
  mostPassages: number;
  signal: AbortSignal;
  /** Gives the passages of a text that stands in no index. */
  read: (document: SourceDocument) => Promise<DocumentPassage[]>;
}

const shareOfTexts = 0.85;
/** An answer does not wait longer than this for a search. */
const longestSearchMs = 15_000;

/** The passages that answer a question best, best first, as many as fit. Throws where the search fails, takes too long or is stopped. */
export async function searchDocuments(platform: Platform, search: DocumentSearch): Promise<FoundPassage[]> {
  const signal = AbortSignal.any([search.signal, AbortSignal.timeout(longestSearchMs)]);
  const [indexed, inline] = await orAborted(
    Promise.all([searchIndex(platform, search, signal), searchTexts(search)]),
    signal,
  );
  const found: FoundPassage[] = [];
  let room = search.room;
  for (const each of [...inline, ...indexed]) {
    const cost = countPassageTokens({ ...each.passage, name: each.document.name });
    if (found.length >= search.mostPassages || cost > room) continue;
    room -= cost;
    found.push(each);
  }
  return found;
}

async function searchIndex(
  platform: Platform,
  { userId, question, documents, room, mostPassages }: DocumentSearch,
  signal: AbortSignal,
): Promise<FoundPassage[]> {
  const byId = new Map(documents.flatMap((document) => (document.documentId ? [[document.documentId, document]] : [])));
  if (byId.size === 0) return [];
  const passages = await searchPassages(platform, {
    question,
    documentIds: [...byId.keys()],
    limit: mostPassages,
    // The marks around the passages take their part of the room.
    maxTokens: Math.floor(room * shareOfTexts),
    userId,
    signal,
  });
  return passages.flatMap(({ documentId, content, tokens, locations, originalIndexes, score }) => {
    const document = byId.get(documentId);
    return document ? [{ document, passage: { content, tokens, locations, originalIndexes }, score }] : [];
  });
}

/** Texts of the request itself: at most half of the passages, so that they do not crowd out what is in the index. */
async function searchTexts({ question, documents, mostPassages, read }: DocumentSearch): Promise<FoundPassage[]> {
  const texts = documents.filter(({ documentId, text }) => documentId === null && text !== null);
  const all: { document: SourceDocument; passage: DocumentPassage; content: string }[] = [];
  for (const document of texts) {
    for (const passage of await read(document)) all.push({ document, passage, content: passage.content });
  }
  const ranked = await rankPassages(question, all);
  return ranked
    .slice(0, Math.ceil(mostPassages / 2))
    .map(({ passage: { document, passage }, score }) => ({ document, passage, score }));
}

/** Whatever becomes of `work` once the signal is aborted is nobody's business any more. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
