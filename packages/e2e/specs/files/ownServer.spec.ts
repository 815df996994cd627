import { fileTexts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "../../../server/src/platform/db/openDatabase.ts";
import {
  attach,
  attachmentChip,
  attachmentChips,
  attachmentList,
  includedDocuments,
  pngFile,
  waitForAttachments,
} from "../../support/attachControls.ts";
import { openNewConversation, startNewChat, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { fileRow, fileRows, filesTable } from "../../support/filesTable.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import { alertWithText, composer, expectEventually, expectVisible, send } from "../../support/screen.ts";

// The tests that need their own server: one fills the database while it runs, the other needs a model with image input.
const fixture = createWorkspaceFixture({ kind: "postgres", models: ["scripted-large", "gpt-4o"] });
let database: OpenDatabase;
beforeAll(async () => {
  database = await openWorkspaceDatabase(fixture.workspace);
});
afterAll(() => database?.close());

const header = (page: Page, name: string) => filesTable(page).getByRole("columnheader", { name });
const readShownNames = (page: Page) => fileRows(page).locator("button[data-open]").allTextContents();

const types = ["application/pdf", "text/html", "text/csv", "text/plain"] as const;

/** Inserts files of a person into the database: `file 0000.pdf` and so on, a minute apart, every tenth with a tag. */
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

/** Ten pages are loaded one after the other. */
const tenPagesMs = 90_000;

test("[A2.34] 'Your Files' searches a thousand files by name, type and tag, sorts them, and loads more on scrolling", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await insertFiles(userId, 1_000);
  await page.goto(`${fixture.url}/#page=home`);
  await expectVisible(page, "file 0999.plain");
  expect(await filesTable(page).getAttribute("aria-rowcount")).toBe("-1");
  expect(await header(page, "Created").getAttribute("aria-sort")).toBe("descending");
  expect(await fileRows(page).count()).toBeLessThan(60);

  // Scroll to the end: all rows are listed, but only a few are in the DOM.
  const lastFile = page.getByRole("button", { name: "file 0000.pdf", exact: true });
  await expectEventually(async () => {
    // Not by the wheel: its events would still arrive after the list is sorted anew.
    await filesTable(page).evaluate(({ parentElement }) =>
      parentElement?.scrollTo({ top: parentElement.scrollHeight }),
    );
    return lastFile.count();
  }, tenPagesMs).toBe(1);
  expect(await filesTable(page).getAttribute("aria-rowcount")).toBe("1002");
  expect(await fileRow(page, "file 0000.pdf").getAttribute("aria-rowindex")).toBe("1002");
  expect(await fileRows(page).count()).toBeLessThan(60);

  await header(page, "Name").getByRole("button").click();
  expect(await header(page, "Name").getAttribute("aria-sort")).toBe("ascending");
  await expectEventually(() => readShownNames(page).then(([first]) => first)).toBe("file 0000.pdf");
  await header(page, "Name").getByRole("button").click();
  await expectEventually(() => readShownNames(page).then(([first]) => first)).toBe("file 0999.plain");
  expect(await header(page, "Name").getAttribute("aria-sort")).toBe("descending");
  await header(page, "Created").getByRole("button").click();

  await page.getByRole("searchbox", { name: "Search by name" }).fill("file 012");
  await expectEventually(() => readShownNames(page)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((last) => `file 012${last}.${types[(120 + last) % 4]?.split("/")[1]}`),
  );
  await page.getByRole("searchbox", { name: "Search by name" }).fill("");
  await page.getByRole("combobox", { name: "Filter by tags" }).click();
  await page.getByRole("option", { name: "tenth" }).click();
  await expectEventually(() => filesTable(page).getAttribute("aria-rowcount")).toBe("102");
  await page.getByRole("combobox", { name: "Filter by type" }).click();
  await page.getByRole("option", { name: "CSV" }).click();
  await expectEventually(() => filesTable(page).getAttribute("aria-rowcount")).toBe("52");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search by name" }).fill("nothing of the kind");
  await expectVisible(page, "No files match.");
  await page.getByRole("button", { name: "Show all files" }).click();
  await expectEventually(() => readShownNames(page).then(([first]) => first)).toBe("file 0999.plain");
});

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name }).first().click();
}

const readWidth = (picture: ReturnType<Page["locator"]>) =>
  picture.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));

test("[C5.09] an attached image cannot be sent to a model without image input, and nothing is lost; a model with image input sees it, and its thumbnail is shown before and after sending", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await waitForAttachments(page, 1);
  await expectEventually(() => readWidth(attachmentList(page).locator("img"))).toBe(8);
  await choose(page, /scripted-large/);
  await send(page, "What is it? [[answer: Nothing.]]");
  await alertWithText(page, fileTexts.imagesNotSeen).waitFor();
  expect(await composer(page).inputValue()).toBe("What is it? [[answer: Nothing.]]");
  expect(await attachmentChips(page).count()).toBe(1);
  await attachmentChip(page, "photo.png").getByRole("button", { name: "Remove photo.png" }).click();
  await composer(page).press("Enter");
  await waitForAnswerText(page, "Nothing.");
  await waitForAnswerEnd(page);

  await startNewChat(page);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await waitForAttachments(page, 1);
  await send(page, "What is it? [[answer: A square.]]");
  await waitForAnswerText(page, "A square.");
  await waitForAnswerEnd(page);
  const gpt4oChats = fixture.workspace.models.chats().filter(({ body }) => body?.model === "gpt-4o");
  expect(JSON.stringify(gpt4oChats.map(({ body }) => body?.messages))).toMatch(/data:image\/(png|jpeg);base64,/);
  await expectEventually(() => readWidth(includedDocuments(page).locator("img"))).toBe(8);
  await page.reload();
  await expectEventually(() => readWidth(includedDocuments(page).locator("img"))).toBe(8);
});
