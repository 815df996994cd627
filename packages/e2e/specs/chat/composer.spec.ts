import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import {
  openNewConversation,
  sendButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import { composer, expectVisible, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const phoneUserAgent =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

test("[C5.07] on a phone Enter adds a new line, and the button sends; the question is edited by touch and sent again", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, userAgent: phoneUserAgent, hasTouch: true });
  await openNewConversation(page, fixture.url);
  await composer(page).tap();
  await page.keyboard.type("a line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and another [[answer: Both]]");
  expect(await composer(page).inputValue()).toBe("a line\nand another [[answer: Both]]");
  await sendButton(page).tap();
  await waitForAnswerText(page, "Both");
  await waitForAnswerEnd(page);

  await questions(page).last().getByRole("button", { name: "Edit the message" }).tap();
  await editBox(page).waitFor();
  await checkAxe(page, "the editing box");
  await editBox(page).fill("Other [[answer: Two.]]");
  await page.getByRole("button", { name: "Save & Submit" }).tap();
  await waitForAnswerText(page, "Two.");
  await expectVisible(questions(page).last(), "2 of 2");
});
