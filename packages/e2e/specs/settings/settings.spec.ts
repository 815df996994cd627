import { saveUserSettings } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { settingsDialog } from "../../support/openSettings.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dialog = settingsDialog;
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = "rgb(255, 255, 255)";
const dark = "rgb(20, 22, 26)";

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press("Control+,");
  await dialog(page).waitFor();
}

async function save(page: Page): Promise<void> {
  await button(page, "Save").click();
  await dialog(page).waitFor({ state: "hidden" });
}

async function modelNames(page: Page): Promise<string[]> {
  await page.getByRole("combobox", { name: "Model" }).click();
  const options = page.getByRole("option");
  await options.first().waitFor();
  const texts = await options.allTextContents();
  await page.keyboard.press("Escape");
  return texts;
}

test("[A2.24] [A2.61] [A8.39e] [A5.22] the panel's tab opens the settings; nothing changes before Save; a saved theme and hidden models apply after a reload and on another device, and the default model cannot be hidden", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const before = await modelNames(page);
  const isSmallOffered = async () => (await modelNames(page)).some((name) => name.startsWith("scripted-small"));
  expect(await isSmallOffered()).toBe(true);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Settings…" }).click();
  await dialog(page).waitFor();
  expect(await dialog(page).getByRole("tab").allTextContents()).toEqual(["Configurations", "Conversation Storage"]);
  await checkAxe(page, "settings");
  await dialog(page).getByRole("tab", { name: "Conversation Storage" }).click();
  await dialog(page).getByRole("radio").first().waitFor();
  await checkAxe(page, "settings, storage");
  await dialog(page).getByRole("tab", { name: "Configurations" }).click();
  await dialog(page).getByText("Light", { exact: true }).click();
  expect(await background(page)).toBe(dark);
  await button(page, "Cancel").click();
  await dialog(page).waitFor({ state: "hidden" });
  expect(await background(page)).toBe(dark);

  await openSettings(page);
  await dialog(page).getByText("Light", { exact: true }).click();
  const group = dialog(page).getByRole("group").filter({ hasText: "scripted-small" });
  const small = group.getByRole("switch", { name: "scripted-small" });
  expect(await dialog(page).getByText("The default model cannot be hidden.").count()).toBe(1);
  expect(await dialog(page).getByRole("switch", { disabled: true }).count()).toBe(1);
  await small.uncheck();
  await save(page);
  await expectVisible(page, "Settings saved succsessully");
  await expectEventually(() => background(page)).toBe(light);
  await expectEventually(isSmallOffered).toBe(false);
  await page.reload();
  await expectEventually(() => background(page)).toBe(light);

  const elsewhere = await context.browser()?.newContext();
  if (!elsewhere) throw new Error("the page has a browser");
  await elsewhere.addCookies(await context.cookies());
  const other = await elsewhere.newPage();
  await openWorkspace(other, fixture.url);
  await expectEventually(() => background(other)).toBe(light);
  await elsewhere.close();

  await openSettings(page);
  await small.check();
  await save(page);
  await expectEventually(() => modelNames(page)).toEqual(before);
});

test("[A7.66] [A8.24] settings that the server rejects stay saved in the browser, and the page says so", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const mend = await failOp(page, saveUserSettings, "The settings could not be written.");
  await openSettings(page);
  await dialog(page).getByText("Light", { exact: true }).click();
  await button(page, "Save").click();
  await page.getByRole("alert").filter({ hasText: "Settings failed to update in the cloud" }).waitFor();
  await expectEventually(() => background(page)).toBe(light);
  await mend();
  await page.reload();
  await expectEventually(() => background(page)).toBe(light);
});
