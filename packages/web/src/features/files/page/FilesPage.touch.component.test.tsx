import { downloadFile } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { attachmentChip, waitForAttachments } from "../../../testing/attachFiles.ts";
import { documentViewer } from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { createTextFile, type StubbedFile, stubFiles } from "../../../testing/stubFiles.ts";
import { listInputs } from "../../../testing/stubServer.ts";

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
const _button = (name: string) => page.getByRole("button", { name });
const _alertdialog = () => page.getByRole("alertdialog");
const press = (keys: string) => userEvent.keyboard(keys);
const _readShownNames = () =>
  fileRows()
    .elements()
    .map((row) => row.querySelector("button[data-open]")?.textContent);

const _pressEnterOn = async (locator: Locator) => {
  locator.element().focus();
  await press("{Enter}");
};

async function openFiles(...files: readonly StubbedFile[]) {
  const stored = stubFiles(...files);
  await renderApp("#page=home");
  await expect.element(title()).toBeVisible();
  return stored;
}

async function _chooseForSelection(item: string): Promise<void> {
  await selectionBar().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const smallerSide = (locator: Locator) => Math.min(boxOf(locator).width, boxOf(locator).height);

describe("on a phone, 'Your Files'", () => {
  test("is a list of cards that are not wider than the screen and cut no date, type or size", async () => {
    await page.viewport(390, 844);
    const type = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    const longName = `${"a_rather_long_name_".repeat(4)}.txt`;
    await openFiles(
      createTextFile({ name: "c.txt" }),
      createTextFile({ name: longName, tags: ["water", "course"] }),
      createTextFile({ name: "bad.pptx", type, size: 900_000, state: "failed", reason: "It is damaged." }),
    );
    await expect.element(fileRow(longName)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const details = fileRow("bad.pptx")
      .getByRole("cell")
      .elements()
      .filter(({ textContent }) => /^(PowerPoint|.*KB|\w+ \d+, \d+)$/.test(textContent));
    expect(details.map((cell) => [cell.textContent, cell.scrollWidth - cell.clientWidth])).toEqual([
      [expect.stringMatching(/, \d{4}$/), 0],
      ["PowerPoint", 0],
      ["900 KB", 0],
    ]);
    const rights = fileRows()
      .elements()
      .map((row) => row.getBoundingClientRect().right);
    expect(rights).toHaveLength(3);
    for (const right of rights) expect(right).toBeLessThanOrEqual(390);
  });

  test("offers on each card to ask and, in a menu, the rest; a selection moves nothing, and the filters leave with the list", async () => {
    await page.viewport(390, 844);
    await openFiles(...Array.from({ length: 12 }, (_, index) => createTextFile({ name: `${index}.txt` })));
    const row = fileRow("10.txt");
    await expect.element(row).toBeVisible();
    // The first file is in the upper half of the screen: the filters open on request, and their number stays in sight.
    expect(boxOf(fileRows().first()).y).toBeLessThan(844 / 3);
    const filter = page.getByRole("button", { name: /^Filter/ });
    const typeFilter = page.getByRole("combobox", { name: "Filter by type" });
    expect(typeFilter.elements()).toEqual([]);
    const sort = page.getByRole("button", { name: "Name", exact: true });
    expect(boxOf(nameSearch()).bottom).toBeLessThanOrEqual(boxOf(sort).y);
    expect(boxOf(filter).height).toBeGreaterThanOrEqual(44);
    await filter.click();
    await typeFilter.click();
    const option = page.getByRole("option", { name: "Text", exact: true });
    await expect.element(option).toBeVisible();
    expect(boxOf(option).height).toBeGreaterThanOrEqual(44);
    await option.click();
    await press("{Escape}");
    await expect.element(filter).toHaveTextContent("Filter (1)");
    await filter.click();
    await expect.element(typeFilter).not.toBeInTheDocument();
    await expect.element(filter).toHaveTextContent("Filter (1)");
    const names = ["Ask about 10.txt", "Actions for 10.txt"];
    const labels = row.getByRole("button").elements();
    expect(labels.map((each) => each.getAttribute("aria-label"))).toEqual([null, ...names]);
    for (const name of names) expect(smallerSide(row.getByRole("button", { name }))).toBeGreaterThanOrEqual(44);

    const menuButton = row.getByRole("button", { name: "Actions for 10.txt" });
    await menuButton.click();
    const items = page.getByRole("menuitem");
    await expect
      .poll(() => items.elements().map(({ textContent }) => textContent))
      .toEqual(["Download", "Add tags", "Delete"]);
    await page.getByRole("menuitem", { name: "Download" }).click();
    await expect.poll(() => listInputs(downloadFile)).toMatchObject([{ fileName: "10.txt" }]);
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Add tags" }).click();
    await expect
      .element(row.getByRole("combobox", { name: "Tags of 10.txt" }).or(row.getByRole("textbox")))
      .toHaveFocus();
    await press("water{Enter}{Escape}");
    await expect.element(row.getByText("water")).toBeVisible();
    await expect.element(menuButton).toHaveFocus();

    const boxBefore = boxOf(row);
    await row.getByRole("checkbox").click();
    await expect.element(selectionBar().getByText("1 selected")).toBeVisible();
    expect(boxOf(row)).toEqual(boxBefore);
    expect(boxOf(selectionBar()).height).toBeLessThanOrEqual(64);
    for (const name of ["Ask in a new chat", "More actions", "Clear selection"])
      expect(smallerSide(selectionBar().getByRole("button", { name }))).toBeGreaterThanOrEqual(44);
    await selectionBar().getByRole("button", { name: "Clear selection" }).click();
    await expect.element(selectionBar()).not.toBeInTheDocument();
    await row.getByRole("checkbox").click();
    await expect.element(selectionBar()).toBeVisible();

    // The last file ends above the bar, and the filters have left.
    const area = table().element().parentElement;
    area?.scrollTo({ top: table().element().scrollHeight });
    const lastRow = fileRow("0.txt");
    await expect.poll(() => boxOf(lastRow).bottom - boxOf(selectionBar()).y).toBeLessThanOrEqual(10);
    await expect.poll(() => boxOf(nameSearch()).bottom - (area?.getBoundingClientRect().y ?? 0)).toBeLessThanOrEqual(0);

    await lastRow.getByRole("button", { name: "0.txt", exact: true }).click();
    const ask = documentViewer("0.txt").getByRole("button", { name: "Ask about this file" });
    await expect.element(ask).toBeVisible();
    expect([boxOf(ask).width, boxOf(ask).height]).toEqual([44, 44]);
    await press("{Escape}");
    await expect.element(documentViewer("0.txt")).not.toBeInTheDocument();
    await lastRow.getByRole("button", { name: "Ask about 0.txt" }).click();
    await waitForAttachments(1);
    await expect.element(attachmentChip("0.txt")).toBeVisible();
  });
});
