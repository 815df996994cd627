import { defaultUserSettings, saveUserSettings } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import type { BrowserPerson } from "../../support/browser/openPages.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { expectEventually } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const table = "| River | Sea |\n| --- | --- |\n| Exe | Channel |\n| Tees | Channel |";
const messages = branchOf(["Where do they end?", `They end in the sea.\n\n${table}`]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const view = (page: Page) => page.getByRole("region", { name: "Highlighted answer" });

async function openAnswer(person: BrowserPerson, storage: "local" | "cloud"): Promise<void> {
  const featureOptions = { ...defaultUserSettings.featureOptions, includeHighlighter: true };
  await person.api.call(saveUserSettings, { settings: { ...defaultUserSettings, featureOptions } });
  await openStoredConversation(person, fixture.url, storage, messages);
  await person.page.locator("[data-highlightable]").waitFor({ state: "attached" });
}

test("a cell of a table is selected and rewritten as it streams; the change survives a reload and is reverted, in the cloud as in this browser", async () => {
  for (const storage of ["cloud", "local"] as const) {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await openAnswer(person, storage);
    // On the word: beside it, nothing is selected.
    await page
      .getByRole("cell", { name: "Channel" })
      .last()
      .dblclick({ position: { x: 24, y: 18 } });
    await button(page, "Fast Edit").click();
    const field = view(page).getByRole("textbox", { name: "How should this part change?" });
    await field.fill("Correct this");
    fixture.workspace.models.script({ answer: "the North\nSea | east" }, "scripted-large");
    await page.keyboard.press("Enter");
    await button(page, "Revert Changes").waitFor();
    await button(page, "Return to rendered message content").click();
    const cell = page.getByRole("cell", { name: "the North Sea | east" });
    await cell.waitFor();
    expect(await page.getByRole("cell").count()).toBe(4);

    await page.reload();
    await cell.waitFor();
    await button(page, "Revert Changes").click();
    await expectEventually(() => page.getByRole("cell", { name: "Channel" }).count()).toBe(2);
    await page.reload();
    await expectEventually(() => page.getByRole("cell", { name: "Channel" }).count()).toBe(2);
    expect(await button(page, "Revert Changes").count()).toBe(0);
  }
});

test("on a phone with a keyboard, a passage is written at a chosen place; axe finds no serious violation", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await page.setViewportSize(narrowViewport);
  await openAnswer(person, "cloud");
  // The keyboard extends what is selected.
  await lastAnswer(page)
    .getByText("They end in the sea.")
    .dblclick({ position: { x: 60, y: 12 } });
  for (let count = 0; count < 3; count++) await page.keyboard.press("Shift+ArrowRight");
  const popover = page.getByRole("toolbar", { name: "Selected text" });
  await popover.waitFor();
  await checkAxeInBothThemes(page, "the modes for a selection");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  // The form is loaded when it is first needed, and takes the focus then.
  await expectEventually(() =>
    view(page).evaluate((element) => element.querySelector("textarea") === document.activeElement),
  ).toBe(true);
  await page.keyboard.type("Say where that is");
  const marker = view(page).getByRole("button", { name: "Insert here" }).last();
  await marker.focus();
  await page.keyboard.press("Space");
  expect(await marker.getAttribute("aria-pressed")).toBe("true");
  await checkAxeInBothThemes(page, "an answer in highlight mode");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);
  fixture.workspace.models.script({ answer: "All of that is in England." }, "scripted-large");
  await button(page, "Send").focus();
  await page.keyboard.press("Enter");
  await page.getByText("All of that is in England.").waitFor();
  await button(page, "Revert Changes").waitFor();
  await checkAxe(page, "an answer that was changed");
  await view(page).getByRole("textbox").focus();
  await page.keyboard.press("Escape");
  await view(page).waitFor({ state: "detached" });
  expect(await lastAnswer(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText("All of that is in England.").waitFor();
});
