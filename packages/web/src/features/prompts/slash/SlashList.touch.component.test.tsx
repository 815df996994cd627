import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

const slashList = () => page.getByRole("listbox", { name: "Prompts" });
const options = () => slashList().getByRole("option");
const _selectedOption = () => slashList().getByRole("option", { selected: true });
const readOptionNames = () =>
  options()
    .elements()
    .map((option) => option.querySelector("span")?.textContent);

/** Renders the app with three prompts that the list offers or leaves out, besides the built-in ones. */
async function renderWithPrompts(): Promise<void> {
  stubPrompts(
    { name: "Zebra facts", content: "Tell me three facts about zebras.", description: "About stripes" },
    { name: "Zebra poem", content: "Write a poem about a zebra." },
    { name: "Hidden zebra", content: "Nobody sees this.", data: { hidden: true } },
    { name: "Zoo keeper", content: "You keep a zoo.", type: "root_prompt" },
  );
  await renderApp();
  await composer().click();
}

/** Types a text that opens the list, and waits until it offers exactly the prompts of zebras. */
async function _openZebras(): Promise<void> {
  await userEvent.keyboard("/zeb");
  await eventually(readOptionNames).toEqual(["Zebra facts", "Zebra poem"]);
}

/**
 * Presses a key that belongs to a composition of an input method. In Safari, the key that ends a composition arrives
 * after the composition has ended, with the key code 229.
 */
function _pressWhileComposing(field: Locator, key: string, keyCode = 0): void {
  const isComposing = keyCode === 0;
  const event = new KeyboardEvent("keydown", { key, keyCode, isComposing, bubbles: true, cancelable: true });
  field.element().dispatchEvent(event);
}

test("[C2.29] on a phone the list is above the field within the window, and a prompt in it can be tapped", async () => {
  await page.viewport(390, 844);
  await renderWithPrompts();
  await userEvent.keyboard("/zebra");
  await expect.element(slashList()).toBeVisible();
  const list = boxOf(slashList());
  expect(list.left).toBeGreaterThanOrEqual(0);
  expect(list.right).toBeLessThanOrEqual(390);
  expect(list.bottom).toBeLessThanOrEqual(boxOf(composer()).top);
  expect(boxOf(options().first()).height).toBeGreaterThanOrEqual(40);
  await options().filter({ hasText: "Zebra poem" }).click();
  await expect.element(composer()).toHaveValue("Write a poem about a zebra.");
});
