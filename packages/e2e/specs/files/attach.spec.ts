import { deleteFile, fileTexts, queryFiles } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  attach,
  attachButton,
  attachmentChip,
  attachmentChips,
  attachmentList,
  dragFiles,
  includedDocuments,
  pasteFiles,
  pngFile,
  progressValues,
  textFile,
  waitForAttachments,
} from "../../support/attachControls.ts";
import {
  alerts,
  captureChatRequest,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { alertWithText, composer, expectEventually, expectVisible, questions, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const uploadAddress = "**/api/files/**";

test("[C2.28b, C4.01, C4.02] a document is attached, shows its progress up to 100, and goes with the message", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const released = Promise.withResolvers<void>();
  await page.route("**/files/status?*", async (route) => {
    await released.promise;
    await route.continue();
  });
  await attach(page, textFile("lecture notes.txt", "Entropy never decreases."));
  await expectEventually(() => progressValues(attachmentList(page))).toEqual(["95"]);
  released.resolve();
  await waitForAttachments(page, 1);
  await expectVisible(page.getByRole("status"), "lecture_notes.txt uploaded");
  await composer(page).fill("What does it say? [[answer: That entropy never decreases.]]");
  const { body } = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(body.messages.at(-1)?.data?.dataSources).toEqual([
    expect.objectContaining({ name: "lecture_notes.txt", type: "text/plain", id: expect.stringMatching(/^s3:\/\//) }),
  ]);
  await waitForAnswerText(page, "That entropy never decreases.");
  expect(await attachmentList(page).count()).toBe(0);
  await expectVisible(includedDocuments(page), "lecture_notes.txt");
});

test.each(["local", "cloud"] as const)(
  "[C2.20, C9.03a] a %s message keeps its documents over a reload and a retry, and they can be downloaded",
  async (storage) => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await attach(page, textFile("budget.csv", "a,b\n1,2\n"), textFile("x".repeat(60).concat(".txt")));
    await waitForAttachments(page, 2);
    await expectVisible(attachmentList(page), `${"x".repeat(11)}…`);
    await send(page, "Sum up [[answer: Three]]");
    await waitForAnswerText(page, "Three");
    await waitForAnswerEnd(page);
    await page.reload();
    await waitForAnswerText(page, "Three");
    await expectVisible(includedDocuments(page), "budget.csv");
    await expectVisible(includedDocuments(page), `${"x".repeat(49)}…`);
    const download = page.waitForEvent("download");
    await includedDocuments(page).getByRole("button", { name: "Download budget.csv" }).click();
    expect((await download).suggestedFilename()).toBe("budget.csv");
    const { body } = await captureChatRequest(page, () => page.getByRole("button", { name: "Answer again" }).click());
    expect(body.messages.at(-1)?.data?.dataSources).toHaveLength(2);
  },
);

test("[C5.03] a message cannot be sent before its documents are ready: an alert says so, and nothing is lost", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const released = Promise.withResolvers<void>();
  await page.route("**/files/status?*", async (route) => {
    await released.promise;
    await route.continue();
  });
  await attach(page, textFile("slow.txt"));
  await send(page, "Now [[answer: Here]]");
  await alertWithText(page, fileTexts.stillUploading).waitFor();
  expect(await composer(page).inputValue()).toBe("Now [[answer: Here]]");
  expect(await attachmentChips(page).count()).toBe(1);
  released.resolve();
  await waitForAttachments(page, 1);
  await composer(page).press("Enter");
  await waitForAnswerText(page, "Here");
});

test("several files upload in parallel, and a cancelled one disappears without a notice [C4.03]", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  let stuck = 0;
  await page.route("**/files/upload?*", async (route) => {
    if (route.request().postData()?.includes("stays")) stuck += 1;
    else await route.continue();
  });
  await attach(
    page,
    textFile("one.txt"),
    textFile("two.txt", "It stays."),
    textFile("three.txt"),
    textFile("four.txt"),
  );
  await expectEventually(() =>
    progressValues(attachmentList(page)).then((all) => all.filter((value) => value === "100").length),
  ).toBe(3);
  await expectEventually(() => stuck).toBe(1);
  await attachmentChip(page, "two.txt").getByRole("button", { name: "Cancel two.txt" }).click();
  await waitForAttachments(page, 3);
  expect(await alerts(page).count()).toBe(0);
});

test.each([
  ["notes", "This file type is not supported."],
  ["song.mp3", "This file type is not supported."],
  ["old.xls", "This file type is not supported. Please save the file as xlsx."],
  ["old.ppt", "This file type is not supported. Please save the file as pptx."],
])("[C5.12, C5.13, C5.14, C5.15] %s is refused with a reason before anything is sent", async (name, reason) => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  let asked = 0;
  await page.route(uploadAddress, (route) => {
    asked += 1;
    return route.continue();
  });
  await attach(page, textFile(name));
  await alertWithText(page, reason).waitFor();
  expect(await attachmentChips(page).count()).toBe(0);
  expect(asked).toBe(0);
});

test("[C5.09] an image is refused for a model without image input", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, pngFile("photo.png"));
  await alertWithText(page, fileTexts.imagesNotSeen).waitFor();
});

test("a damaged document fails with its reason beneath 'upload failed' [C8.05], stays, and can be removed", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, {
    name: "essay.docx",
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    // It starts with a valid signature, and the rest is garbage.
    content: new Uint8Array(4_000).map((_, at) => [0x50, 0x4b, 3, 4][at] ?? (at * 37) % 251),
  });
  const alert = alertWithText(page, "upload failed");
  await alert.waitFor({ timeout: 40_000 });
  expect(await alert.textContent()).toMatch(/essay\.docx: .{10,}/);
  const chip = attachmentChip(page, "essay.docx");
  await chip.getByRole("button", { name: "Retry essay.docx" }).waitFor();
  await send(page, "Go on");
  const refusal = alertWithText(page, fileTexts.stillUploading);
  await expectVisible(refusal, /essay\.docx failed: .{10,} Remove it or try again\./);
  await chip.getByRole("button", { name: "Remove essay.docx" }).click();
  await expectEventually(() => attachmentChips(page).count()).toBe(0);
});

describe("an upload that fails on its way", () => {
  test("[C8.03] says that it could not get an upload URL", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await page.route("**/api/files/upload", (route) =>
      route.fulfill({ status: 403, json: { success: false, message: "Your storage is full.", code: "forbidden" } }),
    );
    await attach(page, textFile("a.txt"));
    const alert = alertWithText(page, "upload failed");
    await expectVisible(alert, "a.txt: Failed to get presigned url: 403. Your storage is full.");
  });

  test("[C8.04] shows the status of the failed upload, and the retry succeeds", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    const address = "**/files/upload?*";
    await page.route(address, (route) =>
      route.fulfill({ status: 507, headers: { "x-amz-error-message": "The disk is full." } }),
    );
    await attach(page, textFile("a.txt"));
    await expectVisible(
      alertWithText(page, "upload failed"),
      "a.txt: Upload failed with status code 507: The disk is full.",
    );
    await page.unroute(address);
    await page.getByRole("button", { name: "Retry a.txt" }).click();
    await waitForAttachments(page, 1);
  });

  test("[C8.04] says that the network failed", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await page.route("**/files/upload?*", (route) => route.abort("connectionreset"));
    await attach(page, textFile("a.txt"));
    await expectVisible(alertWithText(page, "upload failed"), "a.txt: Network error occurred during file upload.");
  });

  test("waits while there is no network and continues by itself", async () => {
    const { page, context } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("first.txt"));
    await waitForAttachments(page, 1);
    await context.setOffline(true);
    await attach(page, textFile("second.txt"));
    await expectVisible(attachmentChip(page, "second.txt"), "Waiting for the network.");
    await context.setOffline(false);
    await waitForAttachments(page, 2);
  });
});

test("files can be dropped anywhere over the conversation; text cannot", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  // During a real drag the browser fires events repeatedly.
  await expectEventually(async () => {
    await dragFiles(page, [textFile("dropped.txt")], false);
    return page.getByText("Drop files to attach").isVisible();
  }).toBe(true);
  await dragFiles(page, [textFile("dropped.txt")], true);
  await page.getByText("Drop files to attach").waitFor({ state: "detached" });
  await waitForAttachments(page, 1);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "words");
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, dataTransfer: data }));
  });
  expect(await page.getByText("Drop files to attach").count()).toBe(0);
});

test("files can be pasted into the field; text stays text", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await pasteFiles(page, [textFile("pasted.txt")]);
  await waitForAttachments(page, 1);
  await expectVisible(attachmentList(page), "pasted.txt");
  await composer(page).focus();
  await page.keyboard.insertText("words");
  expect(await composer(page).inputValue()).toBe("words");
});

test("[C9.17] two files of the same name get distinct names", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, textFile("same.txt"), textFile("same.txt", "Another text."));
  await waitForAttachments(page, 2);
  const names = await attachmentChips(page).allTextContents();
  expect(names[1]).toMatch(/same_[a-z0-9]{3}\.txt/);
});

describe("the documents of a draft", () => {
  test("survive a reload, belong to their conversation, and are cleared once they are sent", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("kept.txt"));
    await waitForAttachments(page, 1);
    await page.reload();
    await waitForAttachments(page, 1);
    await send(page, "One [[answer: First]]");
    await waitForAnswerText(page, "First");
    await waitForAnswerEnd(page);
    await attach(page, textFile("second.txt"));
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
  });

  test("return with the text when the message could not be sent", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("kept.txt"));
    await waitForAttachments(page, 1);
    await page.route("**/chat", (route) => route.abort("connectionrefused"));
    await page.route("**/chat/*", (route) => route.abort("connectionrefused"));
    await send(page, "Lost?");
    await expectEventually(() => composer(page).inputValue()).toBe("Lost?");
    await waitForAttachments(page, 1);
    expect(await questions(page).count()).toBe(0);
  });

  test.each(["local", "cloud"] as const)(
    "return with the text when one was deleted meanwhile (%s): it is named, and without it the message is sent",
    async (storage) => {
      const { page, api } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url, storage);
      await attach(page, textFile("gone.txt"), textFile("here.txt"));
      await waitForAttachments(page, 2);
      const { items } = await api.call(queryFiles, {});
      await api.call(deleteFile, { key: items.find(({ name }) => name === "gone.txt")?.id ?? "" });
      await send(page, "What do they say? [[answer: Enough]]");
      await expectVisible(page.getByRole("alert"), /“gone\.txt” does not exist/);
      await expectEventually(() => composer(page).inputValue()).toBe("What do they say? [[answer: Enough]]");
      await expectVisible(attachmentChip(page, "gone.txt"), "This file is no longer in your files.");
      expect(await questions(page).count()).toBe(0);
      await attachmentChip(page, "gone.txt").getByRole("button", { name: "Remove gone.txt" }).click();
      await composer(page).press("Enter");
      await waitForAnswerText(page, "Enough");
      await expectVisible(includedDocuments(page), "here.txt");
    },
  );

  test("of a retried question are named when they no longer exist, and the question stays", async () => {
    const { page, api } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("gone.txt"));
    await waitForAttachments(page, 1);
    await send(page, "What does it say? [[answer: Enough]]");
    await waitForAnswerText(page, "Enough");
    await waitForAnswerEnd(page);
    const [file] = (await api.call(queryFiles, {})).items;
    await api.call(deleteFile, { key: file?.id ?? "" });
    await page.getByRole("button", { name: "Answer again" }).click();
    await expectVisible(
      page,
      /“gone\.txt” does not exist, or you do not have access to it\. Please send your message without it\./,
    );
    await expectVisible(questions(page).last(), /What does it say\?/);
    await send(page, "And without? [[answer: Fine]]");
    await waitForAnswerText(page, "Fine");
  });

  test("that are still uploading make the page ask before it is left", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await page.route("**/files/upload?*", () => {});
    await attach(page, textFile("slow.txt"));
    await attachmentChips(page).first().waitFor();
    const asked = page.waitForEvent("dialog");
    const leaving = page.evaluate(() => location.reload()).catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await leaving;
    expect(await attachmentChips(page).count()).toBe(1);
  });
});

test("everything works by keyboard", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await composer(page).focus();
  await page.keyboard.press("Shift+Tab");
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: /^Upload from this device/ });
  await expectEventually(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const chooser = page.waitForEvent("filechooser");
  await expectEventually(() => item.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "keys.txt", mimeType: "text/plain", buffer: Buffer.from("By keyboard.") });
  await waitForAttachments(page, 1);
  const remove = page.getByRole("button", { name: "Remove keys.txt" });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expectEventually(() => attachmentChips(page).count()).toBe(0);
});
