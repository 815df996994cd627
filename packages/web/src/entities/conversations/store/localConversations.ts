import type { Conversation, ConversationSummary, MessageHit } from "@lectern/contract";
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import { OutdatedPageError, outdatedPageTexts } from "../../../lib/outdatedPageError.ts";
import { createUserStores, userDatabaseName, userDatabaseVersion } from "../../../lib/userDatabase.ts";
import {
  asLocal,
  isInCloud,
  type StoredSummary,
  toLocalIfBackup,
  toStoredSummary,
  toStub,
  unlessBackup,
} from "../storedSummary.ts";
import { withoutNul } from "./withoutNul.ts";

type Change = (conversation: Conversation) => Conversation;

/**
 * One person's conversations in this browser: whole ones, and summaries (stubs) of those in the cloud. A call that
 * rejects has written nothing.
 */
export interface LocalConversations {
  listSummaries(): Promise<StoredSummary[]>;
  /** Returns the summary of one conversation; null: there is none. */
  findSummary(id: string): Promise<StoredSummary | null>;
  /** Returns a conversation; null if it is not stored here, or only as a backup copy. */
  get(id: string): Promise<Conversation | null>;
  /**
   * Recovers a conversation that is gone from the cloud: returns the stored copy, after turning a backup copy into a
   * local conversation. Returns null and deletes the stub if nothing is stored here.
   */
  recover(id: string): Promise<Conversation | null>;
  /**
   * Stores the whole conversation. A cloud conversation (`revision` above 0) is stored as a backup copy beside its
   * stub.
   */
  put(conversation: Conversation): Promise<void>;
  /** Stores the conversations whose ids are unused, all or none of them. Returns their ids. */
  add(conversations: readonly Conversation[]): Promise<string[]>;
  /**
   * Changes a conversation in one transaction and returns the result; null if it is not stored here, or only as a
   * backup copy.
   */
  update(id: string, change: Change): Promise<Conversation | null>;
  /**
   * Stores the summary of a cloud conversation, and deletes the conversation stored here unless that is a backup copy.
   */
  putStub(summary: ConversationSummary): Promise<void>;
  /**
   * Replaces a stored conversation with its stub, unless the conversation has changed since `updatedAt`. Returns true
   * if it was replaced.
   */
  replaceWithStub(summary: ConversationSummary, updatedAt: string): Promise<boolean>;
  /**
   * Replaces the stubs with those of the cloud. One of `knownIds` that has no new stub becomes a local conversation if
   * there is a backup copy; otherwise its summary is deleted and returned. Conversations stored here in full do not
   * change.
   */
  replaceStubs(summaries: readonly ConversationSummary[], knownIds: ReadonlySet<string>): Promise<StoredSummary[]>;
  remove(id: string): Promise<void>;
  /** Searches the messages of conversations stored here in full. See `searchStored`. */
  search(query: string, onHits: (hits: readonly MessageHit[]) => void, signal: AbortSignal): Promise<void>;
}

interface Schema extends DBSchema {
  conversationHistory: { key: string; value: Conversation };
  /** One small record per conversation, so that the list is loaded without any messages. */
  conversationSummaries: { key: string; value: StoredSummary };
}

const storeNames: ["conversationHistory", "conversationSummaries"] = ["conversationHistory", "conversationSummaries"];

/**
 * Opens or creates this person's IndexedDB database. Rejects if the browser stores nothing for this site. If the page
 * later loses the database, `onLost` is called with the reason, and every call rejects with that reason.
 */
export async function openLocalConversations(
  userId: string,
  onLost: (error: OutdatedPageError) => void = () => {},
): Promise<LocalConversations> {
  const database = await openDB<Schema>(userDatabaseName(userId), userDatabaseVersion, { upgrade: createUserStores });
  void navigator.storage?.persist?.();
  return rejectOnceLost(database, onLost, {
    listSummaries: () => database.getAll("conversationSummaries"),
    findSummary: async (id) => (await database.get("conversationSummaries", id)) ?? null,
    get: async (id) => withoutNul(unlessBackup(await database.get("conversationHistory", id))),
    recover: (id) =>
      write(database, async (transaction) => {
        const storedConversation = await transaction.objectStore("conversationHistory").get(id);
        if (!storedConversation) await transaction.objectStore("conversationSummaries").delete(id);
        else if (isInCloud(storedConversation)) await putConversation(transaction, asLocal(storedConversation));
        return storedConversation ? toLocalIfBackup(storedConversation) : null;
      }),
    put: (conversation) => write(database, (transaction) => putConversation(transaction, conversation)),
    add: (conversations) => write(database, (transaction) => add(transaction, conversations)),
    update: (id, change) =>
      write(database, async (transaction) => {
        const storedConversation = unlessBackup(await transaction.objectStore("conversationHistory").get(id));
        if (!storedConversation) return null;
        const changedConversation = withoutNul(change(storedConversation));
        await putConversation(transaction, changedConversation);
        return changedConversation;
      }),
    putStub: (summary) => write(database, (transaction) => putStub(transaction, summary)),
    replaceWithStub: (summary, updatedAt) =>
      write(database, async (transaction) => {
        const storedConversation = await transaction.objectStore("conversationHistory").get(summary.id);
        if (storedConversation?.updatedAt !== updatedAt) return false;
        await putStub(transaction, summary);
        return true;
      }),
    replaceStubs: (summaries, known) => write(database, (transaction) => replaceStubs(transaction, summaries, known)),
    remove: (id) =>
      write(database, async (transaction) => {
        await transaction.objectStore("conversationHistory").delete(id);
        await transaction.objectStore("conversationSummaries").delete(id);
      }),
    search: async (...args) => {
      const { searchInWorker } = await import("../search/searchInWorker.ts");
      return searchInWorker(database.name, ...args);
    },
  });
}

/** Wraps `conversations` so that every call rejects once the page has lost the database. */
function rejectOnceLost(
  database: IDBPDatabase<Schema>,
  onLost: (error: OutdatedPageError) => void,
  conversations: LocalConversations,
): LocalConversations {
  let lossError: OutdatedPageError | null = null;
  const handleLoss = (message: string) => {
    lossError ??= new OutdatedPageError(message);
    onLost(lossError);
  };
  database.addEventListener("versionchange", ({ newVersion }) => {
    // Another tab is waiting for this connection to close.
    database.close();
    handleLoss(newVersion === null ? outdatedPageTexts.storageCleared : outdatedPageTexts.newerVersion);
  });
  database.addEventListener("close", () => handleLoss(outdatedPageTexts.storageCleared));
  const guard = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) => {
    return (...args: Args) => (lossError ? Promise.reject(lossError) : work(...args));
  };
  return {
    listSummaries: guard(conversations.listSummaries),
    findSummary: guard(conversations.findSummary),
    get: guard(conversations.get),
    recover: guard(conversations.recover),
    put: guard(conversations.put),
    add: guard(conversations.add),
    update: guard(conversations.update),
    putStub: guard(conversations.putStub),
    replaceWithStub: guard(conversations.replaceWithStub),
    replaceStubs: guard(conversations.replaceStubs),
    remove: guard(conversations.remove),
    search: guard(conversations.search),
  };
}

/** True if the error says that this site's storage quota is used up. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

type WriteTransaction = IDBPTransaction<Schema, typeof storeNames, "readwrite">;

async function write<T>(
  database: IDBPDatabase<Schema>,
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(storeNames, "readwrite");
  try {
    const [result] = await Promise.all([work(transaction), transaction.done]);
    return result;
  } catch (error) {
    // An aborted request does not give the reason, such as a full disk. Its transaction does.
    throw transaction.error ?? error;
  }
}

async function putConversation(transaction: WriteTransaction, conversation: Conversation): Promise<void> {
  const clean = withoutNul(conversation);
  await transaction.objectStore("conversationHistory").put(clean);
  await transaction.objectStore("conversationSummaries").put(toStoredSummary(clean));
}

async function add(transaction: WriteTransaction, conversations: readonly Conversation[]): Promise<string[]> {
  const addedIds: string[] = [];
  for (const conversation of conversations) {
    if (await transaction.objectStore("conversationSummaries").getKey(conversation.id)) continue;
    await putConversation(transaction, conversation);
    addedIds.push(conversation.id);
  }
  return addedIds;
}

async function putStub(transaction: WriteTransaction, summary: ConversationSummary): Promise<void> {
  const historyStore = transaction.objectStore("conversationHistory");
  if (unlessBackup(await historyStore.get(summary.id))) await historyStore.delete(summary.id);
  await transaction.objectStore("conversationSummaries").put(toStub(summary));
}

async function replaceStubs(
  transaction: WriteTransaction,
  summaries: readonly ConversationSummary[],
  knownIds: ReadonlySet<string>,
): Promise<StoredSummary[]> {
  const store = transaction.objectStore("conversationSummaries");
  const storedSummaries = new Map((await store.getAll()).map((summary) => [summary.id, summary]));
  const cloudIds = new Set(summaries.map(({ id }) => id));
  const removedSummaries: StoredSummary[] = [];
  for (const summary of storedSummaries.values()) {
    if (!summary.isStub || !knownIds.has(summary.id) || cloudIds.has(summary.id)) continue;
    const backup = await transaction.objectStore("conversationHistory").get(summary.id);
    if (backup) {
      await putConversation(transaction, asLocal(backup));
    } else {
      removedSummaries.push(summary);
      await store.delete(summary.id);
    }
  }
  const changedSummaries = summaries.filter((summary) => {
    const previous = storedSummaries.get(summary.id);
    return !previous || (previous.isStub && !hasSameContent(previous, summary));
  });
  await Promise.all(changedSummaries.map((summary) => store.put(toStub(summary))));
  return removedSummaries;
}

/** True if both describe a conversation equally. A new folder, tag, mark or model does not change `updatedAt`. */
function hasSameContent(one: ConversationSummary, other: ConversationSummary): boolean {
  const fields = ["name", "updatedAt", "folderId", "modelId", "groupType"] as const;
  const marks = ["isPinned", "isArchived"] as const;
  return (
    fields.every((field) => one[field] === other[field]) &&
    marks.every((mark) => (one[mark] ?? false) === (other[mark] ?? false)) &&
    JSON.stringify(one.tags) === JSON.stringify(other.tags)
  );
}
