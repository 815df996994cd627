import { listRuns } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { queuedMessages, queueMessage } from "../../support/pages/queueControls.ts";
import { answers, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
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
