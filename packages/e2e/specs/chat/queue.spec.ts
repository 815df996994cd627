import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { answerMarks } from "../../support/pages/answerMarks.ts";
import {
  attach,
  attachmentList,
  includedDocuments,
  textFile,
  waitForAttachments,
} from "../../support/pages/attachControls.ts";
import {
  alerts,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { queuedMessages, queueMessage } from "../../support/pages/queueControls.ts";
import { expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Sends a message whose answer pauses after a few tokens. */
async function sendAndPause(page: Page, text = "First [[tokens: 30]]"): Promise<void> {
  const { models } = fixture.workspace;
  models.pauseAfter(4);
  await send(page, text);
  await models.whenPaused();
  await stopButton(page).waitFor();
}

const readQuestionCount = (page: Page) => questions(page).count();

test("messages that are queued in a cloud conversation are sent one after the other when the answer ends, with their documents, after a reload and while another conversation is open", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await sendAndPause(page);
  await queueMessage(page, "Second [[answer: Two.]]");
  await attach(page, textFile("rivers.txt", "The heron stands in the river."));
  await waitForAttachments(page, 1);
  await queueMessage(page, "Read this [[answer: Read.]]");
  await expectEventually(() => attachmentList(page).count()).toBe(0);
  await page.reload();
  await expectEventually(() => queuedMessages(page).count()).toBe(2);
  await stopButton(page).waitFor();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  models.resume();
  await answerMarks(page, "unread answer").waitFor();
  await page.goBack();
  await waitForAnswerText(page, "Read.");
  await waitForAnswerEnd(page);
  await expectVisible(includedDocuments(page), "rivers.txt");
  expect(await readQuestionCount(page)).toBe(3);
  expect(await queuedMessages(page).count()).toBe(0);
  expect(await alerts(page).count()).toBe(0);
  expect(listLargeModelChats(models)).toHaveLength(3);
  const lastRequest = listLargeModelChats(models).at(-1)?.body;
  expect(lastRequest?.messages?.slice(1)).toMatchObject([
    { content: "First [[tokens: 30]]" },
    { role: "assistant", content: generateWords(30) },
    { content: "Second [[answer: Two.]]" },
    { role: "assistant", content: "Two." },
    { content: expect.stringContaining("Read this [[answer: Read.]]") },
  ]);
  expect(JSON.stringify(lastRequest)).toContain("The heron stands in the river.");
});

test("of two tabs with the same conversation, one sends a queued message once", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await sendAndPause(page);
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await stopButton(otherTab).waitFor();
  await queueMessage(otherTab, "From the other tab [[answer: Once.]]");
  await expectEventually(() => queuedMessages(page).count()).toBe(1);
  models.resume();
  for (const tab of [page, otherTab]) {
    await waitForAnswerText(tab, "Once.");
    await waitForAnswerEnd(tab);
    expect(await readQuestionCount(tab)).toBe(2);
    expect(await queuedMessages(tab).count()).toBe(0);
    expect(await alerts(tab).count()).toBe(0);
  }
  expect(listLargeModelChats(models)).toHaveLength(2);
});
