import type { Locator, Page } from "playwright-core";

/** The text box in which a message is edited. */
export const editBox = (page: Page) => page.getByRole("textbox", { name: "Message text" });

/** The button that opens the menu of a message. */
export const menuButton = (message: Locator) => message.getByRole("button", { name: /^More actions for/ });

/** Chooses an action from the menu of a message. */
export async function chooseForMessage(page: Page, message: Locator, action: string): Promise<void> {
  await message.hover();
  await menuButton(message).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Chooses an action from the menu in the conversation's header. */
export async function chooseInHeader(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  const item = page.getByRole("menuitem", { name: action, exact: true });
  const more = page.getByRole("menuitem", { name: "More", exact: true });
  await item.or(more).first().waitFor();
  // On a narrow screen, rare actions are in the second level of the menu.
  if (!(await item.isVisible())) await more.click();
  await item.click();
}
