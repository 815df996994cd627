import { expect, test } from "vitest";
import { alertWithText, questions, sendMessage, waitForAnswerText } from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";
import { getPerson } from "../../../testing/stubServer.ts";

/** Opens the person's database as a page with a newer version does. */
const openNewerDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`lectern.${getPerson().id}`, 99);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

test("when a tab with a newer version takes over the browser's storage, the old tab says so and keeps the typed text", async () => {
  await storeLocalConversations(createConversation({ messages: createBranch(["Before", "Here."]) }));
  await renderApp("#c=stored");
  await waitForAnswerText("Here.");
  const database = await openNewerDatabase();
  const reason = "A newer version of this page is open in another tab. Reload this page to continue.";
  await expect.element(alertWithText(reason).first()).toBeVisible();
  await waitForAnswerText("Here.");
  await sendMessage("After");
  await expect.element(composer()).toHaveValue("After");
  await expect.element(alertWithText(reason).first()).toBeVisible();
  expect(questions().elements()).toHaveLength(1);
  database.close();
});
