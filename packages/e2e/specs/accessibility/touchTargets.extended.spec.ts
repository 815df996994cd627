import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { measureTouchTargets } from "../../support/checks/touchTargets.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { openAccountMenu } from "../../support/pages/accountMenu.ts";
import { openSettings, settingsDialog } from "../../support/pages/openSettings.ts";
import { conversationRow } from "../../support/pages/screen.ts";
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
  test("before and on the page that signs in", async () => {
    const { page } = await fixture.openSignedOut(phone);
    await page.goto(fixture.url);
    const signIn = page.getByRole("link", { name: "Sign in with single sign-on" });
    await signIn.waitFor();
    await checkTargets(page, "signed out", 3);
    await signIn.click();
    await page.getByRole("textbox", { name: "Email" }).waitFor();
    await checkTargets(page, "the page that signs in", 2);
  });

  test("in the panels, the command palette, the settings and Your Files; shortcuts of a keyboard and dropping files are not offered", async () => {
    const person = await fixture.openSignedIn(phone);
    const { page, api } = person;
    await uploadAndExtract(api, fixture.url, {
      name: "rivers.txt",
      type: "text/plain",
      content: "Rivers.",
      tags: ["water"],
    });
    await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
    await page.getByRole("button", { name: "Open the side panel" }).click();
    await conversationRow(page, "Number one").waitFor();
    await checkTargets(page, "the side panel", 8);
    await page.getByRole("button", { name: "Actions for Number one" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await checkTargets(page, "the menu of a chat", 5);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "More" }).click();
    await page.getByRole("button", { name: /^Import / }).waitFor();
    expect(await page.getByRole("button", { name: "Keyboard shortcuts" }).count()).toBe(0);
    await checkTargets(page, "more", 5);
    await page.getByRole("button", { name: /^Import / }).click();
    const importDialog = page.getByRole("dialog", { name: "Import" });
    await importDialog.getByText("Choose a file from this device.").waitFor();
    await page.keyboard.press("Escape");
    await importDialog.waitFor({ state: "detached" });
    await openAccountMenu(page);
    expect(await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).count()).toBe(0);
    await checkTargets(page, "the account menu", 5);
    await page.keyboard.press("Escape");
    for (const tab of ["General", "Chat storage"] as const) {
      await openSettings(page, tab);
      await checkTargets(page, `settings, ${tab}`, 4);
      await settingsDialog(page).getByRole("button", { name: "Close" }).last().click();
      await settingsDialog(page).waitFor({ state: "detached" });
    }
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.getByRole("option").first().waitFor();
    await checkTargets(page, "the command palette", 4);
    await page.keyboard.press("Escape");

    await page.goto(`${fixture.url}/#page=home`);
    await page.getByRole("checkbox", { name: /rivers\.txt/ }).waitFor();
    await checkTargets(page, "Your Files", 10);
    await page.getByRole("button", { name: "Actions for rivers.txt" }).tap();
    await page.getByRole("menuitem", { name: "Edit tags" }).waitFor();
    await checkTargets(page, "the menu of a file", 3);
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: "Select rivers.txt" }).check();
    await page.getByRole("region", { name: "Selected files" }).waitFor();
    await checkTargets(page, "selected files", 13);
    await page.getByRole("button", { name: "rivers.txt", exact: true }).tap();
    await page.getByRole("button", { name: "Ask about this file" }).waitFor();
    await checkTargets(page, "the viewer", 3);
  });
});
