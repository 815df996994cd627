import { fileTexts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  attachmentChip,
  attachmentChips,
  attachmentList,
  includedDocuments,
  pngFile,
  waitForAttachments,
} from "../../support/pages/attachControls.ts";
import {
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { alertWithText, composer, expectEventually, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// A server of its own, because the test needs a model with image input.
const fixture = createWorkspaceFixture({ models: ["scripted-large", "gpt-4o"] });

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name }).first().click();
}

const readWidth = (picture: ReturnType<Page["locator"]>) =>
  picture.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));

test("[C5.09] an attached image cannot be sent to a model without image input, and nothing is lost; a model with image input sees it, and its thumbnail is shown before and after sending", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await waitForAttachments(page, 1);
  await expectEventually(() => readWidth(attachmentList(page).locator("img"))).toBe(8);
  await choose(page, /scripted-large/);
  await send(page, "What is it? [[answer: Nothing.]]");
  await alertWithText(page, fileTexts.imagesNotSeen).waitFor();
  expect(await composer(page).inputValue()).toBe("What is it? [[answer: Nothing.]]");
  expect(await attachmentChips(page).count()).toBe(1);
  await attachmentChip(page, "photo.png").getByRole("button", { name: "Remove photo.png" }).click();
  await composer(page).press("Enter");
  await waitForAnswerText(page, "Nothing.");
  await waitForAnswerEnd(page);

  await startNewChat(page);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await waitForAttachments(page, 1);
  await send(page, "What is it? [[answer: A square.]]");
  await waitForAnswerText(page, "A square.");
  await waitForAnswerEnd(page);
  const gpt4oChats = fixture.workspace.models.chats().filter(({ body }) => body?.model === "gpt-4o");
  expect(JSON.stringify(gpt4oChats.map(({ body }) => body?.messages))).toMatch(/data:image\/(png|jpeg);base64,/);
  await expectEventually(() => readWidth(includedDocuments(page).locator("img"))).toBe(8);
  await page.reload();
  await expectEventually(() => readWidth(includedDocuments(page).locator("img"))).toBe(8);
});
