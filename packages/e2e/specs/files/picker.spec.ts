import { AxeBuilder } from "@axe-core/playwright";
import { clientHeader, listFileTags, queryFiles } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  attachButton,
  attachmentChips,
  attachmentList,
  openPicker,
  textFile,
  waitForAttachments,
} from "../../support/attachControls.ts";
import { captureChatRequest, openNewConversation, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrow } from "../../support/openBrowser.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import { alertWithText, composer, expectEventually, expectVisible } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

interface StoredFile {
  name: string;
  type?: string;
  tags?: string[];
}

/** Uploads files for a person through the API. */
async function uploadFiles({ http }: BrowserPerson, files: readonly StoredFile[]): Promise<void> {
  for (const { name, type = "text/plain", tags = [] } of files) {
    const content = `The text of ${name}.`;
    const uploadResponse = await fetch(`${fixture.url}/api/files/upload`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: http.cookie,
        [clientHeader.name]: clientHeader.value,
      },
      body: JSON.stringify({ data: { name, type, tags } }),
    });
    const { url } = await uploadResponse.json();
    const sent = await fetch(new URL(url, fixture.url), {
      method: "PUT",
      headers: { "content-type": type },
      body: content,
    });
    expect(sent.status).toBe(200);
  }
}

const rows = (page: Page) => page.getByRole("grid", { name: "Your files" }).getByRole("row");
const shownNames = async (page: Page) => {
  const texts = await rows(page).locator("td:first-child").allInnerTexts();
  return texts.map((text) => text.split("\n")[0]);
};
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

async function checkAccessibility(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
}

test("[C2.48, C2.50, C2.51] the picker lists files by name, date and type; search, type, order and tabs narrow the list; rows are chosen by a click", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await uploadFiles(visitor, [
    { name: "alpha.txt" },
    { name: "beta.csv", type: "text/csv" },
    { name: "gamma.md", type: "text/markdown" },
  ]);
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await expectEventually(() => shownNames(page)).toEqual(["gamma.md", "beta.csv", "alpha.txt"]);
  expect(await dialog.getByRole("columnheader").allTextContents()).toEqual(["Name", "Created", "Type"]);

  await dialog.getByRole("button", { name: "Name" }).click();
  await expectEventually(() => shownNames(page)).toEqual(["alpha.txt", "beta.csv", "gamma.md"]);
  expect(await dialog.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("et");
  await expectEventually(() => shownNames(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("bet");
  await expectEventually(() => shownNames(page)).toEqual(["beta.csv"]);
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("");
  await dialog.getByRole("combobox", { name: "Type" }).selectOption("Markdown");
  await expectEventually(() => shownNames(page)).toEqual(["gamma.md"]);

  await dialog.getByRole("tab", { name: "Docs" }).click();
  await expectEventually(() => shownNames(page)).toEqual(["gamma.md", "alpha.txt"]);
  await dialog.getByRole("tab", { name: "Slides" }).click();
  await expectVisible(dialog, "No files match.");
  await dialog.getByRole("tab", { name: "Files" }).click();
  await row(page, "alpha.txt").click();
  await row(page, "beta.csv").click();
  await row(page, "gamma.md").click();
  await row(page, "gamma.md").click();
  await expectVisible(dialog, "2 selected");
  await dialog.getByRole("button", { name: "Attach 2" }).click();
  await waitForAttachments(page, 2);
  expect(await attachmentChips(page).allTextContents()).toEqual([
    expect.stringContaining("alpha.txt"),
    expect.stringContaining("beta.csv"),
  ]);
});

test("a row is chosen by Enter, and Ctrl+Enter attaches; a notice covers no part of the picker", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await uploadFiles(visitor, [{ name: "alpha.txt" }, { name: "beta.txt" }]);
  await openNewConversation(page, fixture.url);
  const failed = Promise.withResolvers<void>();
  await page.route("**/files/upload?*", async (route) => {
    await failed.promise;
    await route.abort("connectionreset");
  });
  await attach(page, textFile("lost.txt"));
  const dialog = await openPicker(page);
  await row(page, "alpha.txt").waitFor();
  failed.resolve();
  const notice = alertWithText(page, "upload failed");
  await notice.waitFor();
  for (const size of [{ width: 1280, height: 720 }, { width: 800, height: 700 }, narrow]) {
    await page.setViewportSize(size);
    await expectEventually(async () => {
      const [inner, outer] = [await dialog.boundingBox(), await notice.boundingBox()];
      if (!inner || !outer) return "not there";
      const isInWindow = outer.x >= 0 && outer.y >= 0 && outer.x + outer.width <= size.width && outer.width >= 200;
      const isBeside = outer.x >= inner.x + inner.width || outer.y + outer.height <= inner.y;
      const isWhole = inner.y + inner.height <= size.height;
      return { isInWindow, isBeside, isWhole };
    }).toEqual({ isInWindow: true, isBeside: true, isWhole: true });
  }
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expectEventually(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrow });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectVisible(dialog, /Enter selects, (⌘|Ctrl\+)Enter attaches/);
  await row(page, "beta.txt").focus();
  await page.keyboard.press("Enter");
  await expectVisible(dialog, "1 selected");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await expectVisible(attachmentList(page), "beta.txt");
});

test("[C2.49] a tag is attached as its own data source", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await uploadFiles(visitor, [{ name: "a.txt", tags: ["law & order", "year 1"] }]);
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await dialog.getByRole("tab", { name: "Tags" }).click();
  await dialog.getByRole("button", { name: "law & order" }).click();
  await dialog.getByRole("button", { name: "Attach 1" }).click();
  await expectVisible(attachmentList(page), "tag:law & order");
  await composer(page).fill("Hello [[answer: Hello]]");
  const { body } = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(body.messages.at(-1)?.data?.dataSources).toEqual([
    { id: "tag://law%20%26%20order?ragOnly=true", name: "tag:law & order", type: "amplify/tag" },
  ]);
  await waitForAnswerText(page, "Hello");
});

test("[C9.01, C2.51] more rows are loaded near the end of the list", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  const record = (at: number) => ({
    id: `u/2026-11-21/${at}.json`,
    name: `file ${at}.txt`,
    type: "text/plain",
    createdAt: "2026-11-21T10:00:00.000Z",
    tags: [],
    size: 1,
    state: "ready",
    progress: 100,
    reason: null,
    canRetry: false,
    totalTokens: 1,
    totalItems: 1,
    isImage: false,
    groupId: null,
    contentKey: null,
  });
  const asked: unknown[] = [];
  await page.route("**/api/requestOp", async (route) => {
    const { data } = route.request().postDataJSON();
    if (data.path + data.op !== queryFiles.path) return route.fallback();
    const { pageKey } = JSON.parse(Buffer.from(data.data, "base64").toString());
    asked.push(pageKey);
    const from = Number(pageKey ?? 0);
    const items = Array.from({ length: Math.min(100, 250 - from) }, (_, at) => record(from + at));
    const result = { success: true, data: { items, pageKey: from + items.length < 250 ? String(from + 100) : null } };
    return route.fulfill({ json: { data: Buffer.from(JSON.stringify(result)).toString("base64") } });
  });
  await openNewConversation(page, fixture.url);
  await openPicker(page);
  await expectVisible(page, "file 0.txt");
  expect(asked).toEqual([null]);
  expect(await rows(page).count()).toBeLessThan(60);
  await row(page, "file 3.txt").focus();
  await page.keyboard.press("End");
  await expectEventually(() => asked).toEqual([null, "100"]);
  await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("file 99.txt");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("End");
  await expectEventually(() => asked).toEqual([null, "100", "200"]);
});

test("without files, or when they cannot be loaded, it says so and offers an action", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await expectVisible(dialog, "No files yet. Files you upload will appear here.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const stop = await failOp(page, queryFiles, "The database is busy.");
  const stopTags = await failOp(page, listFileTags, "The database is busy.");
  await openPicker(page);
  await expectVisible(dialog, "Error loading data");
  await expectVisible(dialog, "The database is busy.");
  await dialog.getByRole("tab", { name: "Tags" }).click();
  await expectVisible(dialog, "Error loading tags");
  await stopTags();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expectVisible(dialog, "No tags yet. Tags you add to your files will appear here.");
  await stop();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Upload from this device" }).click();
  await (await chooser).setFiles({ name: "first.txt", mimeType: "text/plain", buffer: Buffer.from("First.") });
  await waitForAttachments(page, 1);
});

test("the picker works by keyboard and returns the focus", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await uploadFiles(visitor, [{ name: "one.txt" }, { name: "two.txt" }]);
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await row(page, "two.txt").waitFor();
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Search by name",
  );
  for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press("Tab");
  await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("two.txt");
  await page.keyboard.press("ArrowDown");
  await expectEventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("one.txt");
  await page.keyboard.press("Space");
  await expectEventually(() => row(page, "one.txt").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
});

test.each([
  ["wide", { width: 1280, height: 800 }],
  ["narrow", narrow],
])("axe finds no serious violation in the composer with documents and in the picker, %s", async (_, viewport) => {
  const visitor = await fixture.openSignedIn({ viewport });
  const { page } = visitor;
  await uploadFiles(visitor, [{ name: "one.txt", tags: ["a", "b", "c", "d", "e", "f", "g", "h"] }]);
  await openNewConversation(page, fixture.url);
  await attach(page, textFile("attached.txt"));
  await waitForAttachments(page, 1);
  await checkAccessibility(page);
  await page.route("**/signed/files/upload?*", (route) => route.fulfill({ status: 500 }));
  await attach(page, textFile("failed.txt"));
  await page.getByRole("button", { name: "Retry failed.txt" }).waitFor();
  await checkAccessibility(page);
  const dialog = await openPicker(page);
  await row(page, "one.txt").click();
  await checkAccessibility(page);
  await dialog.getByRole("tab", { name: "Tags" }).click();
  await dialog.getByRole("button", { name: "a", exact: true }).click();
  await checkAccessibility(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
});
