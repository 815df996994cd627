import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitForAnimations } from "./waitForAnimations.ts";

/** Expects that axe finds no serious or critical violation in the current page. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  await expectNoSeriousViolations(page, what);
}

/** Runs the axe check in both themes. The second run checks only colours, because the themes differ in nothing else. */
export async function checkAxeInBothThemes(page: Page, what: string): Promise<void> {
  await checkAxe(page, `${what}, dark`);
  await setTheme(page, "light");
  await expectNoSeriousViolations(page, `${what}, light`, ["color-contrast"]);
  await setTheme(page, "dark");
}

async function expectNoSeriousViolations(page: Page, what: string, rules?: string[]): Promise<void> {
  // During an animation colours are blended.
  await waitForAnimations(page);
  const axe = (await createAxe(page)).options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const seriousViolations = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`) }));
  expect(seriousViolations, what).toEqual([]);
}

/**
 * In a page without frames axe runs in the page itself and is injected once. In a page with frames the builder
 * combines the results of all frames in a blank page, which takes several times as long.
 */
async function createAxe(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page });
  const isInjected = await page.evaluate(() => "axe" in globalThis);
  return new AxeBuilder({ page, ...(isInjected && { axeSource: "void 0" }) }).setLegacyMode();
}

/** Switches the theme like the setting does, without closing an open menu. The sign-in pages follow the browser. */
async function setTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((scheme) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme), theme);
}
