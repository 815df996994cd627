import type { Conversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { createUserStores, userDatabaseName, userDatabaseVersion } from "../../../web/src/lib/userDatabase.ts";
import { openWorkspace } from "../pages/screen.ts";

/** What one person's browser stores: whole conversations and the summaries of the list. */
interface StoredConversations {
  conversationHistory: Conversation[];
  conversationSummaries: (Pick<Conversation, "id" | "name" | "isLocal"> & Record<string, unknown>)[];
}

/** Reads a person's database in the page's browser. The page must have opened the workspace before. */
export function readStoredConversations(page: Page, userId: string): Promise<StoredConversations> {
  return page.evaluate(async (name): Promise<StoredConversations> => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const openRequest = indexedDB.open(name);
      openRequest.onsuccess = () => resolve(openRequest.result);
      openRequest.onerror = () => reject(openRequest.error);
    });
    const readAll = <Row>(store: string) =>
      new Promise<Row[]>((resolve, reject) => {
        const readRequest: IDBRequest<Row[]> = database.transaction(store).objectStore(store).getAll();
        readRequest.onsuccess = () => resolve(readRequest.result);
        readRequest.onerror = () => reject(readRequest.error);
      });
    try {
      return {
        conversationHistory: await readAll("conversationHistory"),
        conversationSummaries: await readAll("conversationSummaries"),
      };
    } finally {
      database.close();
    }
  }, userDatabaseName(userId));
}

/** Opens the workspace, at a fragment if given, in a browser that has stored these conversations before. */
export async function openWorkspaceWith(
  { page, userId }: { page: Page; userId: string },
  url: string,
  conversations: readonly Conversation[],
  fragment = "",
): Promise<void> {
  await openBlankPage(page, url);
  await storeLocalConversations(page, userId, conversations);
  await openWorkspace(page, url, fragment);
}

/** Opens a small page of the server, which has the same browser storage as the web app but does not load it. */
async function openBlankPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/healthz`);
}

/** Stores local conversations in a person's IndexedDB. The page must be one of the server's. */
export async function storeLocalConversations(
  page: Page,
  userId: string,
  conversations: readonly Conversation[],
): Promise<void> {
  const stores: { name: string; keyPath: string }[] = [];
  createUserStores({ createObjectStore: (name, { keyPath }) => stores.push({ name, keyPath }) });
  await page.evaluate(
    async ({ name, version, stores, conversations }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const openRequest = indexedDB.open(name, version);
        openRequest.onupgradeneeded = () => {
          for (const store of stores) openRequest.result.createObjectStore(store.name, { keyPath: store.keyPath });
        };
        openRequest.onsuccess = () => resolve(openRequest.result);
        openRequest.onerror = () => reject(openRequest.error);
      });
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(["conversationHistory", "conversationSummaries"], "readwrite");
        for (const conversation of conversations) {
          const {
            messages: _,
            headId: __,
            prompt: ___,
            temperature: ____,
            maxTokens: _____,
            ...summary
          } = conversation;
          transaction.objectStore("conversationHistory").put(conversation);
          transaction.objectStore("conversationSummaries").put({ ...summary, isDraft: false, isStub: false });
        }
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
      database.close();
    },
    { name: userDatabaseName(userId), version: userDatabaseVersion, stores, conversations: [...conversations] },
  );
}

/** A local conversation with one question and one answer. */
export function buildLocalConversation(id: string, name: string, changes: Partial<Conversation> = {}): Conversation {
  const time = "2026-01-15T12:00:00.000Z";
  return {
    id,
    name,
    modelId: null,
    prompt: null,
    temperature: 1,
    maxTokens: null,
    folderId: null,
    tags: [],
    isLocal: true,
    groupType: null,
    codeInterpreterAssistantId: null,
    createdAt: time,
    updatedAt: time,
    messages: [
      { id: `${id}-q`, parentId: null, role: "user", content: `Question of ${name}`, data: {}, createdAt: time },
      {
        id: `${id}-a`,
        parentId: `${id}-q`,
        role: "assistant",
        content: `Answer of ${name}`,
        data: { end: { end: "done" }, modelName: "A model" },
        createdAt: time,
      },
    ],
    headId: `${id}-a`,
    revision: 0,
    ...changes,
  };
}
