import type { Locator, Page } from "playwright-core";

/** A field that selects one of several values, by its label. */
export const getSelectField = (root: Page | Locator, name: string): Locator =>
  root.getByRole("combobox", { name, exact: true });

/** Selects a value in a field. */
export async function selectChoice(root: Page | Locator, name: string, choice: string): Promise<void> {
  const field = getSelectField(root, name);
  await field.click();
  await getOptions(field).getByText(choice, { exact: true }).click();
}

/** Returns the values that a field offers. */
export async function listChoices(root: Page | Locator, name: string): Promise<string[]> {
  const field = getSelectField(root, name);
  await field.click();
  const options = getOptions(field);
  await options.first().waitFor();
  const choices = await options.allTextContents();
  await field.press("Escape");
  await options.first().waitFor({ state: "hidden" });
  return choices;
}

const getOptions = (field: Locator): Locator => field.page().getByRole("option");
