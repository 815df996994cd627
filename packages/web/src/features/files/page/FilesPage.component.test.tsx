import { deleteFile, downloadFile, queryFiles, setFileTags } from "@lectern/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { chooseLocale } from "../../../lib/i18n/i18n.ts";
import {
  attach,
  attachmentChip,
  attachmentList,
  includedDocuments,
  textFile,
  waitForAttachments,
} from "../../../testing/attachFiles.ts";
import { alertWithText, answers } from "../../../testing/chatPage.ts";
import { documentText, documentViewer } from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, readFocusedLabel } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { createTextFile, type StubbedFile, stubFiles } from "../../../testing/stubFiles.ts";
import { failOp, listInputs, pauseOp } from "../../../testing/stubServer.ts";

const title = () => page.getByRole("heading", { name: "Your Files" });
const table = () => page.getByRole("table", { name: "Your files" });
const fileRows = () =>
  table()
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: /^Select (?!all)/ }) });
const fileRow = (name: string) =>
  table()
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name, exact: true }) });
const selectionBar = () => page.getByRole("region", { name: "Selected files" });
const nameSearch = () => page.getByRole("searchbox", { name: "Search by name" });
const button = (name: string) => page.getByRole("button", { name });
const alertdialog = () => page.getByRole("alertdialog");
const press = (keys: string) => userEvent.keyboard(keys);
const readShownNames = () =>
  fileRows()
    .elements()
    .map((row) => row.querySelector("button[data-open]")?.textContent);

const pressEnterOn = async (locator: Locator) => {
  locator.element().focus();
  await press("{Enter}");
};

async function openFiles(...files: readonly StubbedFile[]) {
  const stored = stubFiles(...files);
  await renderApp("#page=home");
  await expect.element(title()).toBeVisible();
  return stored;
}

async function chooseForSelection(item: string): Promise<void> {
  await selectionBar().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const _smallerSide = (locator: Locator) => Math.min(boxOf(locator).width, boxOf(locator).height);

describe("'Your Files'", () => {
  test("is closed with Esc, after a dialog, a menu and what is typed", async () => {
    await openFiles(createTextFile({ name: "rivers.txt" }));
    await expect.element(fileRow("rivers.txt")).toBeVisible();
    await nameSearch().fill("rivers");
    await press("{Escape}");
    await expect.element(title()).toBeVisible();
    const close = button("Close and return to the chat");
    close.element().focus();
    await press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect.element(shortcuts).toBeVisible();
    await press("{Escape}");
    await expect.element(shortcuts).not.toBeInTheDocument();
    await expect.element(title()).toBeVisible();
    page.getByRole("combobox", { name: "Filter by tags" }).element().focus();
    await press("{Escape}");
    await expect.element(title()).toBeVisible();
    close.element().focus();
    await press("{Escape}");
    await expect.element(title()).not.toBeInTheDocument();
    await expect.element(composer()).toBeVisible();
  });

  test("[C2.53] [C3.02] [A2.33] [A2.34] [A8.35] [A9.09] [C8.17] [C8.06] is a table with download, name, creation, tags and type; shows placeholder rows while it loads, a banner with a retry when it fails, and why a download failed", async () => {
    const tags = ["water", "sand"];
    stubFiles(createTextFile({ name: "notes.html", type: "text/html", size: 25, tags }));
    failOp(queryFiles, "The disk is being changed.");
    const { reached, release } = pauseOp(queryFiles);
    await renderApp("#page=home");
    await reached;
    await expect.element(page.getByText("Loading your files").last()).toBeInTheDocument();
    await expect.element(table()).toHaveAttribute("aria-rowcount", "100");
    release();
    const banner = page.getByRole("alert").filter({ hasText: "Error loading data" });
    await expect.element(banner.getByText("The disk is being changed.")).toBeVisible();
    stubFiles(createTextFile({ name: "notes.html", type: "text/html", size: 25, tags }));
    await banner.getByRole("button", { name: "Try again" }).click();
    await expect.element(fileRow("notes.html")).toBeVisible();
    await expect.element(banner).not.toBeInTheDocument();

    const headers = table().getByRole("columnheader").elements();
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      "",
      "Download",
      "Name",
      "Created",
      "Tags",
      "Type",
      "Size",
      "Delete",
    ]);
    const cells = fileRow("notes.html").getByRole("cell").elements();
    const [, , name, created, tagCell, type, size] = cells.map(({ textContent }) => textContent);
    expect([name, type, size]).toEqual(["notes.html", "HTML", "25 bytes"]);
    expect(created).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    for (const tag of tags) expect(tagCell).toContain(tag);
    // What changes a file is seen without the pointer on its row.
    for (const each of ["Delete notes.html", "Edit the tags of notes.html"])
      expect(getComputedStyle(button(each).element()).opacity).toBe("1");
    const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => isOnline.mockRestore());
    failOp(downloadFile, "", { status: null });
    await button("Download notes.html").click();
    const offline = "Unable to download. Please check your Internet connection and try again.";
    await expect.element(alertWithText(offline)).toBeVisible();
  });

  test("[A2.34] searches hundreds of files by name, type and tag, sorts them, and loads more on scrolling", async () => {
    const types = ["application/pdf", "text/html", "text/csv", "text/plain"] as const;
    const nameOf = (index: number) =>
      `file ${String(index).padStart(4, "0")}.${types[index % types.length]?.split("/")[1]}`;
    const files = Array.from({ length: 300 }, (_, index) =>
      createTextFile({
        name: nameOf(index),
        type: types[index % types.length] ?? "",
        tags: index % 10 === 0 ? ["tenth"] : [],
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      }),
    );
    await openFiles(...files);
    await expect.poll(readShownNames).toContain(nameOf(299));
    const header = (name: string) => table().getByRole("columnheader", { name });
    expect(table().element().getAttribute("aria-rowcount")).toBe("-1");
    expect(header("Created").element().getAttribute("aria-sort")).toBe("descending");
    expect(fileRows().elements().length).toBeLessThan(60);
    // All rows are listed at the end, but only a few are in the DOM.
    const scrollToEnd = () => {
      const area = table().element().parentElement;
      area?.scrollTo({ top: area.scrollHeight });
      return readShownNames().includes(nameOf(0));
    };
    await expect.poll(scrollToEnd, { timeout: 10_000 }).toBe(true);
    await expect.element(table()).toHaveAttribute("aria-rowcount", "302");
    await expect.element(fileRow(nameOf(0))).toHaveAttribute("aria-rowindex", "302");
    expect(fileRows().elements().length).toBeLessThan(60);

    const expectFirst = (name: string) => expect.poll(() => readShownNames()[0]).toBe(name);
    await header("Name").getByRole("button").click();
    await expect.element(header("Name")).toHaveAttribute("aria-sort", "ascending");
    await expectFirst(nameOf(0));
    await header("Name").getByRole("button").click();
    await expectFirst(nameOf(299));
    await expect.element(header("Name")).toHaveAttribute("aria-sort", "descending");
    await header("Created").getByRole("button").click();
    await nameSearch().fill("file 012");
    await expect.poll(readShownNames).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((last) => nameOf(120 + last)));
    await nameSearch().fill("");
    await page.getByRole("combobox", { name: "Filter by tags" }).click();
    await page.getByRole("option", { name: "tenth" }).click();
    await expect.element(table()).toHaveAttribute("aria-rowcount", "32");
    await page.getByRole("combobox", { name: "Filter by type" }).click();
    await page.getByRole("option", { name: "CSV" }).click();
    await expect.element(table()).toHaveAttribute("aria-rowcount", "17");
    await press("{Escape}");
    await nameSearch().fill("nothing of the kind");
    await expect.element(page.getByText("No files match.", { exact: true })).toBeVisible();
    await button("Show all files").click();
    await expectFirst(nameOf(299));
  });

  test("[C2.53] [A2.33] adds and removes tags immediately, and reverts what the server rejects", async () => {
    const stored = await openFiles(
      createTextFile({ name: "a.txt", tags: ["water"] }),
      createTextFile({ name: "b.txt", tags: ["stone"] }),
    );
    await button("Edit the tags of a.txt").click();
    const field = page
      .getByRole("combobox", { name: "Tags of a.txt" })
      .or(page.getByRole("textbox", { name: "Tags of a.txt" }));
    const expectSaved = (...tags: string[]) => expect.poll(() => stored.get("a.txt").tags).toEqual(tags);
    await field.fill("physics");
    await press("{Enter}");
    await expectSaved("water", "physics");
    await field.fill("sto");
    await page.getByRole("option", { name: "stone" }).click();
    await expectSaved("water", "physics", "stone");
    await button("Remove the tag water").click();
    await expectSaved("physics", "stone");

    failOp(setFileTags, "The tags are being counted.");
    await field.fill("refused");
    await press("{Enter}");
    const alert = page.getByRole("alert").filter({ hasText: "The tags are being counted." });
    await expect.element(alert).toBeVisible();
    field.element().focus();
    await press("{Escape}");
    await expect.element(fileRow("a.txt").getByText("refused")).not.toBeInTheDocument();
    await expect.element(fileRow("a.txt").getByText("physics")).toBeVisible();
    await expect.element(button("Edit the tags of a.txt")).toHaveFocus();
  });

  test("can be used by keyboard alone, and the focus moves near a file that is deleted", async () => {
    await openFiles(...["c.txt", "b.txt", "a.txt"].map((name) => createTextFile({ name }, [`Of ${name}.`])));
    await expect.element(fileRow("a.txt")).toBeVisible();
    const focusOrder: string[] = [];
    button("Upload files").element().focus();
    for (let pressed = 0; pressed < 16; pressed++) {
      await press("{Tab}");
      focusOrder.push(readFocusedLabel() ?? document.activeElement?.textContent ?? "");
    }
    for (const name of [
      "Name",
      "Search by name",
      "Filter by tags",
      "Select a.txt",
      "Download a.txt",
      "a.txt",
      "Add tags to a.txt",
      "Delete a.txt",
    ])
      expect(focusOrder).toContain(name);
    await pressEnterOn(page.getByRole("button", { name: "a.txt", exact: true }));
    await expect.element(documentText("a.txt").getByText("Of a.txt.")).toBeVisible();
    await press("{Escape}");
    await expect.element(documentViewer("a.txt")).not.toBeInTheDocument();
    await pressEnterOn(button("Add tags to a.txt"));
    await press("water{Enter}{Escape}");
    await expect.element(fileRow("a.txt").getByText("water")).toBeVisible();

    for (const [deletedName, nextName] of [
      ["b.txt", "c.txt"],
      ["c.txt", "a.txt"],
    ] as const) {
      await pressEnterOn(button(`Delete ${deletedName}`));
      await alertdialog().getByRole("button", { name: "Delete" }).click();
      await expect.element(fileRow(deletedName)).not.toBeInTheDocument();
      await expect.poll(readFocusedLabel).toBe(`Delete ${nextName}`);
    }
    await expect.element(alertdialog()).not.toBeInTheDocument();
    expect(readFocusedLabel()).toBe("Delete a.txt");
  });

  test("deletes one file, or tags and deletes several, after a confirmation that says what stays", async () => {
    const stored = await openFiles(...["c.txt", "b.txt", "a.txt"].map((name) => createTextFile({ name })));
    await button("Delete a.txt").click();
    await expect
      .element(alertdialog())
      .toMatchTextContent(
        /Delete “a\.txt”\? This can’t be undone\. Existing answers keep their quotes\. Your own assistants lose it; assistants of groups keep their own copy\./,
      );
    await alertdialog().getByRole("button", { name: "Cancel" }).click();
    await expect.element(alertdialog()).not.toBeInTheDocument();
    await expect.element(fileRow("a.txt")).toBeVisible();
    expect(listInputs(deleteFile)).toEqual([]);
    await button("Delete a.txt").click();
    await alertdialog().getByRole("button", { name: "Delete file" }).click();
    await expect.element(fileRow("a.txt")).not.toBeInTheDocument();
    await page.getByRole("checkbox", { name: "Select all listed files" }).click();
    await expect.element(selectionBar().getByText("2 selected")).toBeVisible();
    await chooseForSelection("Add a tag");
    await press("both{Enter}");
    await expect.poll(() => table().getByText("both", { exact: true }).elements().length).toBe(2);
    await expect.element(selectionBar().getByRole("button", { name: "More actions" })).toHaveFocus();
    await chooseForSelection("Delete");
    await alertdialog().getByRole("button", { name: "Delete files" }).click();
    await expect.element(page.getByText("No files yet.", { exact: true })).toBeVisible();
    expect(stored.list()).toEqual([]);
  });

  test("starts a new chat with a file from its row and from its viewer, and with several; the draft keeps its text and its documents", async () => {
    stubAnswers("They carry it.");
    const unreadable = { state: "failed", reason: "This document couldn’t be read." } as const;
    stubFiles(
      createTextFile({ name: "rivers.txt" }),
      createTextFile({ name: "lakes.txt" }),
      createTextFile({ name: "bad.pdf", type: "application/pdf", ...unreadable }),
    );
    const openFilesAgain = async () => {
      await cleanup();
      await renderApp("#page=home");
      await expect.element(fileRow("rivers.txt")).toBeVisible();
    };
    await renderApp();
    await attach(textFile("seas.txt"));
    await waitForAttachments(1);
    await composer().fill("What carries sand?");
    await openFilesAgain();
    await button("Ask about rivers.txt").click();
    await waitForAttachments(2);
    for (const name of ["seas.txt", "rivers.txt"])
      await expect.element(attachmentList().getByText(name).first()).toBeInTheDocument();
    await expect.element(composer()).toHaveValue("What carries sand?");
    await expect.element(composer()).toHaveFocus();
    await press("{Enter}");
    await expect.element(includedDocuments().getByText("rivers.txt").first()).toBeVisible();

    await openFilesAgain();
    await page.getByRole("button", { name: "lakes.txt", exact: true }).click();
    await documentViewer("lakes.txt").getByRole("button", { name: "Ask about this file" }).click();
    await expect.element(documentViewer("lakes.txt")).not.toBeInTheDocument();
    await waitForAttachments(1);
    await expect.element(attachmentChip("lakes.txt")).toBeVisible();
    expect(answers().elements()).toEqual([]);

    await openFilesAgain();
    expect(button("Ask about bad.pdf").elements()).toEqual([]);
    await page.getByRole("checkbox", { name: "Select all listed files" }).click();
    await selectionBar().getByRole("button", { name: "Ask in a new chat" }).click();
    // The unreadable one stays behind, and what is attached already is not attached again.
    await waitForAttachments(3);
    expect(attachmentChip("bad.pdf").elements()).toEqual([]);
    // A chat has its own message field, so the viewer offers no other one there.
    await composer().fill("And these?");
    await press("{Enter}");
    await includedDocuments().getByRole("button", { name: "lakes.txt", exact: true }).click();
    await expect.element(documentText("lakes.txt").getByText("The text of lakes.txt.")).toBeVisible();
    expect(button("Ask about this file").elements()).toEqual([]);
  });
});

describe("in German, 'Your Files'", () => {
  test("gives the free width to the names; columns give way beside the prompts, and beside a document the buttons of the cards are aligned", async () => {
    await chooseLocale("de");
    await page.viewport(1440, 900);
    const name = "filesystem-hierarchy-standard.pdf";
    const failed = { state: "failed", reason: "It is damaged." } as const;
    stubFiles(
      createTextFile({ name, type: "application/pdf", ...failed }),
      createTextFile({ name: "a.txt", tags: ["water"] }),
    );
    await renderApp("#page=home");
    const germanTable = page.getByRole("table");
    const openButton = germanTable.getByRole("button", { name, exact: true });
    await expect.element(openButton).toBeVisible();
    const size = germanTable.getByRole("columnheader", { name: "Größe" });
    await expect.element(size).toBeVisible();
    await button("Prompts und Assistenten anzeigen").click();
    await expect.element(size).not.toBeInTheDocument();
    const isOnOneLine = () => {
      const element = openButton.element();
      return element.clientHeight < 2 * Number.parseFloat(getComputedStyle(element).lineHeight);
    };
    await expect.poll(isOnOneLine).toBe(true);
    const search = page.getByRole("searchbox", { name: "Nach Namen suchen" }).element() as HTMLInputElement;
    search.value = search.placeholder;
    expect(search.scrollWidth).toBeLessThanOrEqual(search.clientWidth);
    search.value = "";
    await button("Prompts und Assistenten ausblenden").click();
    await page.getByRole("button", { name: "a.txt", exact: true }).click();
    await expect.element(page.getByRole("complementary", { name: "a.txt" })).toBeVisible();
    const menuButtons = germanTable.getByRole("button", { name: /^Aktionen für/ });
    await expect.poll(() => menuButtons.elements().length).toBe(2);
    const rights = menuButtons.elements().map((each) => each.getBoundingClientRect().right);
    expect(new Set(rights).size).toBe(1);
  });
});
