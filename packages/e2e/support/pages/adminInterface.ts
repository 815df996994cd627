import { createAssistant, createGroup, deleteGroup, type Group, listGroups } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import type { BrowserPages, BrowserPerson } from "../browser/openPages.ts";
import { ADMIN } from "../servers/adminEnvironment.ts";

export const adminInterface = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });

/** The tab of an assistant, or of a view. */
export const adminTab = (page: Page, name: string): Locator =>
  adminInterface(page).getByRole("tab", { name: new RegExp(`${name}$`) });

/** The button that opens an assistant in the list of its group. */
export const overviewRow = (page: Page, name: string): Locator =>
  adminInterface(page)
    .getByRole("list", { name: /^Assistants of/ })
    .getByRole("button", { name: new RegExp(`^${name}`) });

/** A text field of the editor. */
export const adminField = (page: Page, name: string): Locator =>
  adminInterface(page).getByRole("textbox", { name, exact: true });

/** Opens the menu of a group's folder, or of an assistant, in the list of assistants. Returns what it offers. */
export async function openAssistantMenu(page: Page, rowName: string): Promise<string[]> {
  const tree = page.getByRole("treegrid", { name: "Assistants" });
  if (!(await tree.isVisible())) {
    await page.getByRole("button", { name: /^Show Prompts/ }).click();
    await page.getByRole("tab", { name: "Assistants" }).click();
  }
  await tree
    .locator("[data-tree-row]")
    .filter({ hasText: new RegExp(`^${rowName}\\b`) })
    .hover();
  await tree.getByRole("button", { name: new RegExp(`^Actions for ${rowName}\\b`) }).click();
  await page.getByRole("menuitem").first().waitFor();
  return page.getByRole("menuitem").allTextContents();
}

/** Signs in the administrator of `adminEnvironment` with a new group and its assistants. */
export async function openWithGroup(
  { openSignedIn }: BrowserPages,
  name: string,
  assistants: readonly { name: string; isPublished?: boolean }[] = [],
): Promise<BrowserPerson & { group: Group }> {
  const person = await openSignedIn({ email: ADMIN });
  // Those of earlier tests would push the group out of the part of the list that is rendered.
  const { groups } = await person.api.call(listGroups, {});
  for (const { id, level, isBuiltIn } of groups)
    if (level === "admin" && !isBuiltIn) await person.api.call(deleteGroup, { group_id: id });
  const group = await person.api.call(createGroup, { group_name: name, types: ["Student"] });
  for (const assistant of assistants) await person.api.call(createAssistant, { ...assistant, groupId: group.id });
  return { ...person, group };
}
