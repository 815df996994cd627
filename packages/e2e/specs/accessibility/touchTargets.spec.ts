import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { measureTouchTargets } from "../../support/checks/touchTargets.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import { ask, openWorkspace, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const phone = { viewport: narrowViewport, hasTouch: true };

/** Expects that a finger can press everything that is shown. `atLeast`: how many controls there are, so that none is missed. */
async function checkTargets(page: Page, what: string, atLeast: number): Promise<void> {
  const { count, small } = await measureTouchTargets(page);
  expect.soft(small, what).toEqual([]);
  expect.soft(count, what).toBeGreaterThanOrEqual(atLeast);
}

describe("on a phone everything can be pressed on at least 40 px by 40 px", () => {
  test("in an empty chat and in one with an answer, with their menus", async () => {
    const { page } = await fixture.openSignedIn(phone);
    await openWorkspace(page, fixture.url);
    await page.getByRole("button", { name: "Make a plan" }).waitFor();
    await page.getByRole("group", { name: "Where should your chats be stored?" }).waitFor();
    await checkTargets(page, "an empty chat", 14);
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await page.getByRole("slider", { name: "Response Length" }).waitFor();
    await checkTargets(page, "advanced settings", 4);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Model" }).click();
    await page.getByRole("option").first().waitFor();
    await checkTargets(page, "the list of models", 3);
    await page.keyboard.press("Escape");

    await ask(page, "What turns?");
    await checkTargets(page, "an answer", 12);
    for (const [name, role] of [
      [/^Cloud,/, "menuitemradio"],
      [/scripted/, "option"],
      ["More actions", "menuitem"],
    ] as const) {
      await page.getByRole("banner").getByRole("button", { name, exact: true }).click();
      await page.getByRole(role).first().waitFor();
      await checkTargets(page, `the menu of ${name}`, 2);
      await page.keyboard.press("Escape");
      await page.getByRole(role).first().waitFor({ state: "detached" });
    }
    await questions(page).last().getByRole("button", { name: "Edit" }).waitFor();
    await checkTargets(page, "the actions of a question", 12);
    await questions(page).last().getByRole("button", { name: "Edit" }).tap();
    await editBox(page).waitFor();
    await checkTargets(page, "a message that is edited", 3);
  });
});
