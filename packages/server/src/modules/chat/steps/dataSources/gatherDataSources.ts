import type { ChatEvent, CitedPassage, CitationGroup } from "@lectern/contract";
import { AppError } from "../../../../core/appError.ts";
import type { Actor } from "../../../../core/context.ts";
import { contentWords } from "../../../../platform/contentWords.ts";
import type { ModelImage } from "../../../../platform/modelProviders/modelProvider.ts";
import type { UsableModel } from "../../../models/service.ts";
import type { ChatServices } from "../../chatServices.ts";
import type { ChatTurn } from "../../chatTurn.ts";
import { type ContextFrame, computeDocumentBudget } from "../buildContextFrame.ts";
import { fitDocumentExtras, type DocumentExtras } from "./prompt/fitDocumentExtras.ts";
import { blockOverheadTokens, type NumberedPassage, buildDocumentsBlock, countPassageTokens } from "./prompt/documentsBlock.ts";
import { readPassages } from "./passages/readPassages.ts";
import { type ResolvedDataSources, resolveTurnDataSources } from "./resolveTurnDataSources.ts";
import { type FoundPassage, type SearchResult, searchDocumentGroups } from "./search/searchDocumentGroups.ts";
import { toPassageSource, type SourceDocument, tableType, toWholeDocumentSource } from "./sourceDocument.ts";
import { type SelectedImages, selectImages } from "./selectImages.ts";
import { buildDataSourceNotices } from "./buildDataSourceNotices.ts";
import { type DataSourceUse, decideDataSourceUse } from "./decideDataSourceUse.ts";
import { collectDataSources } from "./collectDataSources.ts";
import { type WholeDocuments, selectWholeDocuments } from "./selectWholeDocuments.ts";

/** What the documents of a question give to its call and its answer. */
export interface GatheredDataSources {
  /** Stands before the text of the last message. */
  block: string;
  /** Tokens of the block. */
  tokens: number;
  /** By the id of the message that they go with. */
  images: ReadonlyMap<string, readonly ModelImage[]>;
  passages: readonly NumberedPassage[];
  /** Statuses and state with which the answer begins. */
  events: readonly ChatEvent[];
  /** Kept with the answer once it cites their numbers. */
  whenCited: ReadonlyMap<number, { group: CitationGroup; source: CitedPassage }>;
}

export const noDataSources: GatheredDataSources = {
  block: "",
  tokens: 0,
  images: new Map(),
  passages: [],
  events: [],
  whenCited: new Map(),
};

/**
 * Finds the documents and images that the messages name, and decides what of them the model is given: what was attached whole where it fits
 * and else what a search finds in it, documents of earlier messages by search, or as the request says. `claim` resolves when this process
 * may answer the request: nothing is searched before. Throws what `resolveTurnDataSources` throws, and `tooLarge` for what neither fits nor may
 * be searched. A search that fails or is stopped throws nothing.
 */
export async function gatherDataSources(
  chat: ChatServices,
  actor: Actor,
  { turn, model, frame }: { turn: Pick<ChatTurn, "sources">; model: UsableModel; frame: ContextFrame },
  signal: AbortSignal,
  claim: Promise<unknown>,
): Promise<GatheredDataSources> {
  const given = collectDataSources(frame.history);
  if (given.attached.length === 0 && given.conversation.length === 0) return noDataSources;
  const use = decideDataSourceUse(turn.sources, await chat.loadFlags(actor));
  if (isNothing(use)) return noDataSources;
  await claim;
  const sight = { seesImages: model.supportsImages, showsImages: use.images };
  const resolved = await resolveTurnDataSources(chat.platform, actor, given, sight);

  const { documents: room } = await computeDocumentBudget(chat.tokens, frame);
  const askedId = frame.history.at(-1)?.id ?? "";
  const imageRoom = { attached: room, earlier: Math.floor(room / 4) };
  const images = await selectImages(chat.platform, model, resolved.images, askedId, imageRoom);
  const afterImages = room - images.tokens.attached - images.tokens.earlier - blockOverheadTokens;
  const extras = extrasOf(resolved, use, Math.floor(afterImages * extrasShare));
  const left = afterImages - extras.tokens;

  const read = async (document: SourceDocument, enough?: number) => {
    signal.throwIfAborted();
    return readPassages(chat.platform, chat.tokens, document, enough).catch((error: unknown) => {
      chat.platform.log.warn({ err: error, key: document.key }, "the text of a document could not be read");
      throw error;
    });
  };
  const whole = await selectWholeDocuments(toInsert(resolved, use), left, read);
  const search = { resolved, use, tooLong: whole.left, whole: whole.whole.map(({ document }) => document) };
  const found = await searchDocumentGroups(chat.platform, {
    ...search,
    ...{ userId: actor.userId, history: frame.history, room: left - whole.tokens, signal, read },
  });
  if (found.unusable.length > 0 && !signal.aborted) {
    throw found.unusable.every((document) => whole.unread.includes(document)) ? unreadRefusal() : tooLongRefusal();
  }
  const asked = contentWords(found.question);
  return present({ resolved, extras, images, whole, found, asked });
}

/** Of the room for documents, what the table and the links may take. */
const extrasShare = 0.25;

const unfit = "does not fit beside the rest";

function isNothing({ attached, conversation, images }: DataSourceUse): boolean {
  return !images && [attached, conversation].every((use) => !use.insert && !use.search && !use.metadata);
}

function toInsert({ attached, conversation }: ResolvedDataSources, use: DataSourceUse): SourceDocument[] {
  const insertable = ({ isSearchOnly }: SourceDocument) => !isSearchOnly;
  return [
    ...(use.attached.insert ? attached.filter(insertable) : []),
    ...(use.conversation.insert ? conversation.filter(insertable) : []),
  ];
}

function extrasOf(resolved: ResolvedDataSources, use: DataSourceUse, room: number): DocumentExtras {
  const listed = [
    ...(use.attached.metadata ? resolved.attached : []),
    ...(use.conversation.metadata ? resolved.conversation : []),
  ];
  const table = listed.map((document) => ({
    name: document.name,
    type: tableType(document),
    details: document.details,
  }));
  return fitDocumentExtras({ table, linkable: use.downloadLinks ? linkableNames(resolved) : [] }, room);
}

interface Parts {
  resolved: ResolvedDataSources;
  extras: DocumentExtras;
  images: SelectedImages;
  whole: WholeDocuments;
  found: SearchResult;
  /** Words of the question. */
  asked: ReadonlySet<string>;
}

/** Numbers the passages, the whole documents' first, and says how each is given, kept and told. */
function present({ resolved, extras, images, whole, found, asked }: Parts): GatheredDataSources {
  const passages: NumberedPassage[] = [];
  const whenCited = new Map<number, { group: CitationGroup; source: CitedPassage }>();
  const add = ({ document, passage }: FoundPassage) =>
    passages.push({ ...passage, number: passages.length + 1, name: document.name });
  for (const { document, passages: parts } of whole.whole) {
    for (const passage of parts) {
      const number = add({ document, passage });
      whenCited.set(number, {
        group: "documentContext",
        // Few of thousands are cited, and an excerpt takes its time.
        get source() {
          return toPassageSource(document, passage, number, { asked });
        },
      });
    }
  }
  const rag = found.passages.map((each) =>
    toPassageSource(each.document, each.passage, add(each), { asked, score: each.score }),
  );
  const documentContext = whole.whole.map(({ document, passages: parts }) => toWholeDocumentSource(document, parts));

  const block = buildDocumentsBlock({ passages, ...extras });
  const passageTokens = passages.reduce((sum, passage) => sum + countPassageTokens(passage), 0);
  const otherTokens = block.length === 0 ? 0 : blockOverheadTokens + extras.tokens;

  const unread = new Set(whole.unread);
  const notices = buildDataSourceNotices({
    whole: whole.whole.map(({ document }) => document.name),
    searched: found.searched.map(({ name }) => name),
    tooLong: found.tooLong.filter((document) => !unread.has(document)).map(({ name }) => name),
    unread: found.tooLong.filter((document) => unread.has(document)).map(({ name }) => name),
    leftOut: [...resolved.leftOut, ...images.leftOut, ...found.leftOut.map(({ name }) => ({ name, why: unfit }))],
    searchFailed: found.hasFailed,
  });
  return {
    block,
    tokens: passageTokens + otherTokens,
    images: images.byMessage,
    passages,
    events: [
      ...notices.map((st): ChatEvent => ({ s: "meta", st })),
      ...stateEvents({ rag, documentContext, images: images.sources }),
    ],
    whenCited,
  };
}

function linkableNames({ attached, conversation, images }: ResolvedDataSources): string[] {
  const files = [...attached, ...images.attached, ...conversation, ...images.earlier.map(({ file }) => file)];
  return [...new Set(files.filter(({ key }) => key !== null).map(({ name }) => name))];
}

function stateEvents(sources: Readonly<Record<CitationGroup, readonly CitedPassage[]>>): ChatEvent[] {
  const groups = Object.entries(sources).filter(([, { length }]) => length > 0);
  if (groups.length === 0) return [];
  const state = Object.fromEntries(groups.map(([group, list]) => [group, { sources: list }]));
  return [{ s: "meta", state: { sources: state } }];
}

function tooLongRefusal(): AppError {
  return new AppError("tooLarge", {
    userMessage:
      "Your message and the attached documents are too long for this model. Please remove documents, use smaller excerpts of them, or choose a model with a larger window.",
  });
}

function unreadRefusal(): AppError {
  const userMessage = "The attached documents could not be read just now. Please try again in a moment.";
  return new AppError("unavailable", { userMessage });
}
