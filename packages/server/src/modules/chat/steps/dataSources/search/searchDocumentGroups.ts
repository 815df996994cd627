import type { Platform } from "../../../../../core/context.ts";
import { contentWords } from "../../../../../platform/contentWords.ts";
import type { HistoryMessage } from "../collectDataSources.ts";
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
  userId: string;
  resolved: Pick<ResolvedDataSources, "attached" | "conversation">;
  use: DataSourceUse;
  /** Documents that were inserted in full and are therefore not searched. */
  inserted: readonly SourceDocument[];
  /** Documents that should have been inserted in full but did not fit or could not be read. */
  notInserted: readonly SourceDocument[];
  history: readonly HistoryMessage[];
  /** Limit for all passages together, in tokens. */
  budget: number;
  signal: AbortSignal;
  /** Returns all passages of a document, or those of its first `minTokens`. */
  read: (document: SourceDocument, minTokens?: number) => Promise<DocumentPassage[]>;
}

export interface SearchResult {
  /** The text that was searched for. */
  question: string;
  /** Best first, with those of attached documents before those of earlier messages. */
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

/** `share` is the part of the remaining budget that a group may use. */
const attachedLimits = { maxTokens: 12_000, maxPassages: 24, share: 0.6 };
/** Lower, because these documents are searched again for each question of the conversation. */
const conversationLimits = { maxTokens: 6_000, maxPassages: 12, share: 0.5 };

/** Without a question, the document names are searched for, up to this many characters. */
const maxNamesLength = 2_000;

/**
 * Searches the attached documents, then those of earlier messages. Does not throw; sets `hasFailed` if a search fails.
 */
export async function searchDocumentGroups(platform: Platform, search: GroupSearch): Promise<SearchResult> {
  const { resolved, use, signal } = search;
  const inserted = new Set(search.inserted);
  const notInserted = new Set(search.notInserted);
  const attachedSet = new Set(resolved.attached);
  const isSearchable = (document: SourceDocument) => !inserted.has(document);
  const attached = use.attached.search ? resolved.attached.filter(isSearchable) : [];
  const conversation = use.conversation.search ? resolved.conversation.filter(isSearchable) : [];
  const attachedNotInserted = search.notInserted.filter((document) => attachedSet.has(document));
  const names = [...attached, ...conversation]
    .map(({ name }) => name)
    .join(" ")
    .slice(0, maxNamesLength);
  const question = buildSearchQuestion(search.history) || names;
  const result: SearchResult = {
    question,
    passages: [],
    searched: [...attached, ...conversation].filter((document) => !notInserted.has(document)),
    tooLong: [...attached, ...conversation].filter((document) => notInserted.has(document)),
    unusable: use.attached.search ? [] : attachedNotInserted,
    leftOut: use.conversation.search ? [] : search.notInserted.filter((document) => !attachedSet.has(document)),
    hasFailed: false,
  };

  let remaining = search.budget;
  for (const [documents, limits] of [
    [attached, attachedLimits],
    [conversation, conversationLimits],
  ] as const) {
    if (documents.length === 0 || signal.aborted) continue;
    const share = limits === attachedLimits && conversation.length === 0 ? 0.9 : limits.share;
    const budget = Math.min(limits.maxTokens, Math.floor(remaining * share));
    if (budget <= 0) continue;
    try {
      const found = await searchDocuments(platform, {
        ...{ userId: search.userId, question, documents, budget, signal, read: search.read },
        maxPassages: limits.maxPassages,
      });
      result.passages.push(...found);
      remaining -= countTokens(found);
    } catch (error) {
      if (signal.aborted) break;
      platform.log.warn({ err: error }, "documents could not be searched for an answer");
      result.hasFailed = true;
    }
  }
  result.passages.push(...(await readBeginnings(search, result, attachedNotInserted, remaining)));
  return result;
}

const maxBeginningTokens = 1_500;

/**
 * Returns the beginning of each attached document in which no result shares a word with the question. A question such as
 * "Summarize this" finds only results of similar meaning, which may be irrelevant.
 */
async function readBeginnings(
  { use, read, signal }: GroupSearch,
  { question, passages: found }: SearchResult,
  attachedNotInserted: readonly SourceDocument[],
  budget: number,
): Promise<FoundPassage[]> {
  const questionWords = contentWords(question);
  const sharesWord = ({ passage }: FoundPassage) =>
    [...contentWords(passage.content)].some((word) => questionWords.has(word));
  const foundIn = (document: SourceDocument) => found.filter((each) => isSameDocument(each.document, document));
  const unmatched = attachedNotInserted.filter((document) => !foundIn(document).some(sharesWord));
  if (!use.attached.search || unmatched.length === 0) return [];
  const share = Math.min(maxBeginningTokens, Math.floor(budget / unmatched.length));
  const beginnings: FoundPassage[] = [];
  for (const document of unmatched) {
    if (signal.aborted) break;
    const foundIndexes = new Set(foundIn(document).flatMap(({ passage }) => passage.originalIndexes));
    let remaining = share;
    for (const passage of await read(document, share + countTokens(foundIn(document))).catch(() => [])) {
      if (passage.originalIndexes.every((index) => foundIndexes.has(index))) continue;
      remaining -= countPassageTokens({ ...passage, name: document.name });
      if (remaining < 0) break;
      beginnings.push({ document, passage });
    }
  }
  return beginnings;
}

function countTokens(found: readonly FoundPassage[]): number {
  return found.reduce((sum, { document, passage }) => sum + countPassageTokens({ ...passage, name: document.name }), 0);
}
