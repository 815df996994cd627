import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** No serious or critical finding of axe on what is shown now. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  await expectNoSeriousViolations(page, new AxeBuilder({ page }), what);
}

/** The same, and in the light theme too. Another theme changes nothing but colours, so only those are checked again. */
export async function checkAxeInBothThemes(page: Page, what: string): Promise<void> {
  await checkAxe(page, `${what}, dark`);
  await setTheme(page, "light");
  await expectNoSeriousViolations(page, new AxeBuilder({ page }).withRules(["color-contrast"]), `${what}, light`);
  await setTheme(page, "dark");
}

async function expectNoSeriousViolations(page: Page, axe: AxeBuilder, what: string): Promise<void> {
  // What is still moving has colours in between.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`) }));
  expect(serious, what).toEqual([]);
}

/** Switches what is shown, as the setting does, without losing an open menu. The pages of the sign-in follow the browser. */
async function setTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((chosen) => document.documentElement.setAttribute("data-mantine-color-scheme", chosen), theme);
}
