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
} from "../../support/pages/chatControls.ts";
import {
  answers,
  chooseForConversation,
  clickDialogButton,
  conversationList,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
  sidePanel,
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
