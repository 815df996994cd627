import type { Locator, Page } from "playwright-core";

export const settingsDialog = (page: Page) => page.getByRole("dialog", { name: "Settings" });

/** Opens the settings from the panel at one of their tabs, and returns the dialog. */
export async function openSettings(
  page: Page,
  tab: "Configurations" | "Conversation Storage" = "Configurations",
): Promise<Locator> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Settings…" }).click();
  await settingsDialog(page).getByRole("tab", { name: tab }).click();
  return settingsDialog(page);
}
