import { openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import {
  changeStorage,
  chooseStorage,
  lastAnswer,
  openNewConversation,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  ask,
  chooseForConversation,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
  send,
  sidePanel,
  typeNewName,
} from "../../support/screen.ts";

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
  await openWorkspace(page, fixture.url);
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

test.each(["local", "cloud"] as const)(
  "a chat whose first answer fails, or is stopped before a word, is called by the beginning of its question; its first answer gives it a title (%s)",
  async (storage) => {
    const { page } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    await openNewConversation(page, fixture.url);
    await chooseStorage(page, storage);
    await send(page, "Where do the herons sleep at night? [[status: 500]]");
    await expectVisible(lastAnswer(page), "The model’s server reported an error.");
    await expectEventually(() => readConversationNames(page)).toEqual(["Where do the herons sleep at n..."]);
    await expectVisible(chatHeading(page), "Where do the herons sleep at n...");

    await startNewChat(page);
    await chooseStorage(page, storage);
    models.pauseAfter(0);
    await send(page, longQuestion);
    await models.whenPaused();
    await stopButton(page).click();
    await waitForAnswerEnd(page);
    models.resume();
    const questionBeginning = `${longQuestion.slice(0, 30)}...`;
    await expectEventually(() => readConversationNames(page)).toEqual([
      questionBeginning,
      "Where do the herons sleep at n...",
    ]);
    expect(models.chats().map(({ body }) => body?.model)).not.toContain("scripted-small");

    await page.reload();
    await expectEventually(() => readConversationNames(page)).toContain(questionBeginning);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectEventually(() => readConversationNames(page)).toContain("A scripted title");
    await expectVisible(chatHeading(page), "A scripted title");
  },
);

test("[C5.39] renaming stores the trimmed name, which no generated title overwrites; a blank one and Esc leave the name unchanged", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  const { models } = fixture.workspace;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "As it was")]);
  for (const blankName of ["", "   "]) {
    await chooseForConversation(page, "As it was", "Rename");
    await typeNewName(page, blankName);
    await conversationRow(page, "As it was").waitFor();
  }
  await conversationRow(page, "As it was").dblclick();
  await typeNewName(page, "Thought better of it", "Escape");
  await conversationRow(page, "As it was").waitFor();
  await chooseForConversation(page, "As it was", "Rename");
  await typeNewName(page, "  As it is now  ");
  await expectEventually(() => readConversationNames(page)).toEqual(["As it is now"]);
  await expectVisible(chatHeading(page), "As it is now");
  await expectEventually(async () =>
    (await readStoredConversations(page, userId)).conversationHistory.map(({ name }) => name),
  ).toContain("As it is now");

  await page.getByRole("button", { name: "New chat" }).click();
  await expectVisible(page, "Start a new conversation.");
  models.pauseAfter();
  const askPromise = ask(page, longQuestion);
  await models.whenPaused();
  await chooseForConversation(page, "New Conversation", "Rename");
  await typeNewName(page, "My own name");
  models.resume();
  await askPromise;
  await expectEventually(() => readConversationNames(page)).toEqual(["My own name", "As it is now"]);
  expect(models.chats().map(({ body }) => body?.model)).toEqual(["scripted-large"]);
  await page.reload();
  await conversationRow(page, "As it is now").waitFor();
  await expectEventually(() => readConversationNames(page)).toEqual(["My own name", "As it is now"]);
  expect(await conversationList(page).locator("[data-row]").count()).toBe(2);
});
