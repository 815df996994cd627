import { listFileTags, queryFiles } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  attachButton,
  attachmentChips,
  attachmentList,
  chooseFiles,
  openPicker,
  textFile,
  waitForAttachments,
} from "../../support/attachControls.ts";
import {
  captureChatRequest,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import { listCoveredControls } from "../../support/listCoveredControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { alertWithText, composer, expectEventually, expectVisible } from "../../support/screen.ts";
import { getSelectField, selectChoice } from "../../support/selectField.ts";
import { uploadAndExtract, uploadByApi } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();

async function chooseType(page: Page, type: string): Promise<void> {
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: type, exact: true }).click();
}

const upload = (api: ApiClient, name: string, type = "text/plain", tags: string[] = []) =>
  uploadByApi(api, fixture.url, { name, type, tags, content: `The text of ${name}.` });

const rows = (page: Page) => page.getByRole("grid", { name: "Your files" }).getByRole("row");
const readShownNames = async (page: Page) => {
  const texts = await rows(page).locator("td:first-child").allInnerTexts();
  return texts.map((text) => text.split("\n")[0]);
};
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test("[C2.49] the picker works by keyboard and returns the focus, which moves to the message after files were attached; a tag is attached as its own data source", async () => {
  const { page, api } = await fixture.openSignedIn();
  await upload(api, "one.txt", "text/plain", ["law & order", "year 1"]);
  await upload(api, "two.txt");
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await row(page, "two.txt").waitFor();
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Search by name",
  );
  for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press("Tab");
  await expectEventually(() => readFocusedText(page)).toContain("two.txt");
  await page.keyboard.press("ArrowDown");
  await expectEventually(() => readFocusedText(page)).toContain("one.txt");
  await page.keyboard.press("Space");
  await expectEventually(() => row(page, "one.txt").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectEventually(() => attachButton(page).evaluate((button) => button === document.activeElement)).toBe(true);

  await openPicker(page);
  await dialog.getByRole("tab", { name: "Tags" }).click();
  const tagChips = dialog.getByRole("group", { name: "Tags" }).getByRole("button");
  await expectEventually(() => tagChips.allTextContents()).toEqual(["law & order", "year 1"]);
  await dialog.getByRole("button", { name: "law & order" }).click();
  await dialog.getByRole("button", { name: "Attach 1" }).click();
  await expectVisible(attachmentList(page), "tag:law & order");
  await expectEventually(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await composer(page).fill("Hello [[answer: Hello]]");
  const { body } = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(body.messages.at(-1)?.data?.dataSources).toEqual([
    { id: "tag://law%20%26%20order?ragOnly=true", name: "tag:law & order", type: "amplify/tag" },
  ]);
  await waitForAnswerText(page, "Hello");
  await waitForAnswerEnd(page);
});

test("[C2.28b, C2.48, C2.50, C2.51, C3.02] the picker lists files by name, date and type; search, type, order and tabs narrow the list; rows are chosen by a click", async () => {
  const { page, api } = await fixture.openSignedIn();
  await upload(api, "alpha.txt");
  await upload(api, "beta.csv", "text/csv");
  await upload(api, "gamma.md", "text/markdown");
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await expectEventually(() => readShownNames(page)).toEqual(["gamma.md", "beta.csv", "alpha.txt"]);
  expect(await dialog.getByRole("tab").allTextContents()).toEqual(["Files", "Tags", "Docs", "Slides"]);
  expect(await dialog.getByRole("columnheader").allTextContents()).toEqual(["Name", "Created", "Type"]);
  const cells = row(page, "beta.csv").locator("td");
  await expectVisible(cells.nth(1), /^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  await expectVisible(cells.nth(2), "CSV");

  await dialog.getByRole("button", { name: "Name" }).click();
  await expectEventually(() => readShownNames(page)).toEqual(["alpha.txt", "beta.csv", "gamma.md"]);
  expect(await dialog.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("et");
  await expectEventually(() => readShownNames(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("bet");
  await expectEventually(() => readShownNames(page)).toEqual(["beta.csv"]);
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("");
  await chooseType(page, "Markdown");
  await expectEventually(() => readShownNames(page)).toEqual(["gamma.md"]);

  await dialog.getByRole("tab", { name: "Docs" }).click();
  await expectEventually(() => readShownNames(page)).toEqual(["gamma.md", "alpha.txt"]);
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

test("[C9.01, C2.51] more rows are loaded when less than 400 px remain; the server filters and sorts, which starts the list again", async () => {
  const { page } = await fixture.openSignedIn();
  const buildRecord = (at: number) => ({
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
  const requestedPageKeys: unknown[] = [];
  let lastInput: unknown;
  await interceptOp(page, queryFiles, (route) => {
    const { data } = route.request().postDataJSON();
    const input = JSON.parse(Buffer.from(data.data, "base64").toString());
    lastInput = input;
    const { pageKey } = input;
    requestedPageKeys.push(pageKey);
    const from = Number(pageKey ?? 0);
    const items = Array.from({ length: Math.min(100, 250 - from) }, (_, at) => buildRecord(from + at));
    const result = { success: true, data: { items, pageKey: from + items.length < 250 ? String(from + 100) : null } };
    return route.fulfill({ json: { data: Buffer.from(JSON.stringify(result)).toString("base64") } });
  });
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await expectVisible(page, "file 0.txt");
  expect(requestedPageKeys).toEqual([null]);
  expect(lastInput).toMatchObject({ pageSize: 100, sortIndex: "createdAt", forwardScan: false });
  expect(await rows(page).count()).toBeLessThan(60);
  const grid = page.getByRole("grid", { name: "Your files" });
  /** Scrolls until this many px remain. Returns a few frames later whether more rows are being loaded. */
  const scrollTo = (remainingPx: number) =>
    grid.evaluate(async (element, remaining) => {
      const area = element.parentElement;
      if (!area) throw new Error("the grid is in a scroll area");
      area.scrollTop = area.scrollHeight - area.clientHeight - remaining;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return element.getAttribute("aria-busy");
    }, remainingPx);
  expect(await scrollTo(400)).toBe("false");
  expect(requestedPageKeys).toEqual([null]);
  await scrollTo(399);
  await expectEventually(() => requestedPageKeys).toEqual([null, "100"]);
  await expectEventually(() => grid.getAttribute("aria-busy")).toBe("false");
  await row(page, "file 95.txt").focus();
  await page.keyboard.press("End");
  await expectEventually(() => requestedPageKeys).toEqual([null, "100", "200"]);
  await expectEventually(() => readFocusedText(page)).toContain("file 199.txt");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("End");
  await expectEventually(() => readFocusedText(page)).toContain("file 249.txt");

  await dialog.getByRole("button", { name: "Name" }).click();
  await expectEventually(() => lastInput).toMatchObject({ pageKey: null, sortIndex: "name", forwardScan: true });
  await dialog.getByRole("button", { name: "Type" }).click();
  await expectEventually(() => lastInput).toMatchObject({ pageKey: null, sortIndex: "type", forwardScan: true });
  await dialog.getByRole("button", { name: "Created" }).click();
  await expectEventually(() => lastInput).toMatchObject({ pageKey: null, sortIndex: "createdAt", forwardScan: false });
  await expectVisible(page, "file 0.txt");
  await dialog.getByRole("textbox", { name: "Search by name" }).fill("fi");
  await expectEventually(() => lastInput).toMatchObject({ pageKey: null, namePrefix: "fi", types: null });
  await chooseType(page, "Markdown");
  await expectEventually(() => lastInput).toMatchObject({ pageKey: null, namePrefix: "fi", types: ["text/markdown"] });
});

test("[C2.51] [C8.17] without files, or when they cannot be loaded, the picker says so and offers an action; a row is chosen by Enter, and Ctrl+Enter attaches; a notice covers no part of the picker in a wide window, and on a phone neither moves it nor covers its close button", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  await expectVisible(dialog, "No files yet. Files you upload will appear here.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const restoreFilesOp = await failOp(page, queryFiles, "The database is busy.");
  const restoreTagsOp = await failOp(page, listFileTags, "The database is busy.");
  await openPicker(page);
  await expectVisible(dialog, "Error loading data");
  await expectVisible(dialog, "The database is busy.");
  await dialog.getByRole("tab", { name: "Tags" }).click();
  await expectVisible(dialog, "Error loading tags");
  await restoreTagsOp();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expectVisible(dialog, "No tags yet. Tags you add to your files will appear here.");
  await restoreFilesOp();
  const uploadButton = dialog.getByRole("button", { name: "Upload from this device" });
  await chooseFiles(page, () => uploadButton.click(), textFile("first.txt", "First."));
  await waitForAttachments(page, 1);

  await upload(api, "alpha.txt");
  await upload(api, "beta.txt");
  const failureSignal = Promise.withResolvers<void>();
  await page.route("**/files/upload?*", async (route) => {
    await failureSignal.promise;
    await route.abort("connectionreset");
  });
  await attach(page, textFile("lost.txt"));
  await openPicker(page);
  await row(page, "alpha.txt").waitFor();
  failureSignal.resolve();
  const notice = alertWithText(page, "upload failed");
  await notice.waitFor();
  // A notice with the focus does not close by itself.
  await notice.getByRole("button", { name: "Dismiss" }).focus();
  for (const size of [
    { width: 1280, height: 720 },
    { width: 800, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await expectEventually(async () => {
      const [dialogBox, noticeBox] = [await dialog.boundingBox(), await notice.boundingBox()];
      if (!dialogBox || !noticeBox) return "not there";
      const isInWindow =
        noticeBox.x >= 0 && noticeBox.y >= 0 && noticeBox.x + noticeBox.width <= size.width && noticeBox.width >= 200;
      const isBeside = noticeBox.x >= dialogBox.x + dialogBox.width || noticeBox.y + noticeBox.height <= dialogBox.y;
      const dialogFits = dialogBox.y + dialogBox.height <= size.height;
      return { isInWindow, isBeside, isWhole: dialogFits };
    }).toEqual({ isInWindow: true, isBeside: true, isWhole: true });
  }
  await page.setViewportSize(narrowViewport);
  await expectEventually(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrowViewport });
  expect(await listCoveredControls(dialog)).not.toContain("Close");
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectVisible(dialog, /Enter selects, (⌘|Ctrl\+)Enter attaches/);
  await row(page, "beta.txt").focus();
  await page.keyboard.press("Enter");
  await expectVisible(dialog, "1 selected");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await expectVisible(attachmentList(page), "beta.txt");
});

test("on a phone the picker has two lines for each file, and everything in it can be pressed with a finger", async () => {
  const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const name = "hdb-high-availability.pptx";
  await upload(api, name, "application/vnd.openxmlformats-officedocument.presentationml.presentation");
  await uploadAndExtract(api, fixture.url, { name: "alpha.txt", type: "text/plain", content: "Rivers." });
  await openNewConversation(page, fixture.url);
  const dialog = await openPicker(page);
  const file = row(page, "alpha.txt");
  expect(await file.getByRole("gridcell").allInnerTexts()).toEqual([
    expect.stringMatching(/^alpha\.txt\s+Text · \w+ \d+, \d+$/),
  ]);
  expect(await file.getByRole("gridcell").getAttribute("colspan")).toBe("3");
  const clippedTexts = await row(page, name)
    .locator("span")
    .evaluateAll((texts) =>
      texts.filter((text) => text.scrollWidth > text.clientWidth + 1).map((text) => text.textContent),
    );
  expect(clippedTexts).toEqual([]);
  // Instead of columns, which these rows do not have, one field says the order.
  expect(await dialog.getByRole("columnheader").count()).toBe(0);
  await expectEventually(() => readShownNames(page)).toEqual(["alpha.txt", name]);
  await selectChoice(dialog, "Order", "Name: Z to A");
  await expectEventually(() => readShownNames(page)).toEqual([name, "alpha.txt"]);
  await selectChoice(dialog, "Order", "Newest first");
  await expectEventually(() => readShownNames(page)).toEqual(["alpha.txt", name]);
  const targets = [...(await dialog.getByRole("tab").all()), getSelectField(dialog, "Order"), file];
  for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await file.tap();
  await dialog.getByRole("button", { name: "Attach 1" }).tap();
  await expectVisible(attachmentList(page), "alpha.txt");
});
