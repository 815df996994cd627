import { clearMessages } from "@lectern/contract";
import { expect, test } from "vitest";
import { failOp } from "../../support/browser/interceptOp.ts";
import { listLargeModelChats, openNewConversation, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import { ask, clickDialogButton, expectEventually, expectVisible, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const question = "Are you sure you want to clear all messages?";

test("the system prompt of a conversation is sent to the model; clearing its messages asks for confirmation, is permanent, and says why if it fails", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "The word is otter [[answer: Understood.]]");
  const systemPromptBefore = listLargeModelChats(models).at(-1)?.body?.messages?.[0];
  expect(systemPromptBefore).toMatchObject({ role: "system", content: expect.stringContaining("Markdown") });
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).fill("Answer in verse.");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "System prompt" }).waitFor({ state: "detached" });

  const clickClear = () => chooseInHeader(page, "Clear messages");
  const permitClearing = await failOp(page, clearMessages, "The shelf is locked.");
  await clickClear();
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page.getByRole("alert"), "The shelf is locked.");
  await waitForAnswerText(page, "Understood.");
  await permitClearing();
  await clickClear();
  await expectVisible(page.getByRole("alertdialog"), question);
  await clickDialogButton(page, "Cancel");
  await waitForAnswerText(page, "Understood.");
  await clickClear();
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page, "Start a new conversation.");

  await page.reload();
  await expectVisible(page, "Start a new conversation.");
  await ask(page, "Which word? [[answer: None.]]");
  await waitForAnswerText(page, "None.");
  expect(await questions(page).count()).toBe(1);
  const lastRequest = listLargeModelChats(models).at(-1)?.body;
  expect(JSON.stringify(lastRequest)).not.toContain("otter");
  expect(lastRequest?.messages?.[0]).toEqual({ role: "system", content: "Answer in verse." });
  await page.getByRole("button", { name: "Chat settings" }).click();
  await expectEventually(() => page.getByRole("textbox", { name: "System prompt" }).inputValue()).toBe(
    "Answer in verse.",
  );
});
