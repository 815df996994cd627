import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  chooseStorage,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const failureText = "Error communicating with the server. Please try again in a minute.";

/** Expects that the last answer is a failure with this reason, which nothing else says. */
async function expectFailure(page: Page, reason: string): Promise<void> {
  await expectVisible(lastAnswer(page), reason);
  await waitForAnswerEnd(page);
  expect(await stopButton(page).count()).toBe(0);
  expect(await alerts(page).count()).toBe(0);
  expect(await composer(page).inputValue()).toBe("");
}

test("tries that failed without text are replaced by the answer and are no versions of it, also after a reload; a failure stays in its conversation, and the next question does not send it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await page.clock.install();
  await openNewConversation(page, fixture.url, "cloud");
  await send(page, "Will it work? [[status: 429; retry-after: 60]]");
  await expectVisible(lastAnswer(page), "The model is busy.");
  await waitForAnswerEnd(page);
  expect(await alerts(page).count()).toBe(0);
  await expectVisible(lastAnswer(page), /^Trying again in (6[0-2]|5\d) s\.$/);
  const tryNow = lastAnswer(page).getByRole("button", { name: "Try now" });
  await page.route("**/chat", async (route) => {
    await expectEventually(() => alerts(page).count()).toBe(0);
    await route.continue();
  });
  const callsBefore = listLargeModelChats(models).length;
  await tryNow.click();
  await expectEventually(() => listLargeModelChats(models).length).toBe(callsBefore + 1);
  await tryNow.waitFor();
  models.script({ answer: "Now it does." }, "scripted-large");
  await tryNow.click();
  await waitForAnswerText(page, "Now it does.");
  await waitForAnswerEnd(page);
  expect(await alerts(page).count()).toBe(0);
  await page.unroute("**/chat");
  await page.reload();
  await waitForAnswerText(page, "Now it does.");
  expect(await page.getByRole("group", { name: "Versions of the answer" }).count()).toBe(0);
  expect(await questions(page).count()).toBe(1);

  for (let tries = 0; tries < 3; tries++) models.script({ status: 500 }, "scripted-large");
  await send(page, "First");
  await expectFailure(page, "The model’s server reported an error.");
  // Nothing is folded: the sentence contradicts nothing here.
  await expectVisible(lastAnswer(page), failureText);
  await lastAnswer(page).getByText("Details", { exact: true }).click();
  await lastAnswer(page)
    .getByRole("button", { name: /^Request .+, copy$/ })
    .waitFor();
  await page.reload();
  await expectVisible(lastAnswer(page), failureText);
  await ask(page, "Second [[answer: Here.]]");
  await waitForAnswerText(page, "Here.");
  await page.reload();
  await waitForAnswerText(page, "Here.");
  const sentTexts =
    listLargeModelChats(models)
      .at(-1)
      ?.body?.messages?.map(({ content }) => content) ?? [];
  expect(sentTexts.slice(-2)).toEqual(["Now it does.", "First\n\nSecond [[answer: Here.]]"]);
});

test("[C8.22] a failure during the answer keeps the partial text, and the question can be retried", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  for (const { directive, reason, storage } of [
    { directive: "cut: 6", reason: "The connection to the model’s server was lost.", storage: "cloud" },
    { directive: "error: 6", reason: "The model’s server reported an error.", storage: "local" },
  ] as const) {
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    await chooseStorage(page, storage);
    await send(page, `Tell me [[tokens: 30]] [[${directive}]]`);
    await expectVisible(lastAnswer(page), reason);
    await waitForAnswerEnd(page);
    const failureWithKeptText = `${generateWords(6)} ${reason} The text above was saved.`;
    await waitForAnswerText(page, failureWithKeptText);
    // The sentence would say the same again.
    await lastAnswer(page).getByText("Details", { exact: true }).click();
    await waitForAnswerText(page, `${failureWithKeptText} ${failureText}`);
    expect(await alerts(page).count()).toBe(0);

    await page.reload();
    await waitForAnswerText(page, failureWithKeptText);
    models.script({ answer: "Here is all of it." }, "scripted-large");
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForAnswerText(page, "Here is all of it.");
    await waitForAnswerEnd(page);
    await expectVisible(lastAnswer(page), "2 of 2");
    await page.getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, failureWithKeptText);
  }
});
