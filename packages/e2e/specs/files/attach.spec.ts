import { beginUpload, deleteFile, fileTexts, queryFiles } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  attach,
  attachButton,
  attachmentChip,
  attachmentChips,
  attachmentList,
  chooseFiles,
  dragFiles,
  includedDocuments,
  pasteFiles,
  pauseStatusRequests,
  pngFile,
  readProgressValues,
  readyAttachments,
  textFile,
  waitForAttachments,
  waitUntilFilesAreRead,
} from "../../support/attachControls.ts";
import {
  alerts,
  captureChatRequest,
  chooseStorage,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();

const uploadUrlPattern = "**/api/files/**";
/** As many as a page of the list of files has. */
const filesPerPage = 100;

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

test("[C5.09, C5.12, C5.13, C5.14, C5.15] unsupported files, and images for a model without image input, are refused with a reason before anything is sent", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  let requestCount = 0;
  await page.route(uploadUrlPattern, (route) => {
    requestCount += 1;
    return route.continue();
  });
  const names = ["notes", "song.mp3", "old.xls", "old.ppt"];
  await attach(page, ...names.map((name) => textFile(name)), pngFile("photo.png"));
  const refusal = alertWithText(page, "This file type is not supported.");
  await expectVisible(refusal, "notes and song.mp3");
  await expectVisible(refusal, /^Supported: PDF, Word, /);
  const formatSaveAsText = (format: string) => `This file type is not supported. Please save the file as ${format}.`;
  await expectVisible(alertWithText(page, formatSaveAsText("xlsx")), "old.xls");
  await expectVisible(alertWithText(page, formatSaveAsText("pptx")), "old.ppt");
  await expectVisible(alertWithText(page, fileTexts.imagesNotSeen), "photo.png");
  expect(await attachmentChips(page).count()).toBe(0);
  expect(requestCount).toBe(0);
  await refusal.getByRole("button", { name: "Dismiss" }).click();
  await refusal.waitFor({ state: "detached" });
  await attach(page, textFile("song.mp3"));
  await refusal.waitFor();
  await ask(page, "Never mind the song");
  await refusal.waitFor({ state: "detached" });
});

test("[C8.03] [C8.04] [C8.05] an upload that fails says why and can be retried, and one without a network waits for it", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const failure = alertWithText(page, "upload failed");
  const dismissAlert = async () => {
    await failure.getByText("a.txt", { exact: true }).waitFor();
    await failure.getByRole("button", { name: "Dismiss" }).click();
  };
  const clickRetry = () => page.getByRole("button", { name: "Try again: a.txt" }).click();
  const uploadStartPattern = "**/api/files/upload";
  await page.route(uploadStartPattern, (route) =>
    route.fulfill({ status: 403, json: { success: false, message: "Your storage is full.", code: "forbidden" } }),
  );
  await attach(page, textFile("a.txt", "Entropy."));
  await expectVisible(attachmentChip(page, "a.txt"), "Failed to get presigned url: 403. Your storage is full.");
  await dismissAlert();
  await page.unroute(uploadStartPattern);

  const uploadBodyPattern = "**/files/upload?*";
  await page.route(uploadBodyPattern, (route) =>
    route.fulfill({ status: 507, headers: { "x-amz-error-message": "The disk is full." } }),
  );
  await clickRetry();
  await expectVisible(attachmentChip(page, "a.txt"), "Upload failed with status code 507: The disk is full.");
  await page.unroute(uploadBodyPattern);

  await page.route(uploadBodyPattern, (route) => route.abort("connectionreset"));
  await clickRetry();
  await expectVisible(attachmentChip(page, "a.txt"), "Network error occurred during file upload.");
  await page.unroute(uploadBodyPattern);
  await clickRetry();
  await waitForAttachments(page, 1);

  await context.setOffline(true);
  await attach(page, textFile("second.txt", "Entropy."));
  await expectVisible(attachmentChip(page, "second.txt"), "Waiting for the network.");
  await context.setOffline(false);
  await waitForAttachments(page, 2);
});

test("a document that cannot be read says why in one place, without another attempt if none can help; the refused message names it and is sent without it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, {
    name: "essay.docx",
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    // The content starts with a valid signature, and the rest is garbage.
    content: new Uint8Array(4_000).map((_, at) => [0x50, 0x4b, 3, 4][at] ?? (at * 37) % 251),
  });
  const chip = attachmentChip(page, "essay.docx");
  const reason = /This document couldn’t be read: it is damaged/;
  await chip.getByText(reason).waitFor({ timeout: 40_000 });
  await expectVisible(page.getByRole("status"), /^essay\.docx failed: This document couldn’t be read/);
  expect(await chip.getByRole("button", { name: "Try again: essay.docx" }).count()).toBe(0);
  expect(await alerts(page).count()).toBe(0);
  await send(page, "Go on [[answer: On.]]");
  const refusal = alertWithText(page, "Your message wasn’t sent because “essay.docx” can’t be used.");
  await refusal.waitFor();
  expect(await refusal.getByText(reason).count()).toBe(0);
  await expectVisible(page.getByRole("alert"), fileTexts.stillUploading);
  await page.getByRole("button", { name: "Send without it" }).click();
  await waitForAnswerText(page, "On.");
  await expectEventually(() => attachmentChips(page).count()).toBe(0);
  expect(await alerts(page).count()).toBe(0);
});

test("files are attached by keyboard, by dropping anywhere over the conversation, and by pasting; text stays text", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const file = (name: string) => textFile(name, "Entropy.");
  await composer(page).focus();
  // Past the button that chooses an assistant.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: /^Upload from this device/ });
  await expectEventually(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expectEventually(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  await chooseFiles(page, () => page.keyboard.press("Enter"), textFile("keys.txt", "Entropy."));
  await waitForAttachments(page, 1);
  await page.getByRole("button", { name: "Remove keys.txt" }).focus();
  await page.keyboard.press("Enter");
  await expectEventually(() => attachmentChips(page).count()).toBe(0);

  // During a real drag the browser fires events repeatedly, so do the same.
  const overlay = page.getByText("Drop files to attach");
  await expectEventually(async () => {
    await dragFiles(page, [file("dropped.txt")], false);
    return overlay.isVisible();
  }).toBe(true);
  await dragFiles(page, [file("dropped.txt")], true);
  await overlay.waitFor({ state: "detached" });
  await waitForAttachments(page, 1);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "words");
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, dataTransfer: data }));
  });
  expect(await overlay.count()).toBe(0);

  await pasteFiles(page, [file("pasted.txt")]);
  await waitForAttachments(page, 2);
  await expectVisible(attachmentList(page), "pasted.txt");
  await composer(page).focus();
  await page.keyboard.insertText("words");
  expect(await composer(page).inputValue()).toBe("words");
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

  test("are named when they were deleted meanwhile: a new message returns with its text and is sent without them, and a retried question stays", async () => {
    const { page, api } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    const deleteByName = async (wantedName: string) => {
      const { items } = await api.call(queryFiles, {});
      await api.call(deleteFile, { key: items.find(({ name }) => name === wantedName)?.id ?? "" });
    };
    const question = "What do they say? [[answer: Enough]]";
    /** Sends a question with two documents, one of which was deleted meanwhile, and then again without it. */
    const sendAfterDeletion = async (deleted: string, kept: string) => {
      await attach(page, textFile(deleted, "Entropy."), textFile(kept, "Entropy."));
      await waitForAttachments(page, 2);
      await deleteByName(deleted);
      await send(page, question);
      await expectVisible(page.getByRole("alert"), new RegExp(`“${deleted}” doesn’t exist`));
      await expectEventually(() => composer(page).inputValue()).toBe(question);
      const chip = attachmentChip(page, deleted);
      await expectVisible(chip, "This file is no longer in your files.");
      await expectEventually(() => questions(page).count()).toBe(0);
      await chip.getByRole("button", { name: `Remove ${deleted}` }).click();
      await composer(page).press("Enter");
      await waitForAnswerText(page, "Enough");
      await waitForAnswerEnd(page);
      await expectVisible(includedDocuments(page), kept);
    };
    await sendAfterDeletion("gone.txt", "here.txt");
    await page.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
    await chooseStorage(page, "local");
    await sendAfterDeletion("lost.txt", "left.txt");

    await deleteByName("left.txt");
    await page.getByRole("button", { name: "Answer again" }).click();
    await expectVisible(
      page,
      /“left\.txt” doesn’t exist, or you don’t have access to it\. Please send your message without it\./,
    );
    await expectVisible(questions(page).last(), /What do they say\?/);
    await send(page, "And without? [[answer: Fine]]");
    await waitForAnswerText(page, "Fine");
  });
});

test("on a phone the documents of a draft stand in two columns of a bounded height, the newest is in view, and each can be removed", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  await openNewConversation(page, fixture.url);
  const numbers = ["one", "two", "three", "four", "five", "six"];
  await attach(page, ...numbers.map((name) => textFile(`the ${name} about rivers.txt`)));
  await expectEventually(() => attachmentChips(page).count()).toBe(6);
  const shelf = page.getByRole("list", { name: "Attached documents" });
  const shelfBox = await shelf.boundingBox();
  expect(shelfBox?.height).toBeLessThanOrEqual(148);
  const boxes = await Promise.all((await attachmentChips(page).all()).map((chip) => chip.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(2);
  for (const box of boxes) {
    expect(box?.x).toBeGreaterThanOrEqual(shelfBox?.x ?? Infinity);
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(narrowViewport.width);
  }
  const isNewestInView = async () => {
    const box = await attachmentChips(page).last().boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0) <= (shelfBox?.y ?? 0) + (shelfBox?.height ?? 0) + 1;
  };
  await expectEventually(isNewestInView).toBe(true);
  for (const [index] of numbers.entries()) {
    await attachmentChips(page)
      .first()
      .getByRole("button", { name: /^(Remove|Cancel)/ })
      .tap();
    await expectEventually(() => attachmentChips(page).count()).toBe(numbers.length - index - 1);
  }
});

test("on a phone the end of a long name is in view, and what is left out before it", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  await openNewConversation(page, fixture.url);
  const names = ["Entwicklerreferenzhandbuch.txt", "Kurzfassung_der_Vorlesung_12.txt"];
  await attach(page, ...names.map((name) => textFile(name)));
  for (const name of names) {
    const chip = attachmentChip(page, name);
    const start = chip.getByText(name.slice(0, -8), { exact: true });
    const end = chip.getByText(name.slice(-8), { exact: true });
    await chip.getByRole("button", { name: `Remove ${name}` }).waitFor();
    const removeBox = await chip.getByRole("button", { name: `Remove ${name}` }).boundingBox();
    const chipBox = await chip.boundingBox();
    const endBox = await end.boundingBox();
    expect((endBox?.x ?? Infinity) + (endBox?.width ?? 0)).toBeLessThanOrEqual(removeBox?.x ?? 0);
    expect(endBox?.x).toBeGreaterThan(chipBox?.x ?? Infinity);
    expect(
      await start.evaluate((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0),
    ).toBe(true);
  }
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

test("a document is found among newer files whose names contain its name", async () => {
  const { page, api } = await fixture.openSignedIn();
  const bytes = { name: "notes.txt", type: "text/plain", content: "Entropy." };
  const { id } = await uploadAndExtract(api, fixture.url, bytes);
  for (let index = 0; index < filesPerPage; index += 1)
    await api.call(beginUpload, { name: `${index} notes.txt`, type: "text/plain", size: 1 });
  await openNewConversation(page, fixture.url);
  await attach(page, textFile(bytes.name, bytes.content));
  await waitForAttachments(page, 1);
  const { items } = await api.call(queryFiles, { pageSize: filesPerPage + 10 });
  expect(items.flatMap((file) => (file.name === bytes.name ? file.id : []))).toEqual([id]);
});
