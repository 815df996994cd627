import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { openNew, sendButton } from "../../support/chatControls.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { ask, panelOf, send } from "../../support/screen.ts";

const stage = openStage();
afterEach(() => stage.workspace.models.reset());

/** What axe calls serious or critical, in a line each. */
async function seriousFindings(page: Page): Promise<string[]> {
  // What fades in is measured when it stands still.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

const showcase =
  "# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nprint(1)\n```\n\n$$x^2$$\n\n- [x] done\n- [ ] open\n\n> quoted [link](https://example.org)";

describe.each(["dark", "light"] as const)("in %s", (scheme) => {
  describe.each([
    ["wide", { width: 1280, height: 800 }],
    ["narrow", narrow],
  ] as const)("%s", (width, viewport) => {
    const setScheme = (page: Page) =>
      page.addInitScript((value) => localStorage.setItem("mantine-color-scheme-value", value), scheme);

    test("the signed-out screen and the sign-in page have no serious finding", async () => {
      const { page } = await stage.visit({ viewport, colorScheme: scheme });
      await setScheme(page);
      await page.goto(stage.url);
      const signIn = page.getByRole("link", { name: /sign in/i });
      await signIn.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await signIn.click();
      await page.getByRole("textbox", { name: /e-?mail/i }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });

    test("an empty, a full and a failed conversation have no serious finding", async () => {
      const { page } = await stage.enter({ viewport });
      await setScheme(page);
      await openNew(page, stage.url);
      await page.getByRole("button", { name: "Advanced settings" }).click();
      expect(await seriousFindings(page)).toEqual([]);
      stage.workspace.models.script({ answer: showcase });
      await ask(page, "Show everything");
      await page.locator(".katex").first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      stage.workspace.models.script({ status: 500 });
      await send(page, "Fail");
      await page.getByRole("button", { name: "Try again" }).waitFor();
      await sendButton(page).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });

    test("the list, its menu, a question and the settings have no serious finding", async () => {
      const { page } = await stage.enter({ viewport });
      await setScheme(page);
      await openNew(page, stage.url);
      await ask(page, "One [[answer: Two.]]");
      if (width === "narrow") await page.getByRole("button", { name: "Open the side panel" }).click();
      const panel = panelOf(page);
      await panel.locator("[data-row]").first().hover();
      await panel
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Delete" }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("alertdialog").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await panel.getByRole("tab", { name: "Settings" }).click();
      await panel.getByRole("heading", { name: "Theme" }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
});
