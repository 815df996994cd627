import { listFileTags, queryFiles } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  attach,
  attachButton,
  attachmentChip,
  chooseFiles,
  openPicker,
  textFile,
  waitForAttachments,
} from "../../../testing/attachFiles.ts";
import { alertWithText, waitForAnswerText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, readFocusedLabel } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { createTextFile, stubFiles } from "../../../testing/stubFiles.ts";
import { failOp, listInputs, stubRequests } from "../../../testing/stubServer.ts";
import { isHit } from "../../../testing/touch.ts";

const grid = () => page.getByRole("grid", { name: "Your files" });
const rows = () => grid().getByRole("row");
const row = (name: string) => rows().filter({ hasText: name });
const _readShownNames = () =>
  rows()
    .elements()
    .flatMap((each) => readLines(each.querySelector<HTMLElement>("td:first-child"))[0] ?? []);
// biome-ignore lint/performance/useDomNodeTextContent: the lines as they are shown
const readLines = (cell: HTMLElement | null) => cell?.innerText.split("\n").map((line) => line.trim()) ?? [];
const readFocusedText = () => document.activeElement?.textContent;
const focusRow = (name: string) => row(name).element().focus();

async function chooseType(type: string): Promise<void> {
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: type, exact: true }).click();
}

test("[C2.49] the picker works by keyboard and returns the focus, which moves to the message after files were attached; a tag is attached as its own data source", async () => {
  stubFiles(createTextFile({ name: "one.txt", tags: ["law & order", "year 1"] }), createTextFile({ name: "two.txt" }));
  const chat = stubAnswers("Hello");
  await renderApp();
  const dialog = await openPicker();
  await expect.element(row("two.txt")).toBeVisible();
  await expect.poll(readFocusedLabel).toBe("Search by name");
  for (let tabs = 0; tabs < 5; tabs++) await userEvent.keyboard("{Tab}");
  await expect.poll(readFocusedText).toContain("two.txt");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(readFocusedText).toContain("one.txt");
  await userEvent.keyboard(" ");
  await expect.element(row("one.txt")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(attachButton()).toHaveFocus();

  await openPicker();
  await dialog.getByRole("tab", { name: "Tags" }).click();
  const tagChips = dialog.getByRole("group", { name: "Tags" }).getByRole("button");
  await expect.poll(() => tagChips.elements().map(({ textContent }) => textContent)).toEqual(["law & order", "year 1"]);
  await dialog.getByRole("button", { name: "law & order" }).click();
  await dialog.getByRole("button", { name: "Attach 1" }).click();
  await expect.element(attachmentChip("tag:law & order")).toBeVisible();
  await expect.element(composer()).toHaveFocus();
  await composer().fill("Hello");
  await userEvent.keyboard("{Enter}");
  await waitForAnswerText("Hello");
  expect(chat.answers[0]?.request.messages.at(-1)?.data?.dataSources).toEqual([
    { id: "tag://law%20%26%20order?ragOnly=true", name: "tag:law & order", type: "amplify/tag" },
  ]);
});

test("[C9.01, C2.51] more rows are loaded when less than 400 px remain; the server filters and sorts, which starts the list again", async () => {
  const createdAt = "2026-11-21T10:00:00.000Z";
  // In the order in which the server lists them.
  stubFiles(...Array.from({ length: 250 }, (_, at) => createTextFile({ name: `file ${at}.txt`, createdAt })));
  await renderApp();
  const dialog = await openPicker();
  await expect.element(row("file 0.txt")).toBeVisible();
  const readPageKeys = () => listInputs(queryFiles).map(({ pageKey }) => pageKey);
  const expectInput = (input: object) => expect.poll(() => listInputs(queryFiles).at(-1)).toMatchObject(input);
  expect(readPageKeys()).toEqual([null]);
  await expectInput({ pageSize: 100, sortIndex: "createdAt", forwardScan: false });
  expect(rows().elements().length).toBeLessThan(60);
  /** Scrolls until this many px remain. Returns a few frames later whether more rows are being loaded. */
  const scrollTo = async (remainingPx: number) => {
    const area = grid().element().parentElement;
    if (!area) throw new Error("the grid is in a scroll area");
    area.scrollTop = area.scrollHeight - area.clientHeight - remainingPx;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return grid().element().getAttribute("aria-busy");
  };
  expect(await scrollTo(400)).toBe("false");
  expect(readPageKeys()).toEqual([null]);
  await scrollTo(399);
  await expect.poll(readPageKeys).toEqual([null, "100"]);
  await expect.element(grid()).toHaveAttribute("aria-busy", "false");
  await expect.element(row("file 95.txt")).toBeInTheDocument();
  focusRow("file 95.txt");
  await userEvent.keyboard("{End}");
  await expect.poll(readPageKeys).toEqual([null, "100", "200"]);
  await expect.poll(readFocusedText).toContain("file 199.txt");
  await userEvent.keyboard("{PageDown}{End}");
  await expect.poll(readFocusedText).toContain("file 249.txt");

  await dialog.getByRole("button", { name: "Name" }).click();
  await expectInput({ pageKey: null, sortIndex: "name", forwardScan: true });
  await dialog.getByRole("button", { name: "Type" }).click();
  await expectInput({ pageKey: null, sortIndex: "type", forwardScan: true });
  await dialog.getByRole("button", { name: "Created" }).click();
  await expectInput({ pageKey: null, sortIndex: "createdAt", forwardScan: false });
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("fi");
  await expectInput({ pageKey: null, namePrefix: "fi", types: null });
  await chooseType("Markdown");
  await expectInput({ pageKey: null, namePrefix: "fi", types: ["text/markdown"] });
});

test("[C2.51] [C8.17] without files, or when they cannot be loaded, the picker says so and offers an action; a row is chosen by Enter, and Ctrl+Enter attaches", async () => {
  stubFiles();
  await renderApp();
  const dialog = await openPicker();
  const expectShown = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
  await expectShown("No files yet. Files you upload will appear here.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  failOp(queryFiles, "The database is busy.");
  failOp(listFileTags, "The database is busy.");
  await openPicker();
  await expectShown("Error loading data");
  await expectShown("The database is busy.");
  await dialog.getByRole("tab", { name: "Tags" }).click();
  await expectShown("Error loading tags");
  stubFiles();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expectShown("No tags yet. Tags you add to your files will appear here.");
  await chooseFiles(
    () => dialog.getByRole("button", { name: "Upload from this device" }).click(),
    textFile("first.txt"),
  );
  await waitForAttachments(1);
  stubFiles(createTextFile({ name: "alpha.txt" }), createTextFile({ name: "beta.txt" }));
  await openPicker();
  await expectShown(/Enter selects, (⌘|Ctrl\+)Enter attaches/);
  await expect.element(row("beta.txt")).toBeVisible();
  focusRow("beta.txt");
  await userEvent.keyboard("{Enter}");
  await expectShown("1 selected");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(attachmentChip("beta.txt")).toBeVisible();
});

test("a notice covers no part of the picker in a wide window, and on a phone neither moves it nor covers its close button", async () => {
  stubFiles(createTextFile({ name: "alpha.txt" }));
  const failure = Promise.withResolvers<Response>();
  stubRequests(({ url }) => (url.includes("/files/upload") ? failure.promise : null));
  await renderApp();
  await attach(textFile("lost.txt"));
  const dialog = await openPicker();
  await expect.element(row("alpha.txt")).toBeVisible();
  failure.reject(new TypeError("Failed to fetch"));
  const notice = alertWithText("upload failed");
  await expect.element(notice).toBeVisible();
  // A notice with the focus does not close by itself.
  notice.getByRole("button", { name: "Dismiss" }).element().focus();
  for (const [width, height] of [
    [1280, 720],
    [800, 700],
  ] as const) {
    await page.viewport(width, height);
    await expect
      .poll(() => {
        const [box, noticeBox] = [boxOf(dialog), boxOf(notice)];
        return {
          isInWindow: noticeBox.x >= 0 && noticeBox.y >= 0 && noticeBox.right <= width && noticeBox.width >= 200,
          isBeside: noticeBox.x >= box.right || noticeBox.bottom <= box.y,
          isWhole: box.bottom <= height,
        };
      })
      .toEqual({ isInWindow: true, isBeside: true, isWhole: true });
  }
  await page.viewport(390, 844);
  await expect.poll(() => boxOf(dialog).toJSON()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(isHit(dialog.getByRole("button", { name: "Close" }))).toBe(true);
});
