import { narrowWidthPx } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { chooseInHeader } from "./messageControls.ts";

export const promptPanel = (page: Page) => page.getByRole("complementary", { name: "Prompts" });
export const promptTree = (page: Page) => promptPanel(page).getByRole("treegrid", { name: "Prompts" });
export const promptEditor = (page: Page) => page.getByRole("dialog", { name: /^(New prompt|Edit prompt|View “)/ });

/**
 * Opens the right panel, which is initially closed, and waits until the prompts are listed. On a narrow screen the menu of
 * a conversation opens it.
 */
export async function openPrompts(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < narrowWidthPx;
  if (isNarrow) await chooseInHeader(page, "Prompts and Assistants");
  else await page.getByRole("button", { name: "Show Prompts" }).click();
  await promptTree(page).waitFor();
}

/** The row of the template or folder with this name. */
export const promptRow = (page: Page, name: string): Locator =>
  promptTree(page).locator(`[data-tree-row][title="${name}"]`);

/** Names of the templates and folders in the list, from top to bottom. */
export function readPromptNames(page: Page): Promise<(string | null)[]> {
  // Read all rows in one call, because a row may disappear while the next one is read.
  return promptTree(page)
    .locator("[data-tree-row]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("title")));
}

/** Opens the menu of a template or folder. */
export async function openPromptMenu(page: Page, name: string): Promise<Locator> {
  await promptRow(page, name).hover();
  await promptTree(page)
    .getByRole("button", { name: `Actions for ${name}`, exact: true })
    .click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  return menu;
}

/** Chooses an action from the menu of a template or folder. */
export async function chooseForPrompt(page: Page, name: string, action: string): Promise<void> {
  const menu = await openPromptMenu(page, name);
  await menu.getByRole("menuitem", { name: action, exact: true }).click();
  await menu.waitFor({ state: "detached" });
}

/** Creates a template in the editor and saves it. */
export async function writeNewPrompt(page: Page, name: string, content: string): Promise<void> {
  await promptPanel(page).getByRole("button", { name: "New prompt" }).click();
  const editor = promptEditor(page);
  await editor.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await editor.getByRole("textbox", { name: "Content" }).fill(content);
  await editor.getByRole("button", { name: "Save" }).click();
  await editor.waitFor({ state: "detached" });
}
