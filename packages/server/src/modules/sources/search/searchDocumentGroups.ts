import type { Payer } from "../../../core/actor.ts";
import type { Platform } from "../../../core/context.ts";
import type { HistoryMessage } from "../../../core/run/run.ts";
import { extractContentWords } from "../../../platform/extractContentWords.ts";
import type { DataSourceUse } from "../decideDataSourceUse.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";
import { countPassageTokens } from "../prompt/documentsBlock.ts";
import type { ResolvedDataSources } from "../resolveTurnDataSources.ts";
import { listAlternativeSearches, type Rewriting } from "../rewriting/rewriting.ts";
import { isSameDocument, type SourceDocument } from "../sourceDocument.ts";
import { buildSearchQuestion } from "./buildSearchQuestion.ts";
import { type DocumentSearch, type FoundPassage, searchDocuments } from "./searchDocuments.ts";

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
  /** Rewrites the question for a search of these documents. Returns null if the question is searched as it is. */
  rewrite: (documents: readonly SourceDocument[]) => Promise<Rewriting | null>;
}

export interface SearchResult {
  /** The text that was searched for: the person's words, or the names of the documents if there are none. */
  question: string;
  /** The person's words that were searched for. */
  writtenQuestion: string;
  /** What was searched for in addition; null if the question was not rewritten. */
  rewriting: Rewriting | null;
  /** Results from attached documents, then from documents of earlier messages, then beginnings of documents. */
  passages: FoundPassage[];
  /** True if documents were searched, and probably do not answer the question. */
  isWeak: boolean;
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

const plainSearch = { failure: "documents could not be searched for an answer" };
/** The results of the plain search already exist, so an answer does not wait long for better ones. */
const rewrittenSearch = {
  timeoutMs: 4_000,
  failure: "documents could not be searched with a rewritten question; the results of the plain search are used",
};

/** Without a question, the document names are searched for, up to this many characters. */
const maxNamesLength = 2_000;

/**
 * Searches the attached documents, then those of earlier messages. Meanwhile the question is rewritten; if that is in
 * time, both groups are searched again with the rewriting. Does not throw; sets `hasFailed` if a search fails.
 */
export async function searchDocumentGroups(platform: Platform, search: GroupSearch): Promise<SearchResult> {
  const { dataSources, use, signal } = search;
  const insertedDocuments = new Set(search.insertedDocuments);
  const notInsertedDocuments = new Set(search.notInsertedDocuments);
  const attachedDocumentSet = new Set(dataSources.attached);
  const isSearchable = (document: SourceDocument) => !insertedDocuments.has(document);
  const groups: DocumentGroups = {
    attached: use.attached.search ? dataSources.attached.filter(isSearchable) : [],
    conversation: use.conversation.search ? dataSources.conversation.filter(isSearchable) : [],
  };
  const documents = [...groups.attached, ...groups.conversation];
  const notInsertedAttachedDocuments = search.notInsertedDocuments.filter((document) =>
    attachedDocumentSet.has(document),
  );
  const documentNames = documents
    .map(({ name }) => name)
    .join(" ")
    .slice(0, maxNamesLength);
  const writtenQuestion = buildSearchQuestion(search.history);
  const question = writtenQuestion || documentNames;

  const isSearched = documents.length > 0 && search.budget > 0 && !signal.aborted;
  const [plainFindings, rewriting] = await Promise.all([
    searchGroups(platform, search, groups, { question, alternatives: [], ...plainSearch }),
    isSearched ? search.rewrite(documents) : null,
  ]);
  const rewrittenFindings =
    rewriting && !plainFindings.hasFailed && !signal.aborted
      ? await searchGroups(platform, search, groups, {
          question,
          alternatives: listAlternativeSearches(rewriting),
          translations: rewriting.translations,
          languages: [...new Set(documents.flatMap(({ language }) => language ?? []))],
          standaloneQuestion: rewriting.question,
          ...rewrittenSearch,
        })
      : null;
  const usesRewriting = rewrittenFindings !== null && !rewrittenFindings.hasFailed && !signal.aborted;
  const findings = usesRewriting ? rewrittenFindings : plainFindings;

  const result: SearchResult = {
    question,
    writtenQuestion,
    rewriting: usesRewriting ? rewriting : null,
    passages: findings.passages,
    isWeak: writtenQuestion !== "" && findings.isWeak,
    searched: documents.filter((document) => !notInsertedDocuments.has(document)),
    tooLong: documents.filter((document) => notInsertedDocuments.has(document)),
    unusable: use.attached.search ? [] : notInsertedAttachedDocuments,
    leftOut: use.conversation.search
      ? []
      : search.notInsertedDocuments.filter((document) => !attachedDocumentSet.has(document)),
    hasFailed: findings.hasFailed,
  };
  const beginnings = await readBeginnings(search, result, notInsertedAttachedDocuments, findings.remainingTokens);
  const passages = [...findings.passages, ...beginnings];
  return { ...result, passages, isWeak: result.isWeak && beginnings.length === 0 };
}

interface DocumentGroups {
  attached: readonly SourceDocument[];
  conversation: readonly SourceDocument[];
}

interface Findings {
  passages: FoundPassage[];
  /** True if at least one group was searched, and none has the answer. */
  isWeak: boolean;
  /** What is left of the budget. */
  remainingTokens: number;
  hasFailed: boolean;
}

interface GroupWordings
  extends Pick<
    DocumentSearch,
    "question" | "alternatives" | "translations" | "languages" | "standaloneQuestion" | "timeoutMs"
  > {
  /** What the log says if the search fails. */
  failure: string;
}

async function searchGroups(
  platform: Platform,
  { payer, budget: totalBudget, signal, read }: GroupSearch,
  groups: DocumentGroups,
  { failure, ...wordings }: GroupWordings,
): Promise<Findings> {
  const findings: Findings = { passages: [], isWeak: false, remainingTokens: totalBudget, hasFailed: false };
  const weakResults: boolean[] = [];
  for (const [documents, limits] of [
    [groups.attached, attachedLimits],
    [groups.conversation, conversationLimits],
  ] as const) {
    if (documents.length === 0 || signal.aborted) continue;
    const share = limits === attachedLimits && groups.conversation.length === 0 ? 0.9 : limits.share;
    const budget = Math.min(limits.maxTokens, Math.floor(findings.remainingTokens * share));
    if (budget <= 0) continue;
    try {
      const { passages: foundPassages, isWeak } = await searchDocuments(platform, {
        ...{ payer, ...wordings, documents, budget, signal, read },
        maxPassages: limits.maxPassages,
      });
      weakResults.push(isWeak);
      findings.passages.push(...foundPassages);
      findings.remainingTokens -= countTokens(foundPassages);
    } catch (error) {
      if (signal.aborted) break;
      platform.log.warn({ err: error }, failure);
      findings.hasFailed = true;
    }
  }
  const isWeak = weakResults.length > 0 && !findings.hasFailed && weakResults.every(Boolean);
  return { ...findings, isWeak };
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
