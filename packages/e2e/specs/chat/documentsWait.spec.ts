import { fileTexts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  attachmentChip,
  attachmentChips,
  pauseStatusRequests,
  textFile,
  waitUntilFilesAreRead,
} from "../../support/attachControls.ts";
import {
  alerts,
  captureChatRequest,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import { queuedMessages } from "../../support/queueControls.ts";
import { alertWithText, composer, expectEventually, expectVisible, questions, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const waitText = "Your message will be sent when its documents are ready.";
const waitNotice = (page: Page) => page.getByRole("status").getByText(waitText);

/** Opens a conversation with a document that the server has not read yet. */
async function openWithPendingDocument(): Promise<{ page: Page; release: () => void }> {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openNewConversation(page, fixture.url);
  return { page, release: await attachPending(person) };
}

/** Attaches a document. The page learns that the server has read it when the returned function is called. */
async function attachPending({ page, api }: BrowserPerson): Promise<() => void> {
  const release = await pauseStatusRequests(page);
  await attach(page, textFile("notes.txt", "Entropy."));
  await expectVisible(attachmentChip(page, "notes.txt"), "Reading…");
  await waitUntilFilesAreRead(api);
  return release;
}

test("a message that is submitted while a document is read waits in the field, and is sent with the document", async () => {
  const { page, release } = await openWithPendingDocument();
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

test.each<[string, (page: Page) => Promise<void>, string]>([
  ["Esc", (page) => composer(page).press("Escape"), "What?"],
  ["the button", (page) => page.getByRole("button", { name: "Cancel", exact: true }).click(), "What?"],
  ["a change of the text", (page) => composer(page).press("!"), "What?!"],
])("%s ends the waiting: the text stays, and nothing is sent when the document is ready", async (_, end, text) => {
  const { page, release } = await openWithPendingDocument();
  await send(page, "What?");
  await waitNotice(page).waitFor();
  await end(page);
  await waitNotice(page).waitFor({ state: "detached" });
  await expectEventually(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  release();
  await expectVisible(attachmentChip(page, "notes.txt"), "Ready");
  expect(await composer(page).inputValue()).toBe(text);
  expect(await questions(page).count()).toBe(0);
});

test("a message that waits for a document is not sent when the document fails, and can be sent without it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const released = Promise.withResolvers<void>();
  await page.route("**/files/upload?*", async (route) => {
    await released.promise;
    await route.fulfill({ status: 507, headers: { "x-amz-error-message": "The disk is full." } });
  });
  await attach(page, textFile("notes.txt", "Entropy."));
  await send(page, "Then without [[answer: Fine.]]");
  await waitNotice(page).waitFor();
  released.resolve();
  await alertWithText(page, "Your message wasn’t sent because “notes.txt” can’t be used.").waitFor();
  expect(await waitNotice(page).count()).toBe(0);
  // Only the document says why.
  expect(await page.getByText("The disk is full.").count()).toBe(1);
  await expectVisible(page.getByRole("alert"), fileTexts.stillUploading);
  expect(await composer(page).inputValue()).toBe("Then without [[answer: Fine.]]");
  await page.getByRole("button", { name: "Send without it" }).click();
  await waitForAnswerText(page, "Fine.");
  expect(await attachmentChips(page).count()).toBe(0);
});

test("while an answer is written, a message waits for its document and is then queued", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openNewConversation(page, fixture.url);
  models.pauseAfter(4);
  await send(page, "First [[tokens: 30]]");
  await models.whenPaused();
  await stopButton(page).waitFor();
  const release = await attachPending(person);
  await composer(page).fill("Second [[answer: Entropy.]]");
  await composer(page).press("Enter");
  await waitNotice(page).waitFor();
  release();
  await expectEventually(() => queuedMessages(page).count()).toBe(1);
  expect(await composer(page).inputValue()).toBe("");
  models.resume();
  await waitForAnswerText(page, "Entropy.");
  await waitForAnswerEnd(page);
  expect(await questions(page).count()).toBe(2);
});
