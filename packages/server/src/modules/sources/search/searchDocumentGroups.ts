import type { Payer } from "../../../core/actor.ts";
import type { Platform } from "../../../core/context.ts";
import type { HistoryMessage } from "../../../core/run/run.ts";
import { extractContentWords } from "../../../platform/extractContentWords.ts";
import type { DataSourceUse } from "../decideDataSourceUse.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";
import { countPassageTokens } from "../prompt/documentsBlock.ts";
import type { ResolvedDataSources } from "../resolveTurnDataSources.ts";
import { isSameDocument, type SourceDocument } from "../sourceDocument.ts";
import { buildSearchQuestion } from "./buildSearchQuestion.ts";
import { type FoundPassage, searchDocuments } from "./searchDocuments.ts";

export type { FoundPassage } from "./searchDocuments.ts";

export interface GroupSearch {
  /** The person to whom the usage for embedding the question is charged. */
  payer: Payer;
  dataSources: Pick<ResolvedDataSources, "attached" | "conversation">;
  use: DataSourceUse;
  /** Documents that were inserted in full and are therefore not searched. */
  insertedDocuments: readonly SourceDocument[];
  /** Documents that should have been inserted in full but did not fit or could not be read. */
  notInsertedDocuments: readonly SourceDocument[];
  history: readonly HistoryMessage[];
  /** Limit for all passages together, in tokens. */
  budget: number;
  signal: AbortSignal;
  /** Returns all passages of a document, or at least those of its first `minTokens`. */
  read: (document: SourceDocument, minTokens?: number) => Promise<DocumentPassage[]>;
}

export interface SearchResult {
  /** The text that was searched for. */
  question: string;
  /** Results from attached documents, then from documents of earlier messages, then beginnings of documents. */
  passages: FoundPassage[];
  /** Documents for which the request or the default chose search. */
  searched: SourceDocument[];
  /** Documents that were searched because they could not be inserted in full. */
  tooLong: SourceDocument[];
  /** Attached documents that could neither be inserted nor searched. */
  unusable: SourceDocument[];
  /** Documents of earlier messages that could neither be inserted nor searched. */
  leftOut: SourceDocument[];
  hasFailed: boolean;
}

/** Limits for attached documents. `share` is the part of the budget that they may use if both groups are searched. */
const attachedLimits = { maxTokens: 12_000, maxPassages: 24, share: 0.6 };
/** Lower limits for documents of earlier messages, because each question searches them. `share` is of the remainder. */
const conversationLimits = { maxTokens: 6_000, maxPassages: 12, share: 0.5 };

/** Without a question, the document names are searched for, up to this many characters. */
const maxNamesLength = 2_000;

/**
 * Searches the attached documents, then those of earlier messages. Does not throw; sets `hasFailed` if a search fails.
 */
export async function searchDocumentGroups(platform: Platform, search: GroupSearch): Promise<SearchResult> {
  const { dataSources, use, signal } = search;
  const insertedDocuments = new Set(search.insertedDocuments);
  const notInsertedDocuments = new Set(search.notInsertedDocuments);
  const attachedDocumentSet = new Set(dataSources.attached);
  const isSearchable = (document: SourceDocument) => !insertedDocuments.has(document);
  const attachedDocuments = use.attached.search ? dataSources.attached.filter(isSearchable) : [];
  const conversationDocuments = use.conversation.search ? dataSources.conversation.filter(isSearchable) : [];
  const notInsertedAttachedDocuments = search.notInsertedDocuments.filter((document) =>
    attachedDocumentSet.has(document),
  );
  const documentNames = [...attachedDocuments, ...conversationDocuments]
    .map(({ name }) => name)
    .join(" ")
    .slice(0, maxNamesLength);
  const question = buildSearchQuestion(search.history) || documentNames;
  const result: SearchResult = {
    question,
    passages: [],
    searched: [...attachedDocuments, ...conversationDocuments].filter(
      (document) => !notInsertedDocuments.has(document),
    ),
    tooLong: [...attachedDocuments, ...conversationDocuments].filter((document) => notInsertedDocuments.has(document)),
    unusable: use.attached.search ? [] : notInsertedAttachedDocuments,
    leftOut: use.conversation.search
      ? []
      : search.notInsertedDocuments.filter((document) => !attachedDocumentSet.has(document)),
    hasFailed: false,
  };

  let remainingTokens = search.budget;
  for (const [documents, limits] of [
    [attachedDocuments, attachedLimits],
    [conversationDocuments, conversationLimits],
  ] as const) {
    if (documents.length === 0 || signal.aborted) continue;
    const share = limits === attachedLimits && conversationDocuments.length === 0 ? 0.9 : limits.share;
    const budget = Math.min(limits.maxTokens, Math.floor(remainingTokens * share));
    if (budget <= 0) continue;
    try {
      const foundPassages = await searchDocuments(platform, {
        ...{ payer: search.payer, question, documents, budget, signal, read: search.read },
        maxPassages: limits.maxPassages,
      });
      result.passages.push(...foundPassages);
      remainingTokens -= countTokens(foundPassages);
    } catch (error) {
      if (signal.aborted) break;
      platform.log.warn({ err: error }, "documents could not be searched for an answer");
      result.hasFailed = true;
    }
  }
  result.passages.push(...(await readBeginnings(search, result, notInsertedAttachedDocuments, remainingTokens)));
  return result;
}

const maxBeginningTokens = 1_500;

/**
 * Returns the beginning of each attached document that was to be inserted and has no result that shares a word with the
 * question. A question such as "Summarize this" finds only results of similar meaning, which may be irrelevant.
 */
async function readBeginnings(
  { use, read, signal }: GroupSearch,
  { question, passages: foundPassages }: SearchResult,
  notInsertedAttachedDocuments: readonly SourceDocument[],
  budget: number,
): Promise<FoundPassage[]> {
  const questionWords = extractContentWords(question);
  const sharesWord = ({ passage }: FoundPassage) =>
    [...extractContentWords(passage.content)].some((word) => questionWords.has(word));
  const listPassagesOf = (document: SourceDocument) =>
    foundPassages.filter((each) => isSameDocument(each.document, document));
  const documentsWithoutMatch = notInsertedAttachedDocuments.filter(
    (document) => !listPassagesOf(document).some(sharesWord),
  );
  if (!use.attached.search || documentsWithoutMatch.length === 0) return [];
  const tokensPerDocument = Math.min(maxBeginningTokens, Math.floor(budget / documentsWithoutMatch.length));
  const beginnings: FoundPassage[] = [];
  for (const document of documentsWithoutMatch) {
    if (signal.aborted) break;
    const foundIndexes = new Set(listPassagesOf(document).flatMap(({ passage }) => passage.originalIndexes));
    let remainingTokens = tokensPerDocument;
    for (const passage of await read(document, tokensPerDocument + countTokens(listPassagesOf(document))).catch(
      () => [],
    )) {
      if (passage.originalIndexes.every((index) => foundIndexes.has(index))) continue;
      remainingTokens -= countPassageTokens({ ...passage, name: document.name });
      if (remainingTokens < 0) break;
      beginnings.push({ document, passage });
    }
  }
  return beginnings;
}

function countTokens(foundPassages: readonly FoundPassage[]): number {
  return foundPassages.reduce(
    (sum, { document, passage }) => sum + countPassageTokens({ ...passage, name: document.name }),
    0,
  );
}
