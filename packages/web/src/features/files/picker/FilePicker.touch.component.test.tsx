import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { attachmentChip, openPicker } from "../../../testing/attachFiles.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { getSelectField, selectChoice } from "../../../testing/selectField.ts";
import { createTextFile, stubFiles } from "../../../testing/stubFiles.ts";

const grid = () => page.getByRole("grid", { name: "Your files" });
const rows = () => grid().getByRole("row");
const row = (name: string) => rows().filter({ hasText: name });
const readShownNames = () =>
  rows()
    .elements()
    .flatMap((each) => readLines(each.querySelector<HTMLElement>("td:first-child"))[0] ?? []);
// biome-ignore lint/performance/useDomNodeTextContent: the lines as they are shown
const readLines = (cell: HTMLElement | null) => cell?.innerText.split("\n").map((line) => line.trim()) ?? [];
const _readFocusedText = () => document.activeElement?.textContent;
const _focusRow = (name: string) => row(name).element().focus();

async function _chooseType(type: string): Promise<void> {
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: type, exact: true }).click();
}

test("on a phone the picker has two lines for each file, and everything in it can be pressed with a finger", async () => {
  await page.viewport(390, 844);
  const name = "hdb-high-availability.pptx";
  const type = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
  stubFiles(createTextFile({ name, type }), createTextFile({ name: "alpha.txt" }));
  await renderApp();
  const dialog = await openPicker();
  const file = row("alpha.txt");
  await expect.element(file).toBeVisible();
  const cells = file.getByRole("gridcell").elements();
  expect(cells).toHaveLength(1);
  const lines = readLines(cells[0] as HTMLElement).filter((line) => line !== "");
  expect(lines).toEqual(["alpha.txt", expect.stringMatching(/^Text · \w+ \d+, \d+$/)]);
  expect(cells[0]?.getAttribute("colspan")).toBe("3");
  const texts = [...row(name).element().querySelectorAll("span")];
  expect(texts.filter((text) => text.scrollWidth > text.clientWidth + 1)).toEqual([]);
  // Instead of columns, which these rows do not have, one field says the order.
  expect(dialog.getByRole("columnheader").elements()).toEqual([]);
  await expect.poll(readShownNames).toEqual(["alpha.txt", name]);
  await selectChoice(dialog, "Order", "Name: Z to A");
  await expect.poll(readShownNames).toEqual([name, "alpha.txt"]);
  await selectChoice(dialog, "Order", "Newest first");
  await expect.poll(readShownNames).toEqual(["alpha.txt", name]);
  for (const target of [...dialog.getByRole("tab").all(), getSelectField(dialog, "Order"), file])
    expect(boxOf(target).height).toBeGreaterThanOrEqual(44);
  await file.click();
  await dialog.getByRole("button", { name: "Attach 1" }).click();
  await expect.element(attachmentChip("alpha.txt")).toBeVisible();
});
