import { getFiles, queryFiles, setFileTags } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenDatabase } from "../../../server/src/platform/db/openDatabase.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import {
  alertWithText,
  clickDialogButton,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";
import { uploadAndExtract, uploadByApi } from "../../support/uploadByApi.ts";

// On PostgreSQL, so that the test can insert files while the server runs.
const fixture = createWorkspaceFixture({ kind: "postgres" });
let database: OpenDatabase;
beforeAll(async () => {
  database = await openWorkspaceDatabase(fixture.workspace);
});
afterAll(() => database?.close());

const table = (page: Page) => page.getByRole("table", { name: "Your files" });
const fileRows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: /^Select (?!all)/ }) });
const conversationRow = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name, exact: true }) });
const header = (page: Page, name: string) => table(page).getByRole("columnheader", { name });
const namesShown = (page: Page) => fileRows(page).locator("button[data-open]").allTextContents();

async function openFiles(page: Page): Promise<void> {
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
}

const types = ["application/pdf", "text/html", "text/csv", "text/plain"] as const;

/** Inserts many files of a person into the database: `file 0001.pdf`, one a minute, each tenth with a tag. */
async function insertFiles(ownerId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length] ?? types[0];
    const id = `${ownerId}/2026-01-01/${crypto.randomUUID()}.json`;
    return {
      id,
      owner_id: ownerId,
      name: `file ${String(index).padStart(4, "0")}.${type.split("/")[1]}`,
      type,
      tags: JSON.stringify(index % 10 === 0 ? ["tenth"] : []),
      blob_key: id.replace(".json", ".bin"),
      size: 1_000 + index,
      failure: "It was put here by a test.",
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)),
    };
  });
  for (let from = 0; from < rows.length; from += 500) {
    await database.db
      .insertInto("files")
      .values(rows.slice(from, from + 500))
      .execute();
  }
}

describe("'Your Files'", () => {
  test("[C2.04] [C2.02] is opened by the header's button 'Data Sources' and explains itself when there are no files", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await page.getByRole("button", { name: "Data Sources" }).click();
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await expectVisible(page, "No files yet.");
    await checkAxe(page, "no files");
  });

  test("[C2.53] [A2.33] is a table with download, name, creation, tags and type", async () => {
    const { page, api } = await fixture.openSignedIn();
    const given = { name: "notes.html", type: "text/html", content: "<p>Rivers carry sand.</p>", tags: ["water"] };
    await uploadAndExtract(api, fixture.url, given);
    await openFiles(page);
    await conversationRow(page, "notes.html").waitFor();
    expect(await table(page).getByRole("columnheader").allTextContents()).toEqual([
      "",
      "Download",
      "Name",
      "Created",
      "Tags",
      "Type",
      "Size",
      "Delete",
    ]);
    const cells = conversationRow(page, "notes.html").getByRole("cell");
    await expectVisible(cells.nth(4), "water");
    await expectVisible(cells.nth(5), "HTML");
    await expectVisible(cells.nth(6), "25 bytes");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download notes.html" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("notes.html");
    await checkAxe(page, "a file");
  });

  test("[A2.34] searches a thousand files by name, type and tag, sorts them, and loads more on scrolling", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await insertFiles(userId, 1_000);
    await openFiles(page);
    await expectVisible(page, "file 0999.plain");
    expect(await table(page).getAttribute("aria-rowcount")).toBe("-1");
    expect(await header(page, "Created").getAttribute("aria-sort")).toBe("descending");
    expect(await fileRows(page).count()).toBeLessThan(60);

    // Scroll to the end: all rows are listed, but only a few are in the DOM.
    const toEnd = async () => {
      await page.getByRole("button", { name: "file 0000.pdf", exact: true }).or(fileRows(page).last()).first().hover();
      await page.mouse.wheel(0, 100_000);
      return table(page).getAttribute("aria-rowcount");
    };
    await expectEventually(toEnd).toBe("1002");
    await expectEventually(async () => {
      await page.mouse.wheel(0, 100_000);
      return page.getByRole("button", { name: "file 0000.pdf", exact: true }).count();
    }).toBe(1);
    expect(await conversationRow(page, "file 0000.pdf").getAttribute("aria-rowindex")).toBe("1002");
    expect(await fileRows(page).count()).toBeLessThan(60);

    await header(page, "Name").getByRole("button").click();
    expect(await header(page, "Name").getAttribute("aria-sort")).toBe("ascending");
    await expectEventually(() => namesShown(page).then(([first]) => first)).toBe("file 0000.pdf");
    await header(page, "Name").getByRole("button").click();
    await expectEventually(() => namesShown(page).then(([first]) => first)).toBe("file 0999.plain");
    expect(await header(page, "Name").getAttribute("aria-sort")).toBe("descending");
    await header(page, "Created").getByRole("button").click();

    await page.getByRole("searchbox", { name: "Search by name" }).fill("file 012");
    await expectEventually(() => namesShown(page)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((last) => `file 012${last}.${types[(120 + last) % 4]?.split("/")[1]}`),
    );
    await page.getByRole("searchbox", { name: "Search by name" }).fill("");
    await page.getByRole("combobox", { name: "Filter by tags" }).click();
    await page.getByRole("option", { name: "tenth" }).click();
    await expectEventually(() => table(page).getAttribute("aria-rowcount")).toBe("102");
    await page.getByRole("combobox", { name: "Filter by type" }).click();
    await page.getByRole("option", { name: "CSV" }).click();
    await expectEventually(() => table(page).getAttribute("aria-rowcount")).toBe("52");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search by name" }).fill("nothing of the kind");
    await expectVisible(page, "No files match.");
    await page.getByRole("button", { name: "Show all files" }).click();
    await expectEventually(() => namesShown(page).then(([first]) => first)).toBe("file 0999.plain");
  });

  test("adds and removes tags at once, and reverts what the server rejects", async () => {
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
    const savedTags = async () => (await api.call(getFiles, { keys: [file.id] })).items[0]?.tags;
    await expectEventually(savedTags).toEqual(["water", "physics"]);
    await field.fill("sto");
    await page.getByRole("option", { name: "stone" }).click();
    await expectEventually(savedTags).toEqual(["water", "physics", "stone"]);
    await page.getByRole("button", { name: "Remove the tag water" }).click();
    await expectEventually(savedTags).toEqual(["physics", "stone"]);
    await checkAxe(page, "the field for tags");

    await failOp(page, setFileTags, "The tags are being counted.");
    await field.fill("refused");
    await field.press("Enter");
    await page.getByRole("alert").filter({ hasText: "The tags are being counted." }).waitFor();
    await field.press("Escape");
    await expectEventually(() => conversationRow(page, "a.txt").getByText("refused").count()).toBe(0);
    await expectVisible(conversationRow(page, "a.txt"), "physics");
    const button = page.getByRole("button", { name: "Edit the tags of a.txt" });
    await expectEventually(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test("deletes one file or several after confirmation", async () => {
    const { page, api } = await fixture.openSignedIn();
    for (const name of ["a.txt", "b.txt", "c.txt"]) {
      await uploadByApi(api, fixture.url, { name, type: "text/plain", content: `This is ${name}.` });
    }
    await openFiles(page);
    await page.getByRole("button", { name: "Delete a.txt" }).click();
    await expectVisible(
      page.getByRole("alertdialog"),
      "Delete “a.txt”? This cannot be undone. Existing answers keep their quotes.",
    );
    await clickDialogButton(page, "Cancel");
    await conversationRow(page, "a.txt").waitFor();
    await page.getByRole("button", { name: "Delete a.txt" }).click();
    await clickDialogButton(page, "Delete");
    await conversationRow(page, "a.txt").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Select all listed files" }).check();
    const bar = page.getByRole("region", { name: "Selected files" });
    await expectVisible(bar, "2 selected");
    await bar
      .getByRole("combobox", { name: "Tag for the selected files" })
      .or(bar.getByRole("textbox"))
      .first()
      .fill("both");
    await bar.getByRole("button", { name: "Add tag" }).click();
    await expectEventually(() => table(page).getByText("both", { exact: true }).count()).toBe(2);
    await checkAxe(page, "several selected files");
    await bar.getByRole("button", { name: "Delete" }).click();
    await clickDialogButton(page, "Delete");
    await expectVisible(page, "No files yet.");
    expect((await api.call(queryFiles, {})).items).toEqual([]);
  });

  test("[A2.34] [A8.35] [C8.17] shows the banner when the files cannot be loaded, and retries", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadByApi(api, fixture.url, { name: "a.txt", type: "text/plain", content: "Rivers." });
    await openWorkspace(page, fixture.url);
    const mend = await failOp(page, queryFiles, "The disk is being changed.");
    await openFiles(page);
    const banner = page.getByRole("alert").filter({ hasText: "Error loading data" });
    await expectVisible(banner, "Error loading data");
    await expectVisible(banner, "The disk is being changed.");
    await checkAxe(page, "the banner");
    await mend();
    await banner.getByRole("button", { name: "Try again" }).click();
    await conversationRow(page, "a.txt").waitFor();
    await banner.waitFor({ state: "detached" });
  });

  test("keeps the focus near a file that is deleted", async () => {
    const { page, api } = await fixture.openSignedIn();
    for (const name of ["a.txt", "b.txt", "c.txt"])
      await uploadAndExtract(api, fixture.url, { name, type: "text/plain", content: `Of ${name}.` });
    await openFiles(page);
    for (const [gone, next] of [
      ["b.txt", "a.txt"],
      ["a.txt", "c.txt"],
    ] as const) {
      await page.getByRole("button", { name: `Delete ${gone}` }).press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await conversationRow(page, gone).waitFor({ state: "detached" });
      await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(next);
    }
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("c.txt");
  });

  test("accepts files that are dropped on the page, and shows them above the existing rows", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadAndExtract(api, fixture.url, { name: "old.txt", type: "text/plain", content: "Old." });
    await openFiles(page);
    await conversationRow(page, "old.txt").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["New."], "new.txt", { type: "text/plain" }));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    });
    await conversationRow(page, "new.txt").waitFor();
    await expectVisible(fileRows(page).first(), "new.txt");
    await expectVisible(page.getByRole("status"), "new.txt uploaded");
  });

  test("shows placeholder rows while it loads", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadByApi(api, fixture.url, { name: "a.txt", type: "text/plain", content: "Rivers." });
    await openWorkspace(page, fixture.url);
    const { reached, release } = await pauseOp(page, queryFiles);
    await page.getByRole("button", { name: "Data Sources" }).click();
    await reached;
    await page.getByText("Loading your files").last().waitFor({ state: "attached" });
    release();
    await conversationRow(page, "a.txt").waitFor();
  });

  test("[C8.06] says why a download failed", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadByApi(api, fixture.url, { name: "a.txt", type: "text/plain", content: "Rivers." });
    await openFiles(page);
    const download = page.getByRole("button", { name: "Download a.txt" });
    await download.waitFor();
    await page.context().setOffline(true);
    await download.click();
    await alertWithText(page, "Unable to download. Please check your Internet connection and try again.").waitFor();
    await page.context().setOffline(false);
  });

  test("uploads files, shows their progress until they are read, and says why one could not be", async () => {
    const { page } = await fixture.openSignedIn();
    await openFiles(page);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload files" }).click(),
    ]);
    await chooser.setFiles([
      { name: "good.md", mimeType: "text/markdown", buffer: Buffer.from("# Rivers\n\nThey carry sand.") },
      { name: "bad.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 nonsense") },
    ]);
    await conversationRow(page, "good.md").waitFor();
    await conversationRow(page, "bad.pdf").waitFor();
    await expectVisible(conversationRow(page, "bad.pdf"), /could not be read/);
    await expectEventually(() =>
      conversationRow(page, "good.md")
        .getByText(/^(Being|Waiting)/)
        .count(),
    ).toBe(0);
    expect(await page.getByRole("list", { name: "Files being uploaded" }).count()).toBe(0);
  });

  test("can be used by keyboard alone", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadAndExtract(api, fixture.url, { name: "a.txt", type: "text/plain", content: "Rivers." });
    await openFiles(page);
    await conversationRow(page, "a.txt").waitFor();
    const order: string[] = [];
    await page.getByRole("button", { name: "Upload files" }).focus();
    for (let presses = 0; presses < 16; presses++) {
      await page.keyboard.press("Tab");
      order.push(
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
      expect(order).toContain(name);
    }
    await page.getByRole("button", { name: "a.txt", exact: true }).press("Enter");
    await expectVisible(page.getByRole("dialog", { name: "a.txt" }), "Rivers.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add tags to a.txt" }).press("Enter");
    await page.keyboard.type("water");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expectVisible(conversationRow(page, "a.txt"), "water");
  });

  test("is a list of cards on a phone, in both colour schemes", async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      const { page, api } = await fixture.openSignedIn({ viewport: narrow, hasTouch: true });
      await page.addInitScript((chosen) => {
        if (location.protocol.startsWith("http")) localStorage.setItem("mantine-color-scheme-value", chosen);
      }, colorScheme);
      const name = `${"a_rather_long_name_".repeat(4)}.txt`;
      await uploadAndExtract(api, fixture.url, {
        name,
        type: "text/plain",
        content: "Rivers.",
        tags: ["water", "course"],
      });
      await uploadAndExtract(api, fixture.url, {
        name: "bad.pdf",
        type: "application/pdf",
        content: "%PDF-1.4 nonsense",
      });
      await openFiles(page);
      await conversationRow(page, name).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const boxes = await Promise.all((await fileRows(page).all()).map((row) => row.boundingBox()));
      for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
      expect((await page.getByRole("button", { name: `Delete ${name}` }).boundingBox())?.height).toBeGreaterThanOrEqual(
        40,
      );
      await checkAxe(page, `files on a phone, ${colorScheme}`);
    }
  });
});
