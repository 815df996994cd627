import { type Conversation, createConversation, type Message } from "@lectern/contract";
import type { Page } from "playwright-core";
import { buildLocalConversation, storeLocalConversations } from "../browser/browserStorage.ts";
import type { BrowserPerson } from "../browser/openPages.ts";
import { expectVisible, openWorkspace } from "../pages/screen.ts";

/** The id of the conversation that `openStoredConversation` opens. */
const storedId = "stored";

/** Builds a branch of alternating questions and answers with these texts. */
export function branchOf(texts: readonly string[], prefix = "m"): Message[] {
  return texts.map((content, index) => {
    const isQuestion = index % 2 === 0;
    return {
      id: `${prefix}-${index}`,
      parentId: index === 0 ? null : `${prefix}-${index - 1}`,
      role: isQuestion ? "user" : "assistant",
      content,
      data: isQuestion ? {} : { end: { end: "done" }, modelName: "A model" },
      createdAt: "2026-01-15T12:00:00.000Z",
    };
  });
}

/** Builds a local conversation whose head is the last message. */
export const conversationOf = (messages: Message[], changes: Partial<Conversation> = {}): Conversation =>
  buildLocalConversation(storedId, "A stored one", { messages, headId: messages.at(-1)?.id ?? null, ...changes });

/** Stores local conversations before the person opens the workspace for the first time. */
export async function storeBeforeOpening(
  { page, userId }: BrowserPerson,
  url: string,
  conversations: readonly Conversation[],
): Promise<void> {
  await page.goto(`${url}/healthz`);
  await createUserDatabase(page, userId);
  await storeLocalConversations(page, userId, conversations);
}

/** Opens the workspace with a stored conversation, and waits until its last message is shown. */
export async function openStoredConversation(
  person: BrowserPerson,
  url: string,
  storage: "local" | "cloud",
  messages: Message[],
): Promise<void> {
  const { page, api } = person;
  const conversation = conversationOf(messages);
  if (storage === "local") await storeBeforeOpening(person, url, [conversation]);
  else {
    const { id, name, headId } = conversation;
    await api.call(createConversation, { conversation: { id, name, headId, messages } });
  }
  await openWorkspace(page, url, `#c=${storedId}`);
  await page.locator(`[data-message="${conversation.headId}"]`).waitFor();
  await expectVisible(page.getByRole("heading"), conversation.name);
}

/** Creates a person's empty database, as the app does when it opens for the first time. */
function createUserDatabase(page: Page, userId: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
          for (const store of ["conversationHistory", "conversationSummaries", "prompts"])
            request.result.createObjectStore(store, { keyPath: "id" });
        };
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
    `lectern.${userId}`,
  );
}
