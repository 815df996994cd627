import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { uploadByApi } from "../../support/content/uploadByApi.ts";
import { attachmentChips, openPicker, waitForAttachments } from "../../support/pages/attachControls.ts";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import { expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

async function chooseType(page: Page, type: string): Promise<void> {
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: type, exact: true }).click();
}

const upload = (api: ApiClient, name: string, type = "text/plain") =>
  uploadByApi(api, fixture.url, { name, type, content: `The text of ${name}.` });

const rows = (page: Page) => page.getByRole("grid", { name: "Your files" }).getByRole("row");
const readShownNames = async (page: Page) => {
  const texts = await rows(page).locator("td:first-child").allInnerTexts();
  return texts.map((text) => text.split("\n")[0]);
};
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

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
