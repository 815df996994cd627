import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseTheme, openAccountMenu, waitForTheme } from "../../support/pages/accountMenu.ts";
import { openSettings } from "../../support/pages/openSettings.ts";
import { composer, expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const darkColor = "rgb(20, 22, 26)";
const lightColor = "rgb(255, 255, 255)";

/** Records the background of every rendered frame from the next page load on. */
async function recordFrameBackgrounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const backgrounds: string[] = [];
    Object.assign(globalThis, { frameBackgrounds: backgrounds });
    const recordFrame = () => {
      if (document.body) backgrounds.push(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
  });
}

/** The distinct backgrounds of all frames of this page so far. */
async function readFrameBackgrounds(page: Page): Promise<string[]> {
  const backgrounds = await page.evaluate(
    () => (globalThis as unknown as { frameBackgrounds: string[] }).frameBackgrounds, // set by `recordFrameBackgrounds`
  );
  expect(backgrounds.length).toBeGreaterThan(3);
  return [...new Set(backgrounds)];
}

const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the workspace has the theme of the device from the first frame; a chosen light theme, and the theme of the device, apply from the first frame of the next visit; the latter follows changes of the device", async () => {
  const { page } = await fixture.openSignedIn({ colorScheme: "light" });
  await recordFrameBackgrounds(page);
  const reload = async () => {
    await page.reload();
    await composer(page).waitFor();
  };
  await openWorkspace(page, fixture.url);
  expect(await readFrameBackgrounds(page)).toEqual([lightColor]);
  await openAccountMenu(page);
  expect(await page.getByRole("menuitemradio", { name: "System" }).getAttribute("aria-checked")).toBe("true");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });

  await page.emulateMedia({ colorScheme: "dark" });
  await chooseTheme(page, "Light");
  await expectEventually(() => readBackground(page)).toBe(lightColor);
  await reload();
  expect(await readFrameBackgrounds(page)).toEqual([lightColor]);

  const settings = await openSettings(page);
  const choice = settings.getByRole("radiogroup", { name: "Theme" });
  expect(await choice.getByRole("radio", { name: "Light" }).isChecked()).toBe(true);
  await choice.getByText("Dark", { exact: true }).click();
  await settings.getByRole("button", { name: "Close" }).last().click();
  await expectEventually(() => readBackground(page)).toBe(darkColor);
  await reload();
  expect(await readFrameBackgrounds(page)).toEqual([darkColor]);

  await page.emulateMedia({ colorScheme: "light" });
  await chooseTheme(page, "System");
  await waitForTheme(page, "light");
  await reload();
  expect(await readFrameBackgrounds(page)).toEqual([lightColor]);
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForTheme(page, "dark");
  await openAccountMenu(page);
  expect(await page.getByRole("menuitemradio", { name: "System" }).getAttribute("aria-checked")).toBe("true");
});
