import type { Platform } from "../../../../../core/context.ts";
import { contentWords } from "../../../../../platform/contentWords.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";
import { countPassageTokens } from "../prompt/documentsBlock.ts";
import type { ResolvedDataSources } from "../resolveTurnDataSources.ts";
import { type FoundPassage, searchDocuments } from "./searchDocuments.ts";
import { buildSearchQuestion } from "./buildSearchQuestion.ts";
import { type SourceDocument, isSameDocument } from "../sourceDocument.ts";
import type { DataSourceUse } from "../decideDataSourceUse.ts";
import type { HistoryMessage } from "../collectDataSources.ts";

export type { FoundPassage } from "./searchDocuments.ts";

export interface GroupSearch {
  /** Whose usage the question's vector is. */
  userId: string;
  resolved: Pick<ResolvedDataSources, "attached" | "conversation">;
  use: DataSourceUse;
  /** What is given as a whole is not searched too. */
  whole: readonly SourceDocument[];
  /** What was to be given whole and did not fit. */
  tooLong: readonly SourceDocument[];
  history: readonly HistoryMessage[];
  /** Tokens. */
  room: number;
  signal: AbortSignal;
  /** The whole of it, or its beginning of `enough` tokens. */
  read: (document: SourceDocument, enough?: number) => Promise<DocumentPassage[]>;
}

export interface SearchResult {
  /** What was searched with. */
  question: string;
  /** Best first, those of attached documents before others. */
  passages: FoundPassage[];
  /** Searched because that was asked. */
  searched: SourceDocument[];
  /** Searched because they were too long. */
  tooLong: SourceDocument[];
  /** Attached, too long, and not to be searched. */
  unusable: SourceDocument[];
  /** The same of earlier messages. */
  leftOut: SourceDocument[];
  hasFailed: boolean;
}

const attachedSearch = { mostTokens: 12_000, mostPassages: 24, share: 0.6 };
/** Searched at every question of a conversation: less, so that it does not cost more than it is worth. */
const conversationSearch = { mostTokens: 6_000, mostPassages: 12, share: 0.5 };

/** Characters of the names of documents that stand for a question where there is none. */
const longestNames = 2_000;

/** Searches the attached documents, then those of earlier messages. Throws nothing: a search that fails says so. */
export async function searchDocumentGroups(platform: Platform, search: GroupSearch): Promise<SearchResult> {
  const { resolved, use, whole, tooLong, signal } = search;
  const given = new Set(whole);
  const cut = new Set(tooLong);
  const own = new Set(resolved.attached);
  const isOpen = (document: SourceDocument) => !given.has(document);
  const attached = use.attached.search ? resolved.attached.filter(isOpen) : [];
  const conversation = use.conversation.search ? resolved.conversation.filter(isOpen) : [];
  const cutAttached = tooLong.filter((document) => own.has(document));
  const names = [...attached, ...conversation]
    .map(({ name }) => name)
    .join(" ")
    .slice(0, longestNames);
  const question = buildSearchQuestion(search.history) || names;
  const result: SearchResult = {
    question,
    passages: [],
    searched: [...attached, ...conversation].filter((document) => !cut.has(document)),
    tooLong: [...attached, ...conversation].filter((document) => cut.has(document)),
    unusable: use.attached.search ? [] : cutAttached,
    leftOut: use.conversation.search ? [] : tooLong.filter((document) => !own.has(document)),
    hasFailed: false,
  };

  let room = search.room;
  for (const [documents, bounds] of [
    [attached, attachedSearch],
    [conversation, conversationSearch],
  ] as const) {
    if (documents.length === 0 || signal.aborted) continue;
    const share = bounds === attachedSearch && conversation.length === 0 ? 0.9 : bounds.share;
    const budget = Math.min(bounds.mostTokens, Math.floor(room * share));
    if (budget <= 0) continue;
    try {
      const found = await searchDocuments(platform, {
        ...{ userId: search.userId, question, documents, room: budget, signal, read: search.read },
        mostPassages: bounds.mostPassages,
      });
      result.passages.push(...found);
      room -= tokensOf(found);
    } catch (error) {
      if (signal.aborted) break;
      platform.log.warn({ err: error }, "documents could not be searched for an answer");
      result.hasFailed = true;
    }
  }
  result.passages.push(...(await beginnings(search, result, cutAttached, room)));
  return result;
}

const longestBeginning = 1_500;

/**
 * Of an attached document of which no found passage shares a word with the question, as with "Summarize this", its beginning: what is
 * nearest by meaning alone may be anything.
 */
async function beginnings(
  { use, read, signal }: GroupSearch,
  { question, passages: found }: SearchResult,
  cutAttached: readonly SourceDocument[],
  room: number,
): Promise<FoundPassage[]> {
  const asked = contentWords(question);
  const answers = ({ passage }: FoundPassage) => [...contentWords(passage.content)].some((word) => asked.has(word));
  const foundIn = (document: SourceDocument) => found.filter((each) => isSameDocument(each.document, document));
  const bare = cutAttached.filter((document) => !foundIn(document).some(answers));
  if (!use.attached.search || bare.length === 0) return [];
  const share = Math.min(longestBeginning, Math.floor(room / bare.length));
  const begun: FoundPassage[] = [];
  for (const document of bare) {
    if (signal.aborted) break;
    const known = new Set(foundIn(document).flatMap(({ passage }) => passage.originalIndexes));
    let left = share;
    for (const passage of await read(document, share + tokensOf(foundIn(document))).catch(() => [])) {
      if (passage.originalIndexes.every((index) => known.has(index))) continue;
      left -= countPassageTokens({ ...passage, name: document.name });
      if (left < 0) break;
      begun.push({ document, passage });
    }
  }
  return begun;
}

function tokensOf(found: readonly FoundPassage[]): number {
  return found.reduce((sum, { document, passage }) => sum + countPassageTokens({ ...passage, name: document.name }), 0);
}
