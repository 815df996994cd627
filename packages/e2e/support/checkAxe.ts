import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expects that axe finds no serious or critical violation in the current page. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  await expectNoSeriousViolations(page, new AxeBuilder({ page }), what);
}

/** Runs the axe check in both themes. The second run checks only colours, because the themes differ in nothing else. */
export async function checkAxeInBothThemes(page: Page, what: string): Promise<void> {
  await checkAxe(page, `${what}, dark`);
  await setTheme(page, "light");
  await expectNoSeriousViolations(page, new AxeBuilder({ page }).withRules(["color-contrast"]), `${what}, light`);
  await setTheme(page, "dark");
}

async function expectNoSeriousViolations(page: Page, axe: AxeBuilder, what: string): Promise<void> {
  // During an animation colours are blended.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  const { violations } = await axe.analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`) }));
  expect(serious, what).toEqual([]);
}

/** Switches the theme like the setting does, without closing an open menu. The sign-in pages follow the browser. */
async function setTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((chosen) => document.documentElement.setAttribute("data-mantine-color-scheme", chosen), theme);
}
