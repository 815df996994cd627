import type { Page } from "playwright-core";
import { sidePanel } from "./screen.ts";

/** Opens the menu at the bottom of the side panel, whose button names the person by the email address. */
export async function openAccountMenu(page: Page): Promise<void> {
  await sidePanel(page)
    .getByRole("button", { name: /@example\.org$/ })
    .click();
  await page.getByRole("menuitem", { name: /^Sign out/ }).waitFor();
}

/** Chooses a theme in the account menu, and closes the menu. */
export async function chooseTheme(page: Page, theme: "System" | "Dark" | "Light"): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("menuitemradio", { name: theme }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
}

/** Waits until the page is shown in this theme. */
export const waitForTheme = (page: Page, theme: "dark" | "light") =>
  page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();

/** Signs out. If the browser has stored conversations, answers the question about them. */
export async function signOut(page: Page, { removesChats = false, hasChats = false } = {}): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: /^Sign out/ }).click();
  if (!hasChats) return;
  const dialog = page.getByRole("dialog", { name: "Sign out" });
  if (removesChats) await dialog.getByRole("checkbox", { name: /^Remove/ }).check();
  await dialog.getByRole("button", { name: "Sign out" }).click();
}
