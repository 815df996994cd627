import type { ChatEvent, CitationGroup, CitedPassage } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Run } from "../../core/context.ts";
import { type ContextFrame, toQuestionHistory } from "../../core/run/run.ts";
import { extractContentWords } from "../../platform/extractContentWords.ts";
import type { ModelImage } from "../../platform/modelProviders/modelProvider.ts";
import { markDocumentsUsed } from "../files/service.ts";
import { loadFlags } from "../flags/service.ts";
import { type AssistantDocuments, hasDocuments, resolveAssistantDocuments } from "./assistantDocuments.ts";
import { buildDataSourceNotices } from "./buildDataSourceNotices.ts";
import type { CitablePassage } from "./citations/watchCitations.ts";
import { collectDataSources } from "./collectDataSources.ts";
import { computeDocumentBudget } from "./computeDocumentBudget.ts";
import { type DataSourceUse, decideDataSourceUse } from "./decideDataSourceUse.ts";
import { createPassageNumbers, type PassageNumbers } from "./passages/passageNumbers.ts";
import { readPassages } from "./passages/readPassages.ts";
import {
  blockOverheadTokens,
  buildDocumentsBlock,
  countPassageTokens,
  type NumberedPassage,
} from "./prompt/documentsBlock.ts";
import { type DocumentExtras, fitDocumentExtras } from "./prompt/fitDocumentExtras.ts";
import { countReadingNotesTokens, formatReadingNotes } from "./prompt/readingNotes.ts";
import { type ResolvedDataSources, resolveTurnDataSources } from "./resolveTurnDataSources.ts";
import { rewriteQuestion } from "./rewriting/rewriteQuestion.ts";
import { listAlternativeSearches } from "./rewriting/rewriting.ts";
import { type FoundPassage, type SearchResult, searchDocumentGroups } from "./search/searchDocumentGroups.ts";
import { type SelectedImages, selectImages } from "./selectImages.ts";
import { selectWholeDocuments, type WholeDocuments } from "./selectWholeDocuments.ts";
import {
  getTypeLabel,
  isConfidential,
  type SourceDocument,
  toCitedDocument,
  toCitedPassage,
} from "./sourceDocument.ts";
import { documentToolTokens } from "./tools/documentTools.ts";
import type { OpenDocuments } from "./tools/openDocuments.ts";

/** What a turn's data sources add to the model call and to the answer. */
export interface GatheredDataSources {
  /** Text that precedes the last message's content. */
  block: string;
  /** Tokens of the block. */
  tokens: number;
  /** Images by the id of the message that contains them. */
  images: ReadonlyMap<string, readonly ModelImage[]>;
  passages: readonly NumberedPassage[];
  /** The passages that were found by searching, by number, with the documents that contain them. */
  foundPassages: ReadonlyMap<number, FoundPassage>;
  /** The first events of the answer: statuses and state. */
  events: readonly ChatEvent[];
  /** Files of other owners, to which the right may end during the answer. */
  foreignFileIds: readonly string[];
  /** What the model may search again with tools; null if nothing. */
  openDocuments: OpenDocuments | null;
  /**
   * Passages of inserted and of confidential documents by number. Such a passage joins the answer's state once the
   * answer cites it.
   */
  citablePassages: ReadonlyMap<number, CitablePassage>;
}

export const noDataSources: GatheredDataSources = {
  block: "",
  tokens: 0,
  images: new Map(),
  passages: [],
  foundPassages: new Map(),
  events: [],
  foreignFileIds: [],
  openDocuments: null,
  citablePassages: new Map(),
};

/**
 * Collects the documents and images of the messages and selects the ones to send to the model. By default, attached
 * documents are inserted in full if they fit and searched otherwise, and documents of earlier messages are searched;
 * the request may choose differently. `claim` resolves when this process may answer the request; no document is
 * read or searched before that. Throws the errors of `claim`, `resolveTurnDataSources` and `selectImages`. If an
 * attached document cannot be inserted and must not be searched, throws `tooLarge`, or `unavailable` if it could not be
 * read. Does not throw if a search fails or is stopped.
 */
export async function gatherDataSources(
  run: Pick<
    Run,
    "platform" | "tokens" | "actor" | "payer" | "turn" | "model" | "assistant" | "claim" | "signal" | "getAnswer"
  >,
  frame: ContextFrame,
): Promise<GatheredDataSources> {
  const { platform, tokens, actor, payer, turn, model, assistant, claim, signal } = run;
  const history = toQuestionHistory(frame.history);
  const turnDataSources = collectDataSources(history, frame.leftOut);
  if (!hasDocuments(assistant) && turnDataSources.attached.length === 0 && turnDataSources.conversation.length === 0)
    return noDataSources;
  const switches = assistant
    ? { ...turn.dataSourceSwitches, options: assistant.dataSourceOptions }
    : turn.dataSourceSwitches;
  const use = decideDataSourceUse(switches, await loadFlags(platform, actor));
  if (isUnused(use)) return noDataSources;
  await claim;
  const imageUse = { supportsImages: model.supportsImages, useImages: use.images };
  const questionId = history.at(-1)?.id ?? "";
  const [turnSources, assistantDocuments] = await Promise.all([
    resolveTurnDataSources(platform, actor, turnDataSources, imageUse),
    resolveAssistantDocuments(run, imageUse),
  ]);
  const sentSources = withoutImagesOf(frame.leftOut, turnSources);
  const dataSources = addAssistantDocuments(sentSources, assistantDocuments, questionId);

  const budget = await computeDocumentBudget(tokens, frame);
  const imageBudget = { attached: budget, earlier: Math.floor(budget / 4) };
  const images = await selectImages(platform, model, dataSources.images, questionId, imageBudget);
  const toolSpace = frame.allowsTools ? Math.min(maxToolSpace, Math.floor(budget * toolSpaceShare)) : 0;
  const toolTokens = frame.allowsTools ? documentToolTokens + toolSpace : 0;
  const notesTokens = countReadingNotesTokens([...dataSources.attached, ...dataSources.conversation]);
  const budgetAfterImages =
    budget - images.tokens.attached - images.tokens.earlier - blockOverheadTokens - toolTokens - notesTokens;
  const extras = selectExtras(dataSources, use, Math.floor(budgetAfterImages * extrasShare));
  const remainingBudget = budgetAfterImages - extras.tokens;

  const readDocument = async (document: SourceDocument, minTokens?: number) => {
    signal.throwIfAborted();
    return readPassages(platform, tokens, document, minTokens).catch((error: unknown) => {
      platform.log.warn({ err: error, key: document.key }, "the text of a document could not be read");
      throw error;
    });
  };
  const wholeDocuments = await selectWholeDocuments(
    listDocumentsToInsert(dataSources, use),
    remainingBudget,
    readDocument,
  );
  const searchScope = {
    dataSources,
    use,
    notInsertedDocuments: wholeDocuments.remaining,
    insertedDocuments: wholeDocuments.selected.map(({ document }) => document),
  };
  const searchResult = await searchDocumentGroups(platform, {
    ...searchScope,
    ...{
      payer,
      history,
      budget: remainingBudget - wholeDocuments.tokens,
      signal,
      read: readDocument,
      rewrite: (documents: readonly SourceDocument[]) => rewriteQuestion(run, { history, documents }),
    },
  });
  if (searchResult.unusable.length > 0 && !signal.aborted) {
    throw searchResult.unusable.every((document) => wholeDocuments.unreadable.includes(document))
      ? createUnreadError()
      : createTooLongError();
  }
  const { question, rewriting } = searchResult;
  const searches = rewriting
    ? [question, ...listAlternativeSearches(rewriting), ...rewriting.translations.map(({ text }) => text)]
    : [question];
  const questionWords = extractContentWords(searches.join("\n"));
  const result = buildResult({
    dataSources,
    extras,
    images,
    wholeDocuments,
    searchResult,
    questionWords,
    numbers: createPassageNumbers(run.getAnswer().state),
  });
  const usedDocuments = [...wholeDocuments.selected, ...searchResult.passages].map(({ document }) => document);
  await markDocumentsUsed(platform, [...new Set(usedDocuments.flatMap(({ documentId }) => documentId ?? []))]);
  const searchableDocuments = [...searchResult.searched, ...searchResult.tooLong];
  if (!frame.allowsTools || searchableDocuments.length === 0) return result;
  return {
    ...result,
    tokens: result.tokens + toolTokens,
    openDocuments: { documents: searchableDocuments, read: readDocument, toolSpace },
  };
}

/** The share of the document budget that is set aside for results of tools, and its maximum in tokens. */
const toolSpaceShare = 0.15;
const maxToolSpace = 8_000;

/** The share of the document budget that the table and the links may use. */
const extrasShare = 0.25;

const tooLongReason = "doesn’t fit alongside the rest";

/** Drops the images of messages that are not sent: an image says little without its message. */
function withoutImagesOf(leftOut: ContextFrame["leftOut"], dataSources: ResolvedDataSources): ResolvedDataSources {
  if (leftOut.length === 0) return dataSources;
  const leftOutIds = new Set(leftOut.map(({ id }) => id));
  const { attached, earlier } = dataSources.images;
  return {
    ...dataSources,
    images: { attached, earlier: earlier.filter(({ messageId }) => !leftOutIds.has(messageId)) },
  };
}

/** Adds the documents of the assistant to those of the conversation, each document once. */
function addAssistantDocuments(
  dataSources: ResolvedDataSources,
  { documents, images, leftOut, foreignFileIds }: AssistantDocuments,
  questionId: string,
): ResolvedDataSources {
  const knownIds = new Set([...dataSources.attached, ...dataSources.conversation].map(({ documentId }) => documentId));
  const isNew = ({ documentId }: SourceDocument) => {
    const isKnown = documentId !== null && knownIds.has(documentId);
    knownIds.add(documentId);
    return !isKnown;
  };
  const newImages = images.map((image) => ({ messageId: questionId, ...image }));
  return {
    ...dataSources,
    conversation: [...dataSources.conversation, ...documents.filter(isNew)],
    images: { ...dataSources.images, earlier: [...newImages, ...dataSources.images.earlier] },
    leftOut: [...dataSources.leftOut, ...leftOut],
    foreignFileIds: [...dataSources.foreignFileIds, ...foreignFileIds],
  };
}

function isUnused({ attached, conversation, images }: DataSourceUse): boolean {
  return !images && [attached, conversation].every((use) => !use.insert && !use.search && !use.metadata);
}

function listDocumentsToInsert({ attached, conversation }: ResolvedDataSources, use: DataSourceUse): SourceDocument[] {
  const isInsertable = ({ isSearchOnly }: SourceDocument) => !isSearchOnly;
  return [
    ...(use.attached.insert ? attached.filter(isInsertable) : []),
    ...(use.conversation.insert ? conversation.filter(isInsertable) : []),
  ];
}

function selectExtras(dataSources: ResolvedDataSources, use: DataSourceUse, budget: number): DocumentExtras {
  const listedDocuments = [
    ...(use.attached.metadata ? dataSources.attached : []),
    ...(use.conversation.metadata ? dataSources.conversation : []),
  ];
  const tableRows = listedDocuments.map((document) => ({
    name: document.name,
    type: getTypeLabel(document),
    details: document.details,
  }));
  return fitDocumentExtras(
    { table: tableRows, linkableNames: use.downloadLinks ? listLinkableNames(dataSources) : [] },
    budget,
  );
}

interface GatheredParts {
  dataSources: ResolvedDataSources;
  extras: DocumentExtras;
  images: SelectedImages;
  wholeDocuments: WholeDocuments;
  searchResult: SearchResult;
  questionWords: ReadonlySet<string>;
  numbers: PassageNumbers;
}

/** Numbers the passages, starting with those of whole documents. Builds the text block, citations and notices. */
function buildResult({
  dataSources,
  extras,
  images,
  wholeDocuments,
  searchResult,
  questionWords,
  numbers,
}: GatheredParts): GatheredDataSources {
  const passages: NumberedPassage[] = [];
  const usedDocuments = new Set<SourceDocument>();
  const citablePassages = new Map<number, CitablePassage>();
  const addPassage = ({ document, passage }: FoundPassage) => {
    const number = numbers.get(document, passage);
    passages.push({ ...passage, number, name: document.name });
    usedDocuments.add(document);
    return number;
  };
  for (const { document, passages: documentPassages } of wholeDocuments.selected) {
    for (const passage of documentPassages) {
      const number = addPassage({ document, passage });
      if (numbers.isListed(number)) continue;
      citablePassages.set(number, {
        group: "documentContext",
        // Lazy, because excerpts are slow to build and only a few of up to thousands of passages are cited.
        get passage() {
          return toCitedPassage(document, passage, number, { questionWords });
        },
      });
    }
  }
  const foundPassages = new Map(
    searchResult.passages.map((foundPassage) => [addPassage(foundPassage), foundPassage] as const),
  );
  const ragPassages: CitedPassage[] = [];
  for (const [number, { document, passage, score }] of foundPassages) {
    if (numbers.isListed(number)) continue;
    const citedPassage = toCitedPassage(document, passage, number, { questionWords, score });
    if (isConfidential(document)) citablePassages.set(number, { group: "rag", passage: citedPassage });
    else ragPassages.push(citedPassage);
  }
  const citedDocuments = wholeDocuments.selected
    .filter(({ document }) => !isConfidential(document))
    .map(({ document, passages: documentPassages }) => toCitedDocument(document, documentPassages));

  const isWeakSearch = searchResult.isWeak && wholeDocuments.selected.length === 0;
  const readingNotes = formatReadingNotes(usedDocuments);
  const block = buildDocumentsBlock({ passages, isWeakSearch, readingNotes, ...extras });
  const passageTokens = passages.reduce((sum, passage) => sum + countPassageTokens(passage), 0);
  const otherTokens =
    block.length === 0 ? 0 : blockOverheadTokens + extras.tokens + countReadingNotesTokens([...usedDocuments]);

  const unreadDocuments = new Set(wholeDocuments.unreadable);
  const wholeInserted = wholeDocuments.selected.map(({ document }) => document);
  const isConfidentialSearched = [...searchResult.searched, ...searchResult.tooLong].some(isConfidential);
  const notices = buildDataSourceNotices({
    wholeNames: listVisibleNames(wholeInserted),
    searchedNames: listVisibleNames(searchResult.searched),
    tooLongNames: listVisibleNames(searchResult.tooLong.filter((document) => !unreadDocuments.has(document))),
    unreadNames: listVisibleNames(searchResult.tooLong.filter((document) => unreadDocuments.has(document))),
    leftOut: [
      ...dataSources.leftOut,
      ...images.leftOut,
      ...listVisibleNames(searchResult.leftOut).map((name) => ({ name, reason: tooLongReason })),
    ],
    question: searchResult.writtenQuestion,
    // The model that rewrote the question knows the names of all searched documents.
    rewriting: isConfidentialSearched ? null : searchResult.rewriting,
    searchFailed: searchResult.hasFailed,
    confidential: { isInserted: wholeInserted.some(isConfidential), isSearched: isConfidentialSearched },
  });
  return {
    block,
    tokens: passageTokens + otherTokens,
    images: images.byMessage,
    passages,
    foundPassages,
    events: [
      ...notices.map((st): ChatEvent => ({ s: "meta", st })),
      ...createStateEvents({ rag: ragPassages, documentContext: citedDocuments, images: images.citations }),
    ],
    foreignFileIds: dataSources.foreignFileIds,
    openDocuments: null,
    citablePassages,
  };
}

const listVisibleNames = (documents: readonly SourceDocument[]) =>
  documents.filter((document) => !isConfidential(document)).map(({ name }) => name);

/** Documents that the person may not read are not linked, because such a link would not open. */
function listLinkableNames({ attached, conversation, images }: ResolvedDataSources): string[] {
  const files = [
    ...[...attached, ...conversation].filter(({ protection }) => protection === null),
    ...images.attached,
    ...images.earlier.filter(({ isHidden }) => !isHidden).map(({ file }) => file),
  ];
  return [...new Set(files.filter(({ key }) => key !== null).map(({ name }) => name))];
}

function createStateEvents(passages: Readonly<Record<CitationGroup, readonly CitedPassage[]>>): ChatEvent[] {
  const groups = Object.entries(passages).filter(([, { length }]) => length > 0);
  if (groups.length === 0) return [];
  const state = Object.fromEntries(groups.map(([group, citedPassages]) => [group, { sources: citedPassages }]));
  return [{ s: "meta", state: { sources: state } }];
}

function createTooLongError(): AppError {
  return new AppError("tooLarge", {
    userMessage:
      "Your message and the attached documents are too long for this model. Please remove documents, use smaller excerpts of them, or choose a model that can read longer texts.",
  });
}

function createUnreadError(): AppError {
  const userMessage = "The attached documents couldn’t be read. Please try again in a moment.";
  return new AppError("unavailable", { userMessage });
}
