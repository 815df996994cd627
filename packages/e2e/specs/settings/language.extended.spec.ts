import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSettings } from "../../support/pages/openSettings.ts";
import { alertWithText, composer, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const germanSettings = (page: Page) => page.getByRole("dialog", { name: "Einstellungen" });
const readLanguage = (page: Page) => page.locator("html").getAttribute("lang");

const germanScript = /\/assets\/de-[^/]*\.js$/;

/** Lets the catalogue of German fail to load. Returns the function that ends this. */
async function blockGerman(page: Page): Promise<() => Promise<void>> {
  await page.route(germanScript, (route) => route.abort());
  return () => page.unroute(germanScript);
}

test("without the texts of the chosen language the page stays in English and says so", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const unblock = await blockGerman(page);
  const dialog = await openSettings(page);
  await dialog.getByText("Deutsch", { exact: true }).click();
  await alertWithText(page, "“Deutsch” couldn’t be loaded. Reload the page and choose it again.").waitFor();
  expect(await readLanguage(page)).toBe("en");
  expect(await dialog.getByRole("radio", { name: "Same as the browser" }).isChecked()).toBe(true);
  await unblock();
  await page.reload();
  await (await openSettings(page)).getByText("Deutsch", { exact: true }).click();
  await germanSettings(page).waitFor();

  await blockGerman(page);
  await page.reload();
  await expectVisible(page, "“Deutsch” couldn’t be loaded, so this page is in English. Reload the page to try again.");
  await composer(page).waitFor();
});

test("texts that arrive while the person works do not replace the page, but can be shown", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await (await openSettings(page)).getByText("Deutsch", { exact: true }).click();
  await germanSettings(page).waitFor();
  const arrival = Promise.withResolvers<void>();
  await page.route(germanScript, async (route) => {
    await arrival.promise;
    await route.fallback();
  });
  await page.reload();
  await composer(page).pressSequentially("Typed before the texts");
  arrival.resolve();
  const button = page.getByRole("button", { name: "Show in Deutsch" });
  await button.waitFor();
  expect(await readLanguage(page)).toBe("en");
  await page.keyboard.type(" and after");
  expect(await composer(page).inputValue()).toBe("Typed before the texts and after");
  // Drafts are stored after a pause.
  await expectEventually(() => page.evaluate(() => JSON.stringify(localStorage).includes("texts and after"))).toBe(
    true,
  );
  await button.click();
  await page.locator("html[lang=de]").waitFor();
  await button.waitFor({ state: "detached" });
  await expectEventually(() => page.getByRole("textbox", { name: "Nachricht", exact: true }).inputValue()).toBe(
    "Typed before the texts and after",
  );
});
