import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderApp } from "./renderApp.tsx";
import { composer } from "./screen.ts";

/** The Assistant Admin Interface. */
export const adminInterface = () => page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
/** Waits until the Assistant Admin Interface has the focus, which it takes a moment after it opens, or an editor closes. */
export const waitForAdminFocus = () =>
  expect.poll(() => adminInterface().query()?.contains(document.activeElement)).toBe(true);

/**
 * Renders the app, and opens the Assistant Admin Interface at a fragment such as `#admin=Physics_1`, with the focus. The
 * message field, which takes the focus when it appears, is there first.
 */
export async function renderAdmin(fragment: string): Promise<void> {
  await renderApp();
  await expect.element(composer()).toHaveFocus();
  location.hash = fragment;
  await waitForAdminFocus();
}

/** The tab of an assistant, or of a view. */
export const adminTab = (name: string) => adminInterface().getByRole("tab", { name: new RegExp(`${name}$`) });
/** A text field of the editor in the Assistant Admin Interface. */
export const adminField = (name: string) => adminInterface().getByRole("textbox", { name, exact: true });
/** A button of the Assistant Admin Interface. */
export const adminButton = (name: string) => adminInterface().getByRole("button", { name, exact: true });
/** The form of the assistant that is edited in the Assistant Admin Interface. */
export const adminForm = () => adminInterface().getByRole("form");
/** The rows of the assistants that members of a group can use. */
export const overviewRows = () =>
  adminInterface()
    .getByRole("list", { name: /^Assistants of/ })
    .getByRole("listitem");
/** The button that opens an assistant in the list of its group. */
export const overviewRow = (name: string) =>
  adminInterface()
    .getByRole("list", { name: /^Assistants of/ })
    .getByRole("button", { name: new RegExp(`^${name}`) });

/** The dialog in which an assistant of a person is edited. */
export const assistantEditor = () => page.getByRole("dialog", { name: /^(New|Edit) assistant$/ });
/** A text field of that dialog. */
export const editorField = (name: string) => assistantEditor().getByRole("textbox", { name, exact: true });

/** Opens the editor with the command palette; without a name for a new assistant. */
export async function openAssistantEditor(name?: string): Promise<void> {
  await expect.element(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill(name === undefined ? "new assistant" : name);
  const option = name === undefined ? "New assistant" : `Edit ${name}`;
  await palette.getByRole("option", { name: option }).first().click();
  await expect.element(editorField("Assistant Name")).toBeVisible();
}

/** The rows of the person's list of assistants. */
export const assistantTree = () => page.getByRole("treegrid", { name: "Assistants" });

/** Shows the person's list of assistants beside the chat, where the panel may be open already. */
export async function showAssistants(): Promise<void> {
  const show = page.getByRole("button", { name: /^Show Prompts/ });
  const tab = page.getByRole("tab", { name: "Assistants" });
  await expect.poll(() => show.query() ?? tab.query()).not.toBeNull();
  if (show.query()) await show.click();
  await tab.click();
  await expect.element(assistantTree()).toBeVisible();
}

/** Opens the menu of a group's folder, or of an assistant, in the list of assistants. Returns what it offers. */
export async function openAssistantMenu(rowName: string): Promise<string[]> {
  await assistantTree()
    .getByRole("row")
    .filter({ hasText: new RegExp(`^${rowName}`) })
    .first()
    .hover();
  await assistantTree()
    .getByRole("button", { name: new RegExp(`^Actions for ${rowName}\\b`) })
    .first()
    .click();
  await expect.element(page.getByRole("menuitem").first()).toBeVisible();
  return page
    .getByRole("menuitem")
    .elements()
    .map((item) => item.textContent ?? "");
}

/** Waits for a question, and answers it. `answer`: the first words of a button, such as "Delete". */
export async function answerQuestion(question: string | RegExp, answer: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: question });
  await dialog.getByRole("button", { name: new RegExp(`^${answer}( |$)`) }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}
