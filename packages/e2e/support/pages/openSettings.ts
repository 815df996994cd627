import type { Locator, Page } from "playwright-core";
import { openAccountMenu } from "./accountMenu.ts";

export const settingsDialog = (page: Page) => page.getByRole("dialog", { name: "Settings" });

/** Opens the settings from the account menu at one of their tabs, and returns the dialog. */
export async function openSettings(page: Page, tab: "General" | "Chat storage" = "General"): Promise<Locator> {
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await settingsDialog(page).getByRole("tab", { name: tab }).click();
  return settingsDialog(page);
}
