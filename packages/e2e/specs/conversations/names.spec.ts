import { openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { changeStorage, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible, readConversationNames, sidePanel } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const longQuestion = "How many herons wait at the quay when the tide comes in?";
const chatHeading = (page: Parameters<typeof readConversationNames>[0]) => page.getByRole("heading", { level: 1 });

test("[C4.16] a new conversation is called 'New Conversation' until it has an answer, then gets a title from the cheap model, in either storage, or the beginning of the question where that fails", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { models } = fixture.workspace;
  const startUntitledChat = async () => {
    await page.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
  };
  await openNewConversation(page, fixture.url, "local");
  await expectVisible(sidePanel(page), "No data.");
  await expectVisible(chatHeading(page), "New Conversation");
  models.pauseAfter();
  const askPromise = ask(page, longQuestion);
  await models.whenPaused();
  await expectEventually(() => readConversationNames(page)).toEqual(["New Conversation"]);
  models.resume();
  await askPromise;
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  await expectVisible(chatHeading(page), "A scripted title");
  expect("A scripted title".length).toBeLessThan(30);
  const modelNames = ["scripted-large", "scripted-small"];
  expect(models.chats().map(({ body }) => body?.model)).toEqual(modelNames);
  // Four messages: no other title is requested.
  await ask(page, "And after that?");
  expect(models.chats().map(({ body }) => body?.model)).toEqual([...modelNames, "scripted-large"]);

  await startUntitledChat();
  models.script({ answer: "The answer" });
  models.script({ status: 500 });
  await ask(page, longQuestion);
  const questionBeginning = `${longQuestion.slice(0, 30)}...`;
  await expectEventually(() => readConversationNames(page)).toEqual([questionBeginning, "A scripted title"]);
  expect(longQuestion.slice(0, 30)).toHaveLength(30);

  await startUntitledChat();
  await changeStorage(page, page.getByRole("main").getByRole("button", { name: /^This browser,/ }), "Cloud");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Cloud/ })
    .waitFor();
  await ask(page, longQuestion);
  await expectEventually(() => readConversationNames(page)).toEqual([
    "A scripted title",
    questionBeginning,
    "A scripted title",
  ]);
  const conversationId = new URL(page.url()).hash.replace("#c=", "");
  await expectEventually(async () => (await api.call(openConversation, { conversationId })).conversation.name).toBe(
    "A scripted title",
  );
});
