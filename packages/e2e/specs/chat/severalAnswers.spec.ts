import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { answerMarks } from "../../support/pages/answerMarks.ts";
import {
  alerts,
  chooseStorage,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  alertWithText,
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  composer,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  readConversationNames,
  send,
  sidePanel,
  typeNewName,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Starts a conversation and waits until its question is shown. */
async function startConversation(page: Page, storage: "local" | "cloud", question: string): Promise<void> {
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, storage);
  await send(page, question);
  await questions(page).getByText(question).waitFor();
}

const readConversationId = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("c") ?? "";

test("eight conversations are answered at once in two tabs; when one tab is closed, every answer still arrives once and whole", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const otherTab = await context.newPage();
  await openWorkspace(otherTab, fixture.url);
  models.pauseAfter(10);
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const tab = index % 2 === 0 ? page : otherTab;
    await startConversation(tab, index % 4 < 2 ? "local" : "cloud", `Question ${index} [[tokens: ${40 + index}]]`);
    await expectEventually(() => readConversationId(tab)).not.toBe("");
    ids.push(readConversationId(tab));
  }
  await models.whenPaused(8);
  for (const tab of [page, otherTab])
    await expectEventually(() => answerMarks(tab, "answer being written").count()).toBe(8);
  await otherTab.close();
  models.resume();
  // The open conversation is seen, so it is not unread.
  await expectEventually(() => answerMarks(page, "unread answer").count(), 30_000).toBe(7);
  await expectEventually(() => answerMarks(page, "answer being written").count()).toBe(0);
  for (const [index, id] of ids.entries()) {
    await page.goto(`${fixture.url}/#c=${id}`);
    await questions(page).getByText(`Question ${index} `).waitFor();
    await waitForAnswerText(page, generateWords(40 + index));
    await waitForAnswerEnd(page);
    expect(await answers(page).count()).toBe(1);
  }
  expect(await answerMarks(page, "unread answer").count()).toBe(0);
  expect(listLargeModelChats(models)).toHaveLength(8);
  expect(await alerts(page).allInnerTexts()).toEqual([]);
});

test("while an answer is written, another conversation is opened and asked, and one is renamed and one deleted; the list marks what is written and what is unread, and the end is announced once", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "To be deleted [[answer: Old.]]");
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  await chooseForConversation(page, "A scripted title", "Rename");
  await typeNewName(page, "Old one");
  await startNewChat(page);
  models.pauseAfter(3);
  await send(page, "Slow [[tokens: 30]]");
  await models.whenPaused();
  await chooseForConversation(page, "New Conversation", "Rename");
  await typeNewName(page, "Slow one");
  await conversationRow(page, "Slow one").waitFor();
  expect(await answerMarks(page, "answer being written").count()).toBe(1);
  // It moves, and is no closed ring, which marks assistants that are not published.
  const style = await answerMarks(page, "answer being written").evaluate((mark) => {
    const { animationName, borderTopColor, borderBottomColor } = getComputedStyle(mark, "::before");
    return { isAnimated: animationName !== "none", isClosed: borderTopColor === borderBottomColor };
  });
  expect(style).toEqual({ isAnimated: true, isClosed: false });
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  expect(await composer(page).inputValue()).toBe("");
  models.script({ answer: "Fast." }, "scripted-large");
  await ask(page, "Fast");
  await waitForAnswerText(page, "Fast.");
  const fastId = readConversationId(page);
  await chooseForConversation(page, "Old one", "Delete");
  await clickDialogButton(page, "Delete");
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  expect(readConversationId(page)).toBe(fastId);
  models.resume();
  await answerMarks(page, "unread answer").waitFor();
  await expectEventually(() => page.getByRole("status").getByText("Answer ready in “Slow one”.").count()).toBe(1);
  await page.reload();
  await answerMarks(page, "unread answer").waitFor();
  await conversationRow(page, "Slow one").click();
  await waitForAnswerText(page, generateWords(30));
  await expectEventually(() => answerMarks(page, "unread answer").count()).toBe(0);
  expect(await alerts(page).count()).toBe(0);
});

test("an answer that fails while something else is shown is marked, and its notice opens the conversation", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(3);
  await send(page, "Fails [[error: 5]]");
  await models.whenPaused();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  models.resume();
  await answerMarks(page, "answer failed").waitFor();
  const notice = alertWithText(page, "The answer in “New Conversation” failed.");
  await notice.getByRole("button", { name: "Open" }).click();
  await questions(page).getByText("Fails").waitFor();
  await expectEventually(() => answerMarks(page, "answer failed").count()).toBe(0);
  await notice.waitFor({ state: "detached" });
});

test("deleting a conversation that is being answered says that the answer will be stopped, and stops it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  models.pauseAfter(3);
  await send(page, "Never read [[tokens: 30]]");
  await models.whenPaused();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseForConversation(page, "New Conversation", "Delete");
  await page.getByRole("alertdialog").getByText("The answer that is being written will be stopped.").waitFor();
  await clickDialogButton(page, "Delete");
  await listLargeModelChats(models).at(-1)?.aborted;
  await expectVisible(sidePanel(page), "No data.");
  expect(await alerts(page).count()).toBe(0);
  models.resume();
});

test("a cloud conversation that is answered on another device is marked as being answered", async () => {
  const { models } = fixture.workspace;
  const { page, email } = await fixture.openSignedIn();
  const { page: otherDevice } = await fixture.openSignedIn({ email });
  await openWorkspace(otherDevice, fixture.url);
  await openNewConversation(page, fixture.url, "cloud");
  models.pauseAfter(3);
  await send(page, "Slow [[tokens: 10]]");
  await models.whenPaused();
  await answerMarks(otherDevice, "answer being written").waitFor();
  models.resume();
  await expectEventually(() => answerMarks(otherDevice, "answer being written").count()).toBe(0);
});

test("deleting a conversation that another tab reads stops its answer, too", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(3);
  await send(page, "Never read [[tokens: 30]]");
  await models.whenPaused();
  const otherTab = await context.newPage();
  await openWorkspace(otherTab, fixture.url);
  await answerMarks(otherTab, "answer being written").waitFor();
  await chooseForConversation(otherTab, "New Conversation", "Delete");
  await otherTab.getByRole("alertdialog").getByText("The answer that is being written will be stopped.").waitFor();
  await clickDialogButton(otherTab, "Delete");
  await listLargeModelChats(models).at(-1)?.aborted;
  await expectVisible(sidePanel(otherTab), "No data.");
  await expectVisible(page, "Start a new conversation.");
  models.resume();
});

test("after a reload the answers of conversations that are not open continue, too", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(5);
  await startConversation(page, "local", "Private [[tokens: 30]]");
  await startConversation(page, "cloud", "Cloud [[tokens: 31]]");
  await models.whenPaused(2);
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await page.reload();
  await expectEventually(() => answerMarks(page, "answer being written").count()).toBe(2);
  models.resume();
  await expectEventually(() => answerMarks(page, "unread answer").count()).toBe(2);
  for (const count of [30, 31]) {
    await conversationList(page)
      .locator("[data-row]")
      .nth(count === 30 ? 1 : 0)
      .click();
    await waitForAnswerEnd(page);
    expect([generateWords(30), generateWords(31)]).toContain(
      (await answers(page).last().getByRole("paragraph").allInnerTexts()).join(" ").trim(),
    );
  }
  expect(await stopButton(page).count()).toBe(0);
  expect(listLargeModelChats(models)).toHaveLength(2);
});
