import { fileTexts, queryFiles } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  attach,
  attachmentChip,
  attachmentChips,
  attachmentList,
  includedDocuments,
  pauseStatusRequests,
  readProgressValues,
  readyAttachments,
  textFile,
  waitForAttachments,
  waitUntilFilesAreRead,
} from "../../support/pages/attachControls.ts";
import {
  alerts,
  captureChatRequest,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { composer, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Runs in the page: marks the list if a document shows its bar and its check mark at once. */
function watchForMixedStates(list: Element): void {
  const check = () => {
    const isMixed = ({ innerHTML }: Element) => innerHTML.includes("progressbar") && innerHTML.includes("Ready");
    if ([...list.children].some(isMixed)) list.setAttribute("data-mixed", "");
  };
  new MutationObserver(check).observe(list, { subtree: true, childList: true, characterData: true });
}

test("[C2.20, C2.28b, C4.01, C4.02, C5.03] documents show their progress up to 100, cannot be sent before, go with the message, and stay over a reload and a retry", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  const release = await pauseStatusRequests(page);
  const question = "What does it say? [[answer: That entropy never decreases.]]";
  await attach(page, textFile("lecture notes.txt", "Entropy."), textFile("x".repeat(60).concat(".txt"), "Entropy."));
  await expectEventually(() => readProgressValues(attachmentList(page))).toEqual(["95", "95"]);
  await expectVisible(attachmentList(page), `${"x".repeat(60)}.txt`);
  expect(await composer(page).evaluate((field) => field.matches(":focus"))).toBe(true);
  await send(page, question);
  await expectVisible(page.getByRole("status"), fileTexts.stillUploading);
  expect(await composer(page).inputValue()).toBe(question);
  expect(await attachmentChips(page).count()).toBe(2);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await waitUntilFilesAreRead(api);
  await attachmentList(page).evaluate(watchForMixedStates);
  const full = attachmentList(page).locator("[role=progressbar][aria-valuenow='100']").first().waitFor();
  release();
  await waitForAttachments(page, 2);
  await full;
  // A finished document has no bar, and no check mark before.
  await expectEventually(() => readProgressValues(attachmentList(page))).toEqual([]);
  expect(await attachmentList(page).getAttribute("data-mixed")).toBe(null);
  await expectVisible(page.getByRole("status"), /^(lecture_notes|x{60})\.txt uploaded$/);
  const { body } = await captureChatRequest(page, () => composer(page).press("Enter"));
  const buildSource = (name: unknown) =>
    expect.objectContaining({ name, type: "text/plain", id: expect.stringMatching(/^s3:\/\//) });
  const sources = [buildSource("lecture_notes.txt"), buildSource(expect.stringContaining("xxx"))];
  expect(body.messages.at(-1)?.data?.dataSources).toEqual(sources);
  await waitForAnswerText(page, "That entropy never decreases.");
  await waitForAnswerEnd(page);
  expect(await attachmentList(page).count()).toBe(0);
  await page.reload();
  await waitForAnswerText(page, "That entropy never decreases.");
  await expectVisible(includedDocuments(page), "lecture_notes.txt");
  await expectVisible(includedDocuments(page), `${"x".repeat(49)}…`);
  const downloadButton = includedDocuments(page).getByRole("button", { name: "Download lecture_notes.txt" });
  const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
  expect(download.suggestedFilename()).toBe("lecture_notes.txt");
  await includedDocuments(page).getByRole("button", { name: "lecture_notes.txt", exact: true }).click();
  await expectVisible(documentViewer(page, "lecture_notes.txt"), "Entropy.");
  await page.keyboard.press("Escape");
  const answerAgain = page.getByRole("button", { name: "Answer again" });
  const { body: again } = await captureChatRequest(page, () => answerAgain.click());
  expect(again.messages.at(-1)?.data?.dataSources).toEqual(sources);
});

test("[C4.03] [C9.17] files upload in parallel under distinct names; leaving the page asks first, and a cancelled one disappears without a notice", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  let stuckCount = 0;
  await page.route("**/files/upload?*", async (route) => {
    if (route.request().postData()?.includes("stays")) stuckCount += 1;
    else await route.continue();
  });
  const otherFiles = ["one.txt", "same.txt", "same.txt"].map((name) => textFile(name, "Entropy."));
  await attach(page, ...otherFiles, textFile("stuck.txt", "It stays."));
  await expectEventually(() => readyAttachments(page).count()).toBe(3);
  await expectEventually(() => stuckCount).toBe(1);
  const names = await attachmentChips(page).allTextContents();
  expect(names[2]).toMatch(/same_[a-z0-9]{3}\.txt/);

  const dialogPromise = page.waitForEvent("dialog");
  const reloadPromise = page.evaluate(() => location.reload()).catch(() => {});
  const dialog = await dialogPromise;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await reloadPromise;
  expect(await attachmentChips(page).count()).toBe(4);

  await attachmentChip(page, "stuck.txt").getByRole("button", { name: "Cancel stuck.txt" }).click();
  await waitForAttachments(page, 3);
  expect(await alerts(page).count()).toBe(0);
});

describe("the documents of a draft", () => {
  test("survive a reload, belong to their conversation, leave with a message, and return if it could not be sent", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("kept.txt", "Entropy."));
    await waitForAttachments(page, 1);
    await page.reload();
    await waitForAttachments(page, 1);
    await send(page, "One [[answer: First]]");
    await waitForAnswerText(page, "First");
    await waitForAnswerEnd(page);
    await attach(page, textFile("second.txt", "Entropy."));
    await waitForAttachments(page, 1);
    await page.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
    expect(await attachmentChips(page).count()).toBe(0);
    await page.goBack();
    await waitForAnswerText(page, "First");
    await waitForAttachments(page, 1);
    await page.reload();
    await waitForAttachments(page, 1);
    await expectVisible(attachmentList(page), "second.txt");

    await page.route(/\/chat(\/[^/]+)?$/, (route) => route.abort("connectionrefused"));
    await send(page, "Lost?");
    await expectEventually(() => composer(page).inputValue()).toBe("Lost?");
    await waitForAttachments(page, 1);
    await expectEventually(() => questions(page).count()).toBe(1);
    await page.unroute(/\/chat(\/[^/]+)?$/);

    // The sent question of this local conversation has kept its document.
    const documentList = includedDocuments(page);
    await expectVisible(documentList, "kept.txt");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      documentList.getByRole("button", { name: "Download kept.txt" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("kept.txt");
    const answerAgain = page.getByRole("button", { name: "Answer again" });
    const { body } = await captureChatRequest(page, () => answerAgain.click());
    expect(body.messages.at(-1)?.data?.dataSources).toEqual([expect.objectContaining({ name: "kept.txt" })]);
  });
});

test("a document that is already among one's files is attached from there, and nobody else's file is", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, textFile("notes.txt", "Entropy."));
  await waitForAttachments(page, 1);
  const listIds = async () => (await api.call(queryFiles, {})).items.map(({ id }) => id);
  const [id] = await listIds();

  await attach(page, textFile("notes.txt", "Entropy."));
  await page.getByText("“notes.txt” is already attached.").waitFor();
  expect(await attachmentChips(page).count()).toBe(1);
  await attachmentChip(page, "notes.txt")
    .getByRole("button", { name: /^Remove/ })
    .click();
  await attach(page, textFile("notes.txt", "Entropy."), textFile("notes.txt", "Enthalpy."));
  // The notice closes by itself, on a busy computer before both documents are ready.
  await page.getByText("“notes.txt” is already in your files, so it wasn’t uploaded again.").waitFor();
  await waitForAttachments(page, 2);
  const [otherId, ...ids] = await listIds();
  expect(ids).toEqual([id]);
  // Otherwise the next ones join its count.
  await page.getByText("“notes.txt” is already attached.").waitFor({ state: "detached" });
  await attach(page, textFile("notes.txt", "Entropy."), textFile("notes.txt", "Enthalpy."));
  await page.getByText("2 files are already attached.").waitFor();
  await waitForAttachments(page, 2);
  expect(await listIds()).toHaveLength(2);

  const other = await fixture.openSignedIn();
  await openNewConversation(other.page, fixture.url);
  await attach(other.page, textFile("notes.txt", "Entropy."));
  await waitForAttachments(other.page, 1);
  expect(await other.page.getByText("is already in your files").count()).toBe(0);
  const [theirs] = (await other.api.call(queryFiles, {})).items;
  expect([id, otherId]).not.toContain(theirs?.id);
});
