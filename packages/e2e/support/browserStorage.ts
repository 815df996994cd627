import type { Conversation } from "@lectern/contract";
import type { Page } from "playwright-core";

/** What one person's browser stores: whole conversations and the summaries of the list. */
interface StoredConversations {
  conversationHistory: Conversation[];
  conversationSummaries: (Pick<Conversation, "id" | "name" | "isLocal"> & Record<string, unknown>)[];
}

/** Reads a person's database in the page's browser. The page must have opened the workspace before. */
export function readStoredConversations(page: Page, userId: string): Promise<StoredConversations> {
  return page.evaluate(async (name): Promise<StoredConversations> => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const readAll = <Row>(store: string) =>
      new Promise<Row[]>((resolve, reject) => {
        const reading: IDBRequest<Row[]> = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
    try {
      return {
        conversationHistory: await readAll("conversationHistory"),
        conversationSummaries: await readAll("conversationSummaries"),
      };
    } finally {
      database.close();
    }
  }, `lectern.${userId}`);
}

/** Stores local conversations in a person's IndexedDB. The page must have opened the person's workspace before. */
export async function storeLocalConversations(
  page: Page,
  userId: string,
  conversations: readonly Conversation[],
): Promise<void> {
  await page.evaluate(
    async ({ name, conversations }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      await new Promise<void>((resolve, reject) => {
        const writing = database.transaction(["conversationHistory", "conversationSummaries"], "readwrite");
        for (const whole of conversations) {
          const { messages: _, headId: __, prompt: ___, temperature: ____, maxTokens: _____, ...summary } = whole;
          writing.objectStore("conversationHistory").put(whole);
          writing.objectStore("conversationSummaries").put({ ...summary, isDraft: false, isStub: false });
        }
        writing.oncomplete = () => resolve();
        writing.onerror = () => reject(writing.error);
      });
      database.close();
    },
    { name: `lectern.${userId}`, conversations: [...conversations] },
  );
}

/** A local conversation with one question and one answer. */
export function localConversation(id: string, name: string, changes: Partial<Conversation> = {}): Conversation {
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
