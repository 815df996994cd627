import { fileTexts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  attachmentChip,
  pauseStatusRequests,
  textFile,
  waitUntilFilesAreRead,
} from "../../support/pages/attachControls.ts";
import {
  alerts,
  captureChatRequest,
  openNewConversation,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { composer, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const waitNotice = (page: Page) => page.getByRole("status").getByText("Your message is then sent by itself.");

test("a message that is submitted while a document is read waits in the field, and is sent with the document", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const release = await pauseStatusRequests(page);
  await attach(page, textFile("notes.txt", "Entropy."));
  await expectVisible(attachmentChip(page, "notes.txt"), "Reading…");
  await waitUntilFilesAreRead(api);
  await send(page, "What does it say? [[answer: Entropy.]]");
  await waitNotice(page).waitFor();
  await expectVisible(page.getByRole("status"), fileTexts.stillUploading);
  expect(await page.getByRole("button", { name: "Send message" }).getAttribute("aria-disabled")).toBe("true");
  expect(await alerts(page).count()).toBe(0);
  const { body } = await captureChatRequest(page, async () => release());
  expect(body.messages.at(-1)?.data?.dataSources).toMatchObject([{ name: "notes.txt" }]);
  await waitForAnswerText(page, "Entropy.");
  expect(await composer(page).inputValue()).toBe("");
  expect(await waitNotice(page).count()).toBe(0);
});
