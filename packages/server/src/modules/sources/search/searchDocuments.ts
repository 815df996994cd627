import type { Payer } from "../../../core/actor.ts";
import type { Platform } from "../../../core/context.ts";
import { rejectOnAbort } from "../../../platform/rejectOnAbort.ts";
import { searchPassages } from "../../retrieval/service.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";
import { countPassageTokens } from "../prompt/documentsBlock.ts";
import type { Translation } from "../rewriting/rewriting.ts";
import type { SourceDocument } from "../sourceDocument.ts";
import { assignTranslations } from "./assignTranslations.ts";
import { rankPassages } from "./rankPassages.ts";

export interface FoundPassage {
  document: SourceDocument;
  passage: DocumentPassage;
  score?: number;
}

interface DocumentSearchResult {
  passages: FoundPassage[];
  /** True if the documents probably do not answer the question. */
  isWeak: boolean;
}

export interface DocumentSearch {
  /** The person to whom the usage for embedding the question is charged. */
  payer: Payer;
  question: string;
  /** Further wordings of the question. Each is a search of its own, and the results are merged. */
  alternatives?: readonly string[];
  /** The question in other languages. Each finds passages of the documents in its language. */
  translations?: readonly Translation[];
  /** The languages (ISO 639-1) for which translations were requested. Default: those of the documents. */
  languages?: readonly string[];
  /** The question, understandable without the conversation, by which passages are reranked. Default: `question`. */
  standaloneQuestion?: string;
  documents: readonly SourceDocument[];
  /** Limit for all passages together, in tokens. */
  budget: number;
  maxPassages: number;
  /** How long the answer waits for this search. Default: 15 s. */
  timeoutMs?: number;
  signal: AbortSignal;
  /** Returns the passages of a text that is not in the search index. */
  read: (document: SourceDocument) => Promise<DocumentPassage[]>;
}

/** The share of the budget for the text of the passages. The remainder is for the tags around them. */
const textShare = 0.85;

const defaultTimeoutMs = 15_000;

/**
 * Finds the passages that best match a question, as many as fit into the budget: first those of text from the request,
 * then those of indexed documents, each group best first. Throws if the search fails, times out or is stopped.
 */
export async function searchDocuments(platform: Platform, search: DocumentSearch): Promise<DocumentSearchResult> {
  const signal = AbortSignal.any([search.signal, AbortSignal.timeout(search.timeoutMs ?? defaultTimeoutMs)]);
  const [indexedResult, inlinePassages] = await rejectOnAbort(
    Promise.all([searchIndex(platform, search, signal), searchInlineTexts(search)]),
    signal,
  );
  const foundPassages: FoundPassage[] = [];
  let remainingTokens = search.budget;
  for (const candidate of [...inlinePassages, ...indexedResult.passages]) {
    const tokens = countPassageTokens({ ...candidate.passage, name: candidate.document.name });
    if (foundPassages.length >= search.maxPassages || tokens > remainingTokens) continue;
    remainingTokens -= tokens;
    foundPassages.push(candidate);
  }
  return { passages: foundPassages, isWeak: indexedResult.isWeak && inlinePassages.length === 0 };
}

async function searchIndex(
  platform: Platform,
  search: DocumentSearch,
  signal: AbortSignal,
): Promise<DocumentSearchResult> {
  const { payer, question, standaloneQuestion, documents, budget, maxPassages } = search;
  const documentsById = new Map(
    documents.flatMap((document) => (document.documentId ? [[document.documentId, document]] : [])),
  );
  if (documentsById.size === 0) return { passages: [], isWeak: true };
  const { passages, isWeak } = await searchPassages(platform, {
    question,
    ...assignTranslations(search),
    ...(standaloneQuestion !== undefined && { standaloneQuestion }),
    documentIds: [...documentsById.keys()],
    limit: maxPassages,
    maxTokens: Math.floor(budget * textShare),
    payer,
    signal,
  });
  const foundPassages = passages.flatMap(({ documentId, score, ...passage }) => {
    const document = documentsById.get(documentId);
    if (!document) return [];
    const { content, quote, tokens, locations, originalIndexes, chunkIds } = passage;
    return [
      {
        document,
        passage: { content, ...(quote ? { quote } : {}), tokens, locations, originalIndexes, chunkIds },
        score,
      },
    ];
  });
  return { passages: foundPassages, isWeak };
}

/** Text from the request itself gets at most half of the passages, so that indexed documents are represented too. */
async function searchInlineTexts({
  question,
  alternatives = [],
  translations = [],
  documents,
  maxPassages,
  read,
}: DocumentSearch): Promise<FoundPassage[]> {
  const inlineDocuments = documents.filter(({ documentId, text }) => documentId === null && text !== null);
  const allPassages: { document: SourceDocument; passage: DocumentPassage; content: string }[] = [];
  for (const document of inlineDocuments) {
    for (const passage of await read(document)) allPassages.push({ document, passage, content: passage.content });
  }
  const rankedPassages = await rankPassages(
    [question, ...alternatives, ...translations.map(({ text }) => text)].join("\n"),
    allPassages,
  );
  return rankedPassages
    .slice(0, Math.ceil(maxPassages / 2))
    .map(({ passage: { document, passage }, score }) => ({ document, passage, score }));
}
