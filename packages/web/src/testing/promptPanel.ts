import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

// The list of prompts in the right panel, and the editor that it opens.

export const promptPanel = () => page.getByRole("complementary", { name: "Prompts" });
export const promptTree = () => promptPanel().getByRole("treegrid", { name: "Prompts" });
export const promptEditor = () => page.getByRole("dialog", { name: /^(New prompt|Edit prompt|View “)/ });
export const contentField = () => promptEditor().getByRole("textbox", { name: "Content" });

/** The row of the prompt or folder with this name. */
export const promptRow = (name: string) => promptTree().getByTitle(name, { exact: true });

/** The names of the prompts and folders in the list, from top to bottom. */
export const readPromptNames = (): (string | null)[] =>
  [...(promptTree().query()?.querySelectorAll("[data-tree-row]") ?? [])].map((row) => row.getAttribute("title"));

/** Opens the right panel, which is initially closed, and waits until the prompts are listed. */
export async function openPrompts(): Promise<void> {
  await page.getByRole("button", { name: "Show Prompts" }).click();
  await expect.element(promptTree()).toBeVisible();
}

/** Opens the menu of a prompt or folder. */
export async function openPromptMenu(name: string): Promise<Locator> {
  await promptTree()
    .getByRole("button", { name: `Actions for ${name}`, exact: true })
    .click();
  const menu = page.getByRole("menu");
  await expect.element(menu).toBeVisible();
  return menu;
}

/** Chooses an action from the menu of a prompt or folder. */
export async function chooseForPrompt(name: string, action: string): Promise<void> {
  const menu = await openPromptMenu(name);
  await menu.getByRole("menuitem", { name: action, exact: true }).click();
  await expect.element(menu).not.toBeInTheDocument();
}

/** Opens the editor for a new prompt. */
export async function openNewPrompt(): Promise<void> {
  await promptPanel().getByRole("button", { name: "New prompt" }).click();
  await expect.element(promptEditor()).toBeVisible();
}

/** Saves the prompt in the editor. */
export async function savePrompt(): Promise<void> {
  await promptEditor().getByRole("button", { name: "Save" }).click();
  await expect.element(promptEditor()).not.toBeInTheDocument();
}
