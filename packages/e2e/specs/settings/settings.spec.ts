import { getAvailableModels, saveUserSettings } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAccountMenu } from "../../support/accountMenu.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { readFolderNames } from "../../support/folders.ts";
import { changeData, failOp } from "../../support/interceptOp.ts";
import { settingsDialog } from "../../support/openSettings.ts";
import { overrideFlags } from "../../support/overrideFlags.ts";
import { ask, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dialog = settingsDialog;
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const lightColor = "rgb(255, 255, 255)";
const darkColor = "rgb(20, 22, 26)";

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press("Control+,");
  await dialog(page).waitFor();
}

async function close(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await dialog(page).waitFor({ state: "hidden" });
}

const savedNotice = (page: Page) => page.getByRole("status").filter({ hasText: "Settings saved succsessully" });

async function readModelNames(page: Page): Promise<string[]> {
  await page.getByRole("combobox", { name: "Model" }).click();
  const options = page.getByRole("option");
  await options.first().waitFor();
  const texts = await options.allTextContents();
  await page.keyboard.press("Escape");
  return texts;
}

const featureFlags = { artifacts: true, pluginsOnInput: true, highlighter: true, memory: true };
const featureNames = ["Artifacts", "Smart focused messages", "Feature selector", "Highlighter", "Memory"];

// The accessible name of the switch continues with a description.
const featureSwitch = (page: Page, name: string) => dialog(page).getByRole("switch", { name: new RegExp(`^${name}`) });

/** Returns the names of the optional features that are on. */
async function readFeatures(page: Page): Promise<string[]> {
  const states = await Promise.all(featureNames.map((name) => featureSwitch(page, name).isChecked()));
  return featureNames.filter((_, index) => states[index]);
}

/** Lets the page's models have no default, which could not be hidden. */
const hideDefaultModel = (page: Page) =>
  changeData(page, getAvailableModels, (models) => ({ ...models, default: null }));

test("[A2.24] [A2.62] [A8.39e] [A5.22] the account menu opens the settings, which take effect at once; a theme and hidden models apply after a reload and on another device, the default model cannot be hidden, nor can all models, and the tab for storage needs its flag", async () => {
  const { page, context } = await fixture.openSignedIn();
  await overrideFlags(page, featureFlags);
  await openWorkspace(page, fixture.url);
  const modelNamesBefore = await readModelNames(page);
  const isSmallOffered = async () => (await readModelNames(page)).some((name) => name.startsWith("scripted-small"));
  expect(await isSmallOffered()).toBe(true);
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await dialog(page).waitFor();
  expect(await dialog(page).getByRole("tab").allTextContents()).toEqual(["General", "Chat storage"]);
  await checkAxe(page, "settings");
  await dialog(page).getByRole("tab", { name: "Chat storage" }).click();
  await dialog(page).getByRole("radio").first().waitFor();
  await checkAxe(page, "settings, storage");
  await dialog(page).getByRole("tab", { name: "General" }).click();
  expect(await readBackground(page)).toBe(darkColor);
  await dialog(page).getByText("Light", { exact: true }).click();
  await expectEventually(() => readBackground(page)).toBe(lightColor);
  // The whole page shows it, so no notice says it.
  await close(page);
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Settings" }).click();
  expect(await savedNotice(page).count()).toBe(0);
  expect(await button(page, "Save").count()).toBe(0);
  const group = dialog(page).getByRole("group").filter({ hasText: "scripted-small" });
  const smallModelSwitch = group.getByRole("switch", { name: "scripted-small" });
  expect(await dialog(page).getByText("The default model cannot be hidden.").count()).toBe(1);
  const defaultModelSwitch = dialog(page).getByRole("switch", { disabled: true });
  expect(await defaultModelSwitch.count()).toBe(1);
  // All models are in one group, which needs no name.
  expect(await dialog(page).getByText("Other", { exact: true }).count()).toBe(0);
  await button(page, "Hide all").click();
  expect(await defaultModelSwitch.isChecked()).toBe(true);
  expect(await group.getByRole("switch", { checked: true }).count()).toBe(1);
  await button(page, "Show all").click();
  await smallModelSwitch.uncheck();
  expect(await readFeatures(page)).toEqual(["Smart focused messages", "Feature selector"]);
  // The notice would move the dialog, so it waits until the dialog is closed.
  expect(await savedNotice(page).count()).toBe(0);
  await featureSwitch(page, "Memory").check();
  await close(page);
  await savedNotice(page).waitFor();
  await expectEventually(isSmallOffered).toBe(false);
  await page.reload();
  await expectEventually(() => readBackground(page)).toBe(lightColor);

  const otherContext = await context.browser()?.newContext();
  if (!otherContext) throw new Error("the page has a browser");
  await otherContext.addCookies(await context.cookies());
  const otherPage = await otherContext.newPage();
  await overrideFlags(otherPage, { ...featureFlags, storeCloudConversations: false });
  await hideDefaultModel(otherPage);
  await openWorkspace(otherPage, fixture.url);
  await expectEventually(() => readBackground(otherPage)).toBe(lightColor);
  await openSettings(otherPage);
  await expectEventually(() => dialog(otherPage).getByRole("tab").allTextContents()).toEqual(["General"]);
  expect(await readFeatures(otherPage)).toEqual(["Smart focused messages", "Feature selector", "Memory"]);
  for (const name of ["Show all", "Hide all"]) await button(otherPage, name).click();
  await expectVisible(dialog(otherPage).getByRole("alert"), /^All models are currently set to be hidden/);
  // Other settings can still be changed. The hidden models are not saved until one is shown.
  await dialog(otherPage).getByText("Dark", { exact: true }).click();
  await expectEventually(() => readBackground(page)).toBe(darkColor);
  expect(
    await dialog(otherPage)
      .getByRole("switch", { checked: true, name: /^scripted/ })
      .count(),
  ).toBe(0);
  await close(otherPage);
  await openSettings(otherPage);
  expect(await dialog(otherPage).getByRole("alert").count()).toBe(0);
  expect(
    await dialog(otherPage)
      .getByRole("switch", { checked: true, name: /^scripted/ })
      .count(),
  ).toBeGreaterThan(0);
  await otherContext.close();

  await openSettings(page);
  await smallModelSwitch.check();
  await close(page);
  await expectEventually(() => readModelNames(page)).toEqual(modelNamesBefore);
});

test("new chats go into a folder named after the day while they are grouped so, and only then", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const toggle = async () => {
    await openSettings(page);
    await dialog(page).getByRole("switch", { name: "Group new chats in daily folders" }).press("Space");
    await close(page);
  };
  const startNewChat = async () => {
    await page.getByRole("button", { name: "New chat" }).first().click();
    await expectVisible(page, "Start a new conversation.");
  };
  await ask(page, "Before");
  expect(await readFolderNames(page)).toEqual([]);
  await toggle();
  await startNewChat();
  await ask(page, "Grouped");
  await expectEventually(() => readFolderNames(page)).toHaveLength(1);
  const [folder] = await readFolderNames(page);
  expect(folder).toMatch(/\d 1$/);
  await toggle();
  await startNewChat();
  await ask(page, "After");
  expect(await readFolderNames(page)).toEqual([folder]);
});

test("[A7.66] [A8.24] settings that the server rejects stay saved in the browser, and the page says so", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const restoreOp = await failOp(page, saveUserSettings, "The settings could not be written.");
  await openSettings(page);
  await dialog(page).getByText("Light", { exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Settings failed to update in the cloud" }).waitFor();
  await expectEventually(() => readBackground(page)).toBe(lightColor);
  await restoreOp();
  await page.reload();
  await expectEventually(() => readBackground(page)).toBe(lightColor);
});
