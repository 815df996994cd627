import { listRuns } from "@lectern/contract";
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
import { answers, composer, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
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

test.each(["local", "cloud"] as const)(
  "messages that are queued in a %s conversation are sent one after the other when the answer ends; one can be edited and removed before",
  async (storage) => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await sendAndPause(page);
    await queueMessage(page, "Second [[answer: Two.]]");
    expect(await composer(page).inputValue()).toBe("");
    await queueMessage(page, "Never sent");
    await queueMessage(page, "Third with a typo");
    await queuedMessages(page).filter({ hasText: "Never" }).getByRole("button", { name: "Remove" }).click();
    await queuedMessages(page).filter({ hasText: "typo" }).getByRole("button", { name: "Edit" }).click();
    await expectEventually(() => composer(page).inputValue()).toBe("Third with a typo");
    await queueMessage(page, "Third [[answer: Three.]]");
    expect(await queuedMessages(page).count()).toBe(2);
    await page.reload();
    await expectEventually(() => queuedMessages(page).count()).toBe(2);
    await stopButton(page).waitFor();
    models.resume();
    await waitForAnswerText(page, "Three.");
    await waitForAnswerEnd(page);
    expect(await readQuestionCount(page)).toBe(3);
    expect(await queuedMessages(page).count()).toBe(0);
    expect(listLargeModelChats(models)).toHaveLength(3);
    expect(listLargeModelChats(models).at(-1)?.body?.messages?.slice(1)).toMatchObject([
      { content: "First [[tokens: 30]]" },
      { role: "assistant", content: generateWords(30) },
      { content: "Second [[answer: Two.]]" },
      { role: "assistant", content: "Two." },
      { content: "Third [[answer: Three.]]" },
    ]);
    expect(await alerts(page).count()).toBe(0);
  },
);

test("a queued message waits while a failed answer is requested again by itself, and is sent after the answer", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.clock.install();
  const released = Promise.withResolvers<void>();
  await page.route("**/chat", async (route) => {
    await released.promise;
    await route.continue();
  });
  await send(page, "First [[status: 429; retry-after: 7]]");
  await queueMessage(page, "Second [[answer: Two.]]");
  released.resolve();
  await page.getByRole("button", { name: "Try now" }).waitFor();
  await expectVisible(queuedMessages(page), "Queued");
  models.script({ answer: "One." }, "scripted-large");
  await page.clock.runFor(10_000);
  await waitForAnswerText(page, "Two.");
  await waitForAnswerEnd(page);
  expect(await readQuestionCount(page)).toBe(2);
  expect(await queuedMessages(page).count()).toBe(0);
});

test("Ctrl+Enter and 'Send now' stop the answer, keep its text and continue with the message; the other messages stay queued", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await sendAndPause(page);
  await waitForAnswerText(page, generateWords(4));
  await queueMessage(page, "Later [[answer: Late.]]");
  models.script({ answer: "Steered.", hangAfter: 0 }, "scripted-large");
  await composer(page).fill("Rather this");
  await composer(page).press("ControlOrMeta+Enter");
  await expectEventually(() => readQuestionCount(page)).toBe(2);
  await expectVisible(page.getByRole("log"), "Stopped");
  await expectEventually(() => queuedMessages(page).allInnerTexts()).toHaveLength(1);
  await expectEventually(() => listLargeModelChats(models).length).toBe(2);
  expect(listLargeModelChats(models)[1]?.body?.messages?.slice(1)).toMatchObject([
    { content: "First [[tokens: 30]]" },
    { role: "assistant", content: generateWords(4) },
    { content: "Rather this" },
  ]);
  await stopButton(page).waitFor();
  await queuedMessages(page).getByRole("button", { name: "Send now" }).click();
  await waitForAnswerText(page, "Late.");
  await waitForAnswerEnd(page);
  expect(await readQuestionCount(page)).toBe(3);
  expect(await queuedMessages(page).count()).toBe(0);
});

test("after Stop and after a failure, queued messages are not sent; they stay, also after a reload, until the person sends, edits or removes them", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await sendAndPause(page);
  await queueMessage(page, "After the stop [[answer: Sent after all.]]");
  await stopButton(page).click();
  await page.getByRole("status").getByText("A message wasn’t sent because the answer was stopped.").waitFor();
  await expectVisible(queuedMessages(page), "Not sent");
  expect(listLargeModelChats(models)).toHaveLength(1);
  models.resume();
  // What was held does not follow another message unasked.
  models.script({ answer: "Another." }, "scripted-large");
  await send(page, "Another one");
  await waitForAnswerText(page, "Another.");
  await waitForAnswerEnd(page);
  await page.reload();
  await expectVisible(queuedMessages(page), "Not sent");
  expect(listLargeModelChats(models)).toHaveLength(2);
  await queuedMessages(page).getByRole("button", { name: "Send" }).click();
  await waitForAnswerText(page, "Sent after all.");
  await waitForAnswerEnd(page);
  expect(await queuedMessages(page).count()).toBe(0);

  models.pauseAfter(2);
  await send(page, "Fails [[error: 4]]");
  await models.whenPaused();
  await queueMessage(page, "After the failure");
  models.resume();
  await page.getByRole("status").getByText("A message wasn’t sent because the answer failed.").waitFor();
  await queuedMessages(page).getByRole("button", { name: "Edit" }).click();
  await expectEventually(() => composer(page).inputValue()).toBe("After the failure");
  expect(await queuedMessages(page).count()).toBe(0);
});

test("a message whose answer ended while no page was open is not sent unasked, also not after another answer or message", async () => {
  const { models } = fixture.workspace;
  const { page, context, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await sendAndPause(page);
  await queueMessage(page, "Waited too long");
  const address = page.url();
  await page.close();
  models.resume();
  await expectEventually(async () => (await api.call(listRuns, {})).runs.length).toBe(0);
  const nextPage = await context.newPage();
  await nextPage.goto(address);
  await waitForAnswerText(nextPage, generateWords(30));
  await waitForAnswerEnd(nextPage);
  await expectVisible(queuedMessages(nextPage), "Not sent");
  models.script({ answer: "Answered again." }, "scripted-large");
  await answers(nextPage).last().getByRole("button", { name: "Answer again" }).click();
  await waitForAnswerText(nextPage, "Answered again.");
  await waitForAnswerEnd(nextPage);
  await expectVisible(queuedMessages(nextPage), "Not sent");
  models.script({ answer: "Another." }, "scripted-large");
  await send(nextPage, "Another one");
  await waitForAnswerText(nextPage, "Another.");
  await waitForAnswerEnd(nextPage);
  await expectVisible(queuedMessages(nextPage), "Not sent");
  expect(listLargeModelChats(models)).toHaveLength(3);
});

test("a queued message is sent with its documents, also after a reload and while another conversation is open", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await sendAndPause(page);
  await attach(page, textFile("rivers.txt", "The heron stands in the river."));
  await waitForAttachments(page, 1);
  await queueMessage(page, "Read this [[answer: Read.]]");
  await expectEventually(() => attachmentList(page).count()).toBe(0);
  await page.reload();
  await expectEventually(() => queuedMessages(page).count()).toBe(1);
  await stopButton(page).waitFor();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  models.resume();
  await answerMarks(page, "unread answer").waitFor();
  await page.goBack();
  await waitForAnswerText(page, "Read.");
  await expectVisible(includedDocuments(page), "rivers.txt");
  expect(JSON.stringify(listLargeModelChats(models).at(-1)?.body)).toContain("The heron stands in the river.");
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
