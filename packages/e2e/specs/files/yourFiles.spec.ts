import { getFiles, queryFiles, setFileTags } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  attach,
  attachmentChip,
  attachmentList,
  includedDocuments,
  textFile,
  waitForAttachments,
} from "../../support/attachControls.ts";
import { openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { fileRow, fileRows, filesTable } from "../../support/filesTable.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import { listClippedLabels } from "../../support/listClippedLabels.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  answers,
  ask,
  clickDialogButton,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";
import { uploadAndExtract, uploadByApi } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();

async function openFiles(page: Page): Promise<void> {
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
}

const selectionBar = (page: Page) => page.getByRole("region", { name: "Selected files" });

async function chooseForSelection(page: Page, item: string): Promise<void> {
  await selectionBar(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("'Your Files'", () => {
  test("is closed with Esc, after a dialog, a menu and what is typed", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadByApi(api, fixture.url, { name: "rivers.txt", type: "text/plain", content: "Sand." });
    await openFiles(page);
    await fileRow(page, "rivers.txt").waitFor();
    const title = page.getByRole("heading", { name: "Your Files" });
    const search = page.getByRole("searchbox", { name: "Search by name" });
    await search.fill("rivers");
    await search.press("Escape");
    expect(await title.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close and return to the chat" }).focus();
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await shortcuts.waitFor();
    await page.keyboard.press("Escape");
    await shortcuts.waitFor({ state: "detached" });
    expect(await title.isVisible()).toBe(true);
    await page.getByRole("combobox", { name: "Filter by tags" }).focus();
    await page.keyboard.press("Escape");
    expect(await title.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close and return to the chat" }).focus();
    await page.keyboard.press("Escape");
    await title.waitFor({ state: "detached" });
    await composer(page).waitFor();
  });

  test("[C2.02] is opened by the header's button 'Data Sources', explains itself when there are no files, accepts uploaded and dropped files above the existing rows, and says when one is read or why it could not be", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await page.getByRole("button", { name: "Your files" }).click();
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await expectVisible(page, "No files yet.");
    expect(await filesTable(page).count()).toBe(0);
    await checkAxe(page, "no files");

    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload files" }).click(),
    ]);
    await chooser.setFiles([
      { name: "good.md", mimeType: "text/markdown", buffer: Buffer.from("# Rivers\n\nThey carry sand.") },
      { name: "bad.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 nonsense") },
    ]);
    await fileRow(page, "good.md").waitFor();
    await fileRow(page, "bad.pdf").waitFor();
    await expectVisible(fileRow(page, "bad.pdf"), /couldn’t be read/);
    await expectEventually(() =>
      fileRow(page, "good.md")
        .getByText(/^(Reading|Waiting|Uploading)/)
        .count(),
    ).toBe(0);
    expect(await page.getByRole("list", { name: "Files being uploaded" }).count()).toBe(0);

    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["New."], "new.txt", { type: "text/plain" }));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    });
    await fileRow(page, "new.txt").waitFor();
    await expectVisible(fileRows(page).first(), "new.txt");
    await expectVisible(page.getByRole("status"), "new.txt uploaded");
  });

  test("[C2.53] [C3.02] [A2.33] [A2.34] [A8.35] [A9.09] [C8.17] [C8.06] is a table with download, name, creation, tags and type; shows placeholder rows while it loads, a banner with a retry when it fails, and why a download failed", async () => {
    const { page, api } = await fixture.openSignedIn();
    const uploadedFile = {
      name: "notes.html",
      type: "text/html",
      content: "<p>Rivers carry sand.</p>",
      tags: ["water", "sand"],
    };
    await uploadAndExtract(api, fixture.url, uploadedFile);
    await openWorkspace(page, fixture.url);
    const restoreOp = await failOp(page, queryFiles, "The disk is being changed.");
    const { reached, release } = await pauseOp(page, queryFiles);
    await page.getByRole("button", { name: "Your files" }).click();
    await reached;
    await page.getByText("Loading your files").last().waitFor({ state: "attached" });
    expect(await filesTable(page).getAttribute("aria-rowcount")).toBe("100");
    release();
    const banner = page.getByRole("alert").filter({ hasText: "Error loading data" });
    await expectVisible(banner, "Error loading data");
    await expectVisible(banner, "The disk is being changed.");
    await checkAxe(page, "the banner");
    await restoreOp();
    await banner.getByRole("button", { name: "Try again" }).click();
    await fileRow(page, "notes.html").waitFor();
    await banner.waitFor({ state: "detached" });

    expect(await filesTable(page).getByRole("columnheader").allTextContents()).toEqual([
      "",
      "Download",
      "Name",
      "Created",
      "Tags",
      "Type",
      "Size",
      "Delete",
    ]);
    const cells = fileRow(page, "notes.html").getByRole("cell");
    await expectVisible(cells.nth(2), "notes.html");
    await expectVisible(cells.nth(3), /^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    for (const tag of uploadedFile.tags) await expectVisible(cells.nth(4), tag);
    await expectVisible(cells.nth(5), "HTML");
    await expectVisible(cells.nth(6), "25 bytes");
    await checkAxe(page, "a file");
    // What changes a file is seen without the pointer on its row.
    await page.mouse.move(0, 0);
    for (const name of ["Delete notes.html", "Edit the tags of notes.html"]) {
      const button = fileRow(page, "notes.html").getByRole("button", { name });
      expect(await button.evaluate((each) => getComputedStyle(each).opacity)).toBe("1");
    }
    const downloadButton = page.getByRole("button", { name: "Download notes.html" });
    const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
    expect(download.suggestedFilename()).toBe("notes.html");
    await page.context().setOffline(true);
    await downloadButton.click();
    await alertWithText(page, "Unable to download. Please check your Internet connection and try again.").waitFor();
    await page.context().setOffline(false);
  });

  test("[C2.53] [A2.33] adds and removes tags immediately, and reverts what the server rejects", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadAndExtract(api, fixture.url, {
      name: "a.txt",
      type: "text/plain",
      content: "Rivers.",
      tags: ["water"],
    });
    await uploadByApi(api, fixture.url, { name: "b.txt", type: "text/plain", content: "Stones.", tags: ["stone"] });
    await openFiles(page);
    await page.getByRole("button", { name: "Edit the tags of a.txt" }).click();
    const field = page
      .getByRole("combobox", { name: "Tags of a.txt" })
      .or(page.getByRole("textbox", { name: "Tags of a.txt" }));
    await field.fill("physics");
    await field.press("Enter");
    const loadSavedTags = async () => (await api.call(getFiles, { keys: [file.id] })).items[0]?.tags;
    await expectEventually(loadSavedTags).toEqual(["water", "physics"]);
    await field.fill("sto");
    await page.getByRole("option", { name: "stone" }).click();
    await expectEventually(loadSavedTags).toEqual(["water", "physics", "stone"]);
    await page.getByRole("button", { name: "Remove the tag water" }).click();
    await expectEventually(loadSavedTags).toEqual(["physics", "stone"]);
    await checkAxe(page, "the field for tags");

    await failOp(page, setFileTags, "The tags are being counted.");
    await field.fill("refused");
    await field.press("Enter");
    await page.getByRole("alert").filter({ hasText: "The tags are being counted." }).waitFor();
    await field.press("Escape");
    await expectEventually(() => fileRow(page, "a.txt").getByText("refused").count()).toBe(0);
    await expectVisible(fileRow(page, "a.txt"), "physics");
    const button = page.getByRole("button", { name: "Edit the tags of a.txt" });
    await expectEventually(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test("can be used by keyboard alone, and the focus moves near a file that is deleted", async () => {
    const { page, api } = await fixture.openSignedIn();
    for (const name of ["c.txt", "b.txt", "a.txt"])
      await uploadAndExtract(api, fixture.url, { name, type: "text/plain", content: `Of ${name}.` });
    await openFiles(page);
    await fileRow(page, "a.txt").waitFor();
    const focusOrder: string[] = [];
    await page.getByRole("button", { name: "Upload files" }).focus();
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press("Tab");
      focusOrder.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
        }),
      );
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
    ]) {
      expect(focusOrder).toContain(name);
    }
    await page.getByRole("button", { name: "a.txt", exact: true }).press("Enter");
    await expectVisible(documentViewer(page, "a.txt"), "Of a.txt.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add tags to a.txt" }).press("Enter");
    await page.keyboard.type("water");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expectVisible(fileRow(page, "a.txt"), "water");

    const readFocusedName = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    for (const [deletedName, nextName] of [
      ["b.txt", "c.txt"],
      ["c.txt", "a.txt"],
    ] as const) {
      await page.getByRole("button", { name: `Delete ${deletedName}` }).press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await fileRow(page, deletedName).waitFor({ state: "detached" });
      await expectEventually(readFocusedName).toBe(`Delete ${nextName}`);
    }
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await readFocusedName()).toBe("Delete a.txt");
  });

  test("starts a new chat with a file from its row and from its viewer, and with several; the draft keeps its text and its documents", async () => {
    const { page, api } = await fixture.openSignedIn();
    const uploadText = (name: string, content: string) =>
      uploadAndExtract(api, fixture.url, { name, type: "text/plain", content });
    await uploadText("rivers.txt", "Rivers carry sand.");
    await uploadText("lakes.txt", "Lakes keep it.");
    await uploadAndExtract(api, fixture.url, {
      name: "bad.pdf",
      type: "application/pdf",
      content: "%PDF-1.4 nonsense",
    });
    await openNewConversation(page, fixture.url);
    await attach(page, textFile("seas.txt"));
    await waitForAttachments(page, 1);
    await composer(page).fill("What carries sand?");

    // The page is loaded anew, so nothing has read the stored draft.
    await openFiles(page);
    await page.reload();
    await fileRow(page, "rivers.txt").hover();
    await page.getByRole("button", { name: "Ask about rivers.txt" }).click();
    await waitForAttachments(page, 2);
    await expectVisible(attachmentList(page), "seas.txt");
    await expectVisible(attachmentList(page), "rivers.txt");
    await expectEventually(() => composer(page).inputValue()).toBe("What carries sand?");
    await expectFocused(composer(page));
    await page.keyboard.press("Enter");
    await expectVisible(includedDocuments(page), "rivers.txt");
    await waitForAnswerEnd(page);

    await openFiles(page);
    await page.getByRole("button", { name: "lakes.txt", exact: true }).click();
    await documentViewer(page, "lakes.txt").getByRole("button", { name: "Ask about this file" }).click();
    await documentViewer(page, "lakes.txt").waitFor({ state: "detached" });
    await waitForAttachments(page, 1);
    await expectVisible(attachmentList(page), "lakes.txt");
    expect(await answers(page).count()).toBe(0);

    await openFiles(page);
    expect(await page.getByRole("button", { name: "Ask about bad.pdf" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "Select all listed files" }).check();
    await page
      .getByRole("region", { name: "Selected files" })
      .getByRole("button", { name: "Ask in a new chat" })
      .click();
    // The unreadable one stays behind, and what is attached already is not attached again.
    await waitForAttachments(page, 3);
    expect(await attachmentChip(page, "bad.pdf").count()).toBe(0);
    // A chat has its own message field, so the viewer offers no other one there.
    await ask(page, "And these?");
    await includedDocuments(page).getByRole("button", { name: "seas.txt", exact: true }).click();
    await expectVisible(documentViewer(page, "seas.txt"), "The text of seas.txt.");
    expect(await page.getByRole("button", { name: "Ask about this file" }).count()).toBe(0);
  });

  test("is a list of cards on a phone in both colour schemes; deletes one file or several after confirmation", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    const longFileName = `${"a_rather_long_name_".repeat(4)}.txt`;
    const tags = ["water", "course"];
    await uploadByApi(api, fixture.url, { name: "c.txt", type: "text/plain", content: "This is c.txt." });
    await uploadAndExtract(api, fixture.url, { name: longFileName, type: "text/plain", content: "Rivers.", tags });
    const type = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    await uploadAndExtract(api, fixture.url, { name: "bad.pptx", type, content: "nonsense ".repeat(100_000) });
    await openFiles(page);
    await fileRow(page, longFileName).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const details = await fileRow(page, "bad.pptx")
      .getByRole("cell")
      .filter({ hasText: /^(PowerPoint|.*KB|\w+ \d+, \d+)$/ })
      .evaluateAll((cells) => cells.map((cell) => [cell.textContent, cell.scrollWidth - cell.clientWidth]));
    expect(details).toEqual([
      [expect.stringMatching(/, \d{4}$/), 0],
      ["PowerPoint", 0],
      ["900 KB", 0],
    ]);
    const boxes = await Promise.all((await fileRows(page).all()).map((row) => row.boundingBox()));
    for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await checkAxeInBothThemes(page, "files on a phone");

    await page.setViewportSize({ width: 1280, height: 800 });
    const deleteButton = page.getByRole("button", { name: `Delete ${longFileName}` });
    await deleteButton.click();
    await expectVisible(
      page.getByRole("alertdialog"),
      `Delete “${longFileName}”? This can’t be undone. Existing answers keep their quotes. Your own assistants lose it; assistants of groups keep their own copy.`,
    );
    await clickDialogButton(page, "Cancel");
    await fileRow(page, longFileName).waitFor();
    await deleteButton.click();
    await clickDialogButton(page, "Delete file");
    await fileRow(page, longFileName).waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select all listed files" }).check();
    const bar = page.getByRole("region", { name: "Selected files" });
    await expectVisible(bar, "2 selected");
    await chooseForSelection(page, "Add a tag");
    await page.keyboard.type("both");
    await checkAxe(page, "a tag for several selected files");
    await page.keyboard.press("Enter");
    await expectEventually(() => filesTable(page).getByText("both", { exact: true }).count()).toBe(2);
    await expectFocused(bar.getByRole("button", { name: "More actions" }));
    await checkAxe(page, "several selected files");
    await chooseForSelection(page, "Delete");
    await clickDialogButton(page, "Delete files");
    await expectVisible(page, "No files yet.");
    expect((await api.call(queryFiles, {})).items).toEqual([]);
  });

  test("offers on each card of a phone to ask and, in a menu, the rest; a selection moves nothing, and the filters leave with the list", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
    for (const name of names) await uploadByApi(api, fixture.url, { name, type: "text/plain", content: `Of ${name}.` });
    await openFiles(page);
    const row = fileRow(page, "10.txt");
    await row.waitFor();
    // The first file is in the upper half of the screen: the filters open on request, and their number stays in sight.
    expect((await fileRows(page).first().boundingBox())?.y).toBeLessThan(844 / 3);
    const filter = page.getByRole("button", { name: /^Filter/ });
    const typeFilter = page.getByRole("combobox", { name: "Filter by type" });
    expect(await typeFilter.count()).toBe(0);
    const searchBox = await page.getByRole("searchbox", { name: "Search by name" }).boundingBox();
    const sortBox = await page.getByRole("button", { name: "Name", exact: true }).boundingBox();
    expect((searchBox?.y ?? 0) + (searchBox?.height ?? 0)).toBeLessThanOrEqual(sortBox?.y ?? 0);
    expect((await filter.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await filter.tap();
    await typeFilter.tap();
    const option = page.getByRole("option", { name: "Text", exact: true });
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await option.tap();
    await page.keyboard.press("Escape");
    await expectEventually(() => filter.textContent()).toBe("Filter (1)");
    await checkAxe(page, "the open filters on a phone");
    await filter.tap();
    await typeFilter.waitFor({ state: "hidden" });
    await expectEventually(() => filter.textContent()).toBe("Filter (1)");
    const buttons = ["Ask about 10.txt", "Actions for 10.txt"];
    const readNames = () =>
      row.getByRole("button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    expect(await readNames()).toEqual([null, ...buttons]);
    for (const name of buttons) {
      const box = await row.getByRole("button", { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }

    const menuButton = row.getByRole("button", { name: "Actions for 10.txt" });
    await menuButton.tap();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Download", "Add tags", "Delete"]);
    await checkAxe(page, "the menu of a card");
    const downloadItem = page.getByRole("menuitem", { name: "Download" });
    const [download] = await Promise.all([page.waitForEvent("download"), downloadItem.tap()]);
    expect(download.suggestedFilename()).toBe("10.txt");
    await menuButton.tap();
    await page.getByRole("menuitem", { name: "Add tags" }).tap();
    await expectFocused(row.getByRole("combobox", { name: "Tags of 10.txt" }).or(row.getByRole("textbox")));
    await page.keyboard.type("water");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expectVisible(row, "water");
    await expectFocused(menuButton);

    const boxBefore = await row.boundingBox();
    await row.getByRole("checkbox").check();
    await expectVisible(selectionBar(page), "1 selected");
    expect(await row.boundingBox()).toEqual(boxBefore);
    expect((await selectionBar(page).boundingBox())?.height).toBeLessThanOrEqual(64);
    for (const name of ["Ask in a new chat", "More actions", "Clear selection"]) {
      const box = await selectionBar(page).getByRole("button", { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await selectionBar(page).getByRole("button", { name: "Clear selection" }).tap();
    await selectionBar(page).waitFor({ state: "detached" });
    await row.getByRole("checkbox").check();

    // The last file ends above the bar, and the filters have left.
    await filesTable(page).evaluate((table) => table.parentElement?.scrollTo({ top: table.scrollHeight }));
    const lastRow = fileRow(page, "0.txt");
    await expectEventually(async () => {
      const [last, bar] = [await lastRow.boundingBox(), await selectionBar(page).boundingBox()];
      return last !== null && bar !== null && last.y + last.height <= bar.y + 10;
    }).toBe(true);
    await expectEventually(async () => {
      const [search, top] = await Promise.all([
        page.getByRole("searchbox", { name: "Search by name" }).boundingBox(),
        filesTable(page).locator("..").boundingBox(),
      ]);
      return search !== null && top !== null && search.y + search.height <= top.y;
    }).toBe(true);

    await lastRow.getByRole("button", { name: "0.txt", exact: true }).tap();
    const viewer = documentViewer(page, "0.txt");
    const askBox = await viewer.getByRole("button", { name: "Ask about this file" }).boundingBox();
    expect(askBox).toMatchObject({ width: 44, height: 44 });
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    await lastRow.getByRole("button", { name: "Ask about 0.txt" }).tap();
    await waitForAttachments(page, 1);
    await expectVisible(attachmentList(page), "0.txt");
  });

  test("gives the free width to the names; columns give way beside the prompts, and beside a document the buttons of the cards are aligned", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 }, locale: "de-DE" });
    const name = "filesystem-hierarchy-standard.pdf";
    await uploadByApi(api, fixture.url, { name, type: "application/pdf", content: "%PDF-1.4 nonsense" });
    await uploadAndExtract(api, fixture.url, { name: "a.txt", type: "text/plain", content: "Of a.", tags: ["water"] });
    await page.goto(`${fixture.url}/#page=home`);
    const table = page.getByRole("table");
    const row = table.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
    await row.waitFor();
    const header = (label: string) => table.getByRole("columnheader", { name: label });
    expect(await header("Größe").count()).toBe(1);
    await page.getByRole("button", { name: "Prompts und Assistenten anzeigen" }).click();
    await header("Größe").waitFor({ state: "detached" });
    const openButton = row.getByRole("button", { name, exact: true });
    const isOnOneLine = () =>
      openButton.evaluate((button) => button.clientHeight < 2 * Number.parseFloat(getComputedStyle(button).lineHeight));
    await expectEventually(isOnOneLine).toBe(true);
    const isPlaceholderWhole = await page.getByRole("searchbox", { name: "Nach Namen suchen" }).evaluate((field) => {
      if (!(field instanceof HTMLInputElement)) return false;
      field.value = field.placeholder;
      const isWhole = field.scrollWidth <= field.clientWidth;
      field.value = "";
      return isWhole;
    });
    expect(isPlaceholderWhole).toBe(true);
    await page.getByRole("checkbox", { name: "a.txt auswählen" }).check();
    await page.setViewportSize(narrowViewport);
    await page.getByRole("region", { name: "Ausgewählte Dateien" }).waitFor();
    expect(await listClippedLabels(page, [name])).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole("button", { name: "Prompts und Assistenten ausblenden" }).click();
    await page.getByRole("button", { name: "a.txt", exact: true }).click();
    await page.getByRole("complementary", { name: "a.txt" }).waitFor();
    const menuButtons = table.getByRole("button", { name: /^Aktionen für/ });
    await expectEventually(() => menuButtons.count()).toBe(2);
    const rights = await menuButtons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    expect(new Set(rights).size).toBe(1);
  });
});
