import type { Locator, Page } from "playwright-core";
import { chooseFiles, type FileToAttach } from "./attachControls.ts";

/** The dialog in which an assistant of a person is edited. */
export const assistantEditor = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^(New|Edit) assistant$/, exact: true });

/** A text field of the editor. */
export const editorField = (page: Page, name: string): Locator =>
  assistantEditor(page).getByRole("textbox", { name, exact: true });

/** Opens the editor with the command palette; without a name for a new assistant. */
export async function openAssistantEditor(page: Page, name?: string): Promise<void> {
  const action = name === undefined ? "New assistant" : `Edit ${name}`;
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill(action);
  await palette.getByRole("option", { name: action, exact: true }).click();
  await editorField(page, "Assistant Name").waitFor();
}

/** Adds a file from the device to the documents of the assistant. `editor`: by default, the dialog. */
export async function attachToAssistant(page: Page, file: FileToAttach, editor = assistantEditor(page)): Promise<void> {
  const group = editor.getByRole("group", { name: "Upload Data Sources" });
  await group.getByRole("button", { name: "Attach documents" }).click();
  await chooseFiles(page, () => page.getByRole("menuitem", { name: /^Upload from this device/ }).click(), file);
}
