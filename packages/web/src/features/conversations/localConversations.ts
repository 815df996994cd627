import type { Conversation, ConversationSummary } from "@lectern/contract";
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** What the list needs of a record. A draft has no message yet and no name of its own: it is not listed. */
export interface KeptSummary extends ConversationSummary {
  isDraft: boolean;
}

interface Schema extends DBSchema {
  /** One record a conversation: all of a local one, all of a draft. */
  conversationHistory: { key: string; value: Conversation };
  /** One small record a conversation, so that the list opens without reading any text; cloud conversations too. */
  conversationSummaries: { key: string; value: KeptSummary };
  prompts: { key: string; value: object };
}

/** One person's conversations in this browser: an IndexedDB database of their own. Every call rejects when storage fails. */
export interface LocalConversations {
  summaries(): Promise<KeptSummary[]>;
  /** Null when it is not kept here. */
  get(id: string): Promise<Conversation | null>;
  /** Writes a local conversation or a draft, and its summary, or neither. */
  put(conversation: Conversation): Promise<void>;
  /** Keeps the summary of a cloud conversation, and nothing else of it. */
  putStub(summary: ConversationSummary): Promise<void>;
  /** Makes the kept cloud summaries exactly these. */
  replaceStubs(summaries: readonly ConversationSummary[]): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}

/** Opens, and makes where needed, the database of this person. Rejects when the browser keeps no storage for this site. */
export async function openLocalConversations(userId: string): Promise<LocalConversations> {
  const database = await openDB<Schema>(databaseName(userId), 1, {
    upgrade(db) {
      db.createObjectStore("conversationHistory", { keyPath: "id" });
      db.createObjectStore("conversationSummaries", { keyPath: "id" });
      db.createObjectStore("prompts", { keyPath: "id" });
    },
  });
  // Another tab brings a newer version: let it.
  database.addEventListener("versionchange", () => database.close());
  void navigator.storage?.persist?.();
  return {
    summaries: () => database.getAll("conversationSummaries"),
    get: async (id) => (await database.get("conversationHistory", id)) ?? null,
    put: (conversation) => put(database, conversation),
    async putStub(summary) {
      const transaction = database.transaction(["conversationHistory", "conversationSummaries"], "readwrite");
      await Promise.all([
        transaction.objectStore("conversationHistory").delete(summary.id),
        transaction.objectStore("conversationSummaries").put({ ...stubOf(summary), isDraft: false }),
        transaction.done,
      ]);
    },
    replaceStubs: (summaries) => replaceStubs(database, summaries),
    async remove(id) {
      const transaction = database.transaction(["conversationHistory", "conversationSummaries"], "readwrite");
      await Promise.all([
        transaction.objectStore("conversationHistory").delete(id),
        transaction.objectStore("conversationSummaries").delete(id),
        transaction.done,
      ]);
    },
    close: () => database.close(),
  };
}

/** Deletes all that this browser keeps of a person's conversations. */
export async function deleteLocalConversations(userId: string): Promise<void> {
  await deleteDB(databaseName(userId));
}

/** True for the error that says this site's share of the disk is used up. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** A conversation without its messages and settings. */
export function summaryOf(conversation: ConversationSummary): ConversationSummary {
  const { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId, createdAt, updatedAt } =
    conversation;
  return { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId, createdAt, updatedAt };
}

const stubOf = (summary: ConversationSummary) => ({ ...summaryOf(summary), isLocal: false });
const databaseName = (userId: string) => `lectern.${userId}`;

async function put(database: IDBPDatabase<Schema>, conversation: Conversation): Promise<void> {
  const transaction = database.transaction(["conversationHistory", "conversationSummaries"], "readwrite");
  const isDraft = conversation.messages.length === 0;
  await Promise.all([
    transaction.objectStore("conversationHistory").put(conversation),
    transaction.objectStore("conversationSummaries").put({ ...summaryOf(conversation), isDraft }),
    transaction.done,
  ]);
}

async function replaceStubs(database: IDBPDatabase<Schema>, summaries: readonly ConversationSummary[]): Promise<void> {
  const transaction = database.transaction("conversationSummaries", "readwrite");
  const kept = await transaction.store.getAll();
  const wanted = new Map(summaries.map((summary) => [summary.id, summary]));
  const gone = kept.filter(({ id, isLocal, isDraft }) => !isLocal && !isDraft && !wanted.has(id));
  const known = new Map(kept.map((summary) => [summary.id, summary.updatedAt]));
  const changed = summaries.filter(({ id, updatedAt }) => known.get(id) !== updatedAt);
  await Promise.all([
    ...gone.map(({ id }) => transaction.store.delete(id)),
    ...changed.map((summary) => transaction.store.put({ ...stubOf(summary), isDraft: false })),
    transaction.done,
  ]);
}
