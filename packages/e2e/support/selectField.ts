import type { Locator } from "playwright-core";

/** A field that selects one of several values, by its label. */
export const getSelectField = (root: Locator, name: string): Locator =>
  root.getByRole("combobox", { name, exact: true });

/** Selects a value in a field. */
export async function selectChoice(root: Locator, name: string, choice: string): Promise<void> {
  await getSelectField(root, name).click();
  await root.page().getByRole("option", { name: choice, exact: true }).click();
}

/** Returns the values that a field offers. */
export async function listChoices(root: Locator, name: string): Promise<string[]> {
  const field = getSelectField(root, name);
  await field.click();
  const options = root.page().getByRole("option");
  await options.first().waitFor();
  const choices = await options.allTextContents();
  await field.press("Escape");
  await options.first().waitFor({ state: "hidden" });
  return choices;
}
