import { deleteFile, fileTexts, uploadFile } from "@lectern/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
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
  textFile,
  waitForAttachments,
} from "../../../testing/attachFiles.ts";
import {
  alerts,
  alertWithText,
  questions,
  sendMessage,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { createTextFile, stubFiles } from "../../../testing/stubFiles.ts";
import { failOp, listInputs, stubRequests } from "../../../testing/stubServer.ts";

/** Answers the uploads of bytes in place of the stubbed server, until the returned function is called. */
function answerUploads(respond: (request: Request) => Response | Promise<Response | null>): () => void {
  let isActive = true;
  stubRequests((request) => (isActive && new URL(request.url).pathname === "/files/upload" ? respond(request) : null));
  return () => {
    isActive = false;
  };
}

describe("files that are attached", () => {
  test("[C5.09, C5.12, C5.14, C5.15] unsupported files, and images for a model without image input, are refused with a reason before anything is sent", async () => {
    stubFiles();
    stubAnswers("Never mind.");
    await renderApp();
    const names = ["notes", "song.mp3", "old.ppt", "photo.png"];
    await attach(...names.map((name) => textFile(name)));
    const refusal = alertWithText("This file type is not supported.");
    await expect.element(refusal).toMatchTextContent(/notes and song\.mp3/);
    await expect.element(refusal).toMatchTextContent(/Supported: PDF, Word, /);
    const formatSaveAsText = (format: string) => `This file type is not supported. Please save the file as ${format}.`;
    await expect.element(alertWithText(formatSaveAsText("pptx"))).toMatchTextContent(/old\.ppt/);
    await expect.element(alertWithText(fileTexts.imagesNotSeen)).toMatchTextContent(/photo\.png/);
    expect(attachmentChips().elements()).toEqual([]);
    expect(listInputs(uploadFile)).toEqual([]);
    await refusal.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(refusal).not.toBeInTheDocument();
    await attach(textFile("song.mp3"));
    await expect.element(refusal).toBeVisible();
    await sendMessage("Never mind the song");
    await expect.element(refusal).not.toBeInTheDocument();
  });

  test("[C8.03] [C8.04] [C8.05] an upload that fails says why and can be retried, and one without a network waits for it", async () => {
    stubFiles();
    failOp(uploadFile, "Your storage is full.", { status: 403, code: "forbidden" });
    await renderApp();
    await attach(textFile("a.txt", "Entropy."));
    const chip = attachmentChip("a.txt");
    const expectReason = (reason: string) => expect.element(chip.getByText(reason, { exact: true })).toBeVisible();
    const clickRetry = () => page.getByRole("button", { name: "Try again: a.txt" }).click();
    await expectReason("Failed to get presigned url: 403. Your storage is full.");
    const failure = alertWithText("upload failed");
    await expect.element(failure.getByText("a.txt", { exact: true })).toBeVisible();
    await failure.getByRole("button", { name: "Dismiss" }).click();

    stubFiles();
    const fillDisk = answerUploads(
      () => new Response(null, { status: 507, headers: { "x-amz-error-message": "The disk is full." } }),
    );
    await clickRetry();
    await expectReason("Upload failed with status code 507: The disk is full.");
    fillDisk();
    const loseUploads = answerUploads(() => Promise.reject(new TypeError("Failed to fetch")));
    await clickRetry();
    await expectReason("Network error occurred during file upload.");
    loseUploads();
    await clickRetry();
    await waitForAttachments(1);

    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => isOnline.mockRestore());
    dispatchEvent(new Event("offline"));
    await attach(textFile("second.txt", "Other."));
    await expect.element(attachmentChip("second.txt").getByText("Waiting for the network.")).toBeVisible();
    isOnline.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await waitForAttachments(2);
  });

  test("[C4.03] a cancelled upload disappears without a notice, and two files of one name get distinct names", async () => {
    const stored = stubFiles();
    answerUploads(async (request) => ((await request.text()).includes("stays") ? new Promise<never>(() => {}) : null));
    await renderApp();
    await attach(
      textFile("same.txt", "Entropy."),
      textFile("same.txt", "Enthalpy."),
      textFile("stuck.txt", "It stays."),
    );
    await attachmentChip("stuck.txt").getByRole("button", { name: "Cancel stuck.txt" }).click();
    await waitForAttachments(2);
    expect(attachmentChips().nth(1).element().textContent).toMatch(/same_[a-z0-9]{3}\.txt/);
    await expect.poll(() => listInputs(deleteFile)).toHaveLength(1);
    expect(stored.list()).toHaveLength(2);
    expect(alerts().elements()).toEqual([]);
  });

  test("a document that cannot be read says why in one place, without another attempt if none can help; the refused message names it and is sent without it", async () => {
    const reason = "This document couldn’t be read: it is damaged.";
    const stored = stubFiles();
    const chat = stubAnswers("On.");
    answerUploads(() => {
      stored.change("essay.docx", { state: "failed", reason });
      return new Response(null);
    });
    await renderApp();
    await attach(textFile("essay.docx"));
    const chip = attachmentChip("essay.docx");
    await expect.element(chip.getByText(reason)).toBeVisible();
    await expect.element(page.getByText(`essay.docx failed: ${reason}`)).toBeInTheDocument();
    expect(chip.getByRole("button", { name: "Try again: essay.docx" }).elements()).toEqual([]);
    expect(alerts().elements()).toEqual([]);
    await sendMessage("Go on");
    const refusal = alertWithText("Your message wasn’t sent because “essay.docx” can’t be used.");
    await expect.element(refusal).toBeVisible();
    expect(refusal.getByText(reason).elements()).toEqual([]);
    expect(chat.answers).toHaveLength(0);
    await page.getByRole("button", { name: "Send without it" }).click();
    await waitForAnswerText("On.");
    await expect.element(attachmentList()).not.toBeInTheDocument();
    expect(alerts().elements()).toEqual([]);
  });

  test("files are attached by keyboard, by dropping anywhere over the conversation, and by pasting; text stays text", async () => {
    stubFiles();
    await renderApp();
    await expect.element(composer()).toBeVisible();
    composer().element().focus();
    // Past the button that chooses an assistant.
    await userEvent.keyboard("{Shift>}{Tab}{Tab}{/Shift}");
    await expect.element(attachButton()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const item = page.getByRole("menuitem", { name: /^Upload from this device/ });
    await expect.element(item).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(attachButton()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(item).toHaveFocus();
    await chooseFiles(() => userEvent.keyboard("{Enter}"), textFile("keys.txt"));
    await waitForAttachments(1);
    page.getByRole("button", { name: "Remove keys.txt" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(attachmentList()).not.toBeInTheDocument();

    // During a real drag the browser fires events repeatedly, so do the same.
    const overlay = page.getByText("Drop files to attach");
    await expect
      .poll(() => {
        dragFiles([textFile("dropped.txt")], false);
        return overlay.elements().length;
      })
      .toBe(1);
    dragFiles([textFile("dropped.txt")], true);
    await expect.element(overlay).not.toBeInTheDocument();
    await waitForAttachments(1);
    const words = new DataTransfer();
    words.setData("text/plain", "words");
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, dataTransfer: words }));
    expect(overlay.elements()).toEqual([]);

    pasteFiles([textFile("pasted.txt")]);
    await waitForAttachments(2);
    await expect.element(attachmentChip("pasted.txt")).toBeVisible();
    await composer().click();
    await userEvent.keyboard("words");
    await expect.element(composer()).toHaveValue("words");
  });

  test("a document is found among newer files whose names contain its name", async () => {
    const stored = stubFiles();
    await renderApp();
    await attach(textFile("notes.txt", "Entropy."));
    await waitForAttachments(1);
    const { id } = stored.get("notes.txt");
    await page.getByRole("button", { name: "Remove notes.txt" }).click();
    await expect.element(attachmentList()).not.toBeInTheDocument();
    // As many as a page of the list of files has.
    for (let index = 0; index < 100; index += 1) stored.add(createTextFile({ name: `${index} notes.txt` }));
    await attach(textFile("notes.txt", "Entropy."));
    await waitForAttachments(1);
    expect(stored.list().filter(({ name }) => name === "notes.txt")).toMatchObject([{ id }]);
  });
});

test("documents of a draft that were deleted meanwhile are named: a new message returns with its text and is sent without them, and a retried question stays", async () => {
  const stored = stubFiles();
  const chat = stubAnswers("Enough");
  await renderApp();
  await attach(textFile("gone.txt"), textFile("here.txt"));
  await waitForAttachments(2);
  stored.remove("gone.txt");
  const refusalOf = (name: string) =>
    `The document “${name}” doesn’t exist, or you don’t have access to it. Please send your message without it.`;
  let missing: string | null = "gone.txt";
  stubRequests((request) => {
    if (new URL(request.url).pathname !== "/chat" || missing === null) return null;
    const body = { success: false, code: "notFound", message: refusalOf(missing), requestId: "refused" };
    return Response.json(body, { status: 404 });
  });
  await sendMessage("What do they say?");
  await expect.element(alerts().getByText(/“gone\.txt” doesn’t exist/)).toBeVisible();
  await expect.element(composer()).toHaveValue("What do they say?");
  const chip = attachmentChip("gone.txt");
  await expect.element(chip.getByText("This file is no longer in your files.")).toBeVisible();
  await expect.poll(() => questions().elements()).toEqual([]);
  missing = null;
  await chip.getByRole("button", { name: "Remove gone.txt" }).click();
  composer().element().focus();
  await userEvent.keyboard("{Enter}");
  await waitForAnswerText("Enough");
  await waitForAnswerEnd();
  await expect.element(includedDocuments().getByText("here.txt").first()).toBeVisible();
  expect(chat.answers.at(-1)?.request.messages.at(-1)?.data?.dataSources).toMatchObject([{ name: "here.txt" }]);

  missing = "here.txt";
  await page.getByRole("button", { name: "Answer again" }).click();
  await expect.element(page.getByText(refusalOf("here.txt")).first()).toBeVisible();
  await expect.element(questions().last()).toMatchTextContent(/What do they say\?/);
});
