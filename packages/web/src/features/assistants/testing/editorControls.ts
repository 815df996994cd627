import { expect } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { assistantEditor, editorField } from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";

/** A button of the dialog in which an assistant of a person is edited. */
export const editorButton = (name: string) => assistantEditor().getByRole("button", { name, exact: true });

export const saveFailed = "Unable to save the assistant at this time, please try again later...";

/** Renders the app with the open dialog; without an id for a new assistant. */
export async function renderEditor(assistantId: string | null = null): Promise<void> {
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await openEditor(assistantId);
}

/** Opens the dialog in the app that has been rendered. */
export async function openEditor(assistantId: string | null = null): Promise<void> {
  openDialog("assistantEditor", { assistantId });
  await expect.element(editorField("Assistant Name")).toBeVisible();
}

export const expectEditorClosed = () => expect.element(assistantEditor()).not.toBeInTheDocument();

/** Presses keys, such as `{Enter}`, on an element. */
export async function pressKeys(locator: Locator, keys: string): Promise<void> {
  const element = locator.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard(keys);
}
