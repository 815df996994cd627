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
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  answers,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
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
