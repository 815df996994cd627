import { expect } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";

type Root = Pick<Locator, "getByRole">;

/** A field that selects one of several values, by its label. */
export const getSelectField = (root: Root, name: string) => root.getByRole("combobox", { name, exact: true });

/** Selects a value in a field. */
export async function selectChoice(root: Root, name: string, choice: string): Promise<void> {
  await getSelectField(root, name).click();
  await page.getByRole("option").getByText(choice, { exact: true }).click();
}

/** Returns the values that a field offers. */
export async function listChoices(root: Root, name: string): Promise<string[]> {
  await getSelectField(root, name).click();
  const options = page.getByRole("option");
  await expect.element(options.first()).toBeVisible();
  const choices = options.elements().map(({ textContent }) => textContent);
  await userEvent.keyboard("{Escape}");
  await expect.element(options).not.toBeInTheDocument();
  return choices;
}
