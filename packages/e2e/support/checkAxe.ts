import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** No serious or critical finding of axe on what is shown now. */
export async function checkAxe(page: Page, what: string): Promise<void> {
  // What is still moving has colours in between.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`) }));
  expect(serious, what).toEqual([]);
}
