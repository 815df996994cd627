import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSettings } from "../../support/pages/openSettings.ts";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { overrideFlags } from "../../support/servers/overrideFlags.ts";

const fixture = createWorkspaceFixture();

const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const lightColor = "rgb(255, 255, 255)";
const darkColor = "rgb(20, 22, 26)";

async function readModelNames(page: Page): Promise<string[]> {
  await page.getByRole("combobox", { name: "Model" }).click();
  const options = page.getByRole("option");
  await options.first().waitFor();
  const texts = await options.allTextContents();
  await page.keyboard.press("Escape");
  return texts;
}

test("[A2.24] [A2.62] the account menu opens the settings, which take effect at once, after a reload and on another device: the theme, hidden models and optional features; what is changed there applies here", async () => {
  const { page, context } = await fixture.openSignedIn();
  const featureFlags = {
    artifacts: true,
    focusedMessages: true,
    pluginsOnInput: true,
    highlighter: true,
    memory: true,
  };
  await overrideFlags(page, featureFlags);
  await openWorkspace(page, fixture.url);
  const hasSmallModel = async (of: Page) =>
    (await readModelNames(of)).some((name) => name.startsWith("scripted-small"));
  expect(await hasSmallModel(page)).toBe(true);
  expect(await readBackground(page)).toBe(darkColor);
  const dialog = await openSettings(page);
  await dialog.getByText("Light", { exact: true }).click();
  await expectEventually(() => readBackground(page)).toBe(lightColor);
  await dialog.getByRole("switch", { name: "scripted-small" }).uncheck();
  // The accessible name of the switch continues with a description.
  await dialog.getByRole("switch", { name: /^Memory/ }).check();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("status").filter({ hasText: "Settings saved succsessully" }).waitFor();
  await expectEventually(() => hasSmallModel(page)).toBe(false);
  await page.reload();
  await expectEventually(() => readBackground(page)).toBe(lightColor);

  const otherContext = await context.browser()?.newContext();
  if (!otherContext) throw new Error("the page has a browser");
  await otherContext.addCookies(await context.cookies());
  const otherPage = await otherContext.newPage();
  await overrideFlags(otherPage, featureFlags);
  await openWorkspace(otherPage, fixture.url);
  await expectEventually(() => readBackground(otherPage)).toBe(lightColor);
  await expectEventually(() => hasSmallModel(otherPage)).toBe(false);
  const otherDialog = await openSettings(otherPage);
  const features = ["Artifacts", "Smart focused messages", "Feature selector", "Highlighter", "Memory"];
  const readFeature = (name: string) => otherDialog.getByRole("switch", { name: new RegExp(`^${name}`) }).isChecked();
  expect(await Promise.all(features.map(readFeature))).toEqual([false, true, true, false, true]);
  await otherDialog.getByText("Dark", { exact: true }).click();
  await expectEventually(() => readBackground(page)).toBe(darkColor);
  await otherContext.close();
});
