import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  alertWithText,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const storageFullText =
  "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.";

test("with localStorage full only drafts are lost in a reload; when the disk fills up during an answer, it stays on the screen and the notice says what to do", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await ask(page, "Without a place for drafts [[answer: Here.]]");
  await waitForAnswerText(page, "Here.");
  await composer(page).fill("Typed, and in the field");
  const address = page.url();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await ask(page, "In another one [[answer: There.]]");
  await page.goto(address);
  await waitForAnswerText(page, "Here.");
  await expectEventually(() => composer(page).inputValue()).toBe("Typed, and in the field");
  expect(await alerts(page).count()).toBe(0);
  await page.reload();
  await waitForAnswerText(page, "Here.");

  models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  models.resume();
  await alertWithText(page, storageFullText).waitFor();
  await alertWithText(page, "The answer couldn’t be saved. Copy it before you leave this page.").waitFor();
  await waitForAnswerText(page, generateWords(60));
  await waitForAnswerEnd(page);
  await page.reload();
  await expectVisible(questions(page).last(), "Tell me [[tokens: 60]]");
  await waitForAnswerText(page, generateWords(60));
});
