import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSettings, settingsDialog } from "../../support/pages/openSettings.ts";
import { answers, composer, expectEventually, openWorkspace, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const germanSettings = (page: Page) => page.getByRole("dialog", { name: "Einstellungen" });
const readLanguage = (page: Page) => page.locator("html").getAttribute("lang");

test("another language applies at once and after a reload; an answer goes on, and typed text stays", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await send(page, "[[pace: 40]] [[tokens: 150]]");
  await answers(page).filter({ hasText: /\w/ }).waitFor();
  await composer(page).fill("Typed meanwhile");
  const dialog = await openSettings(page);
  await dialog.getByText("Deutsch", { exact: true }).click();
  await germanSettings(page).waitFor();
  expect(await readLanguage(page)).toBe("de");
  await expectEventually(() => germanSettings(page).getByRole("radio", { name: "Deutsch" }).isChecked()).toBe(true);
  const hasFocus = (field: Element) => field.matches(":focus");
  await expectEventually(() => germanSettings(page).getByRole("radio", { name: "Deutsch" }).evaluate(hasFocus)).toBe(
    true,
  );
  await germanSettings(page).getByText("English", { exact: true }).click();
  await settingsDialog(page).waitFor();
  expect(await readLanguage(page)).toBe("en");
  await page.keyboard.press("Escape");
  await settingsDialog(page).waitFor({ state: "detached" });
  expect(await composer(page).inputValue()).toBe("Typed meanwhile");
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
  expect((await answers(page).last().textContent())?.length).toBeGreaterThan(300);
  expect(await answers(page).count()).toBe(1);

  await (await openSettings(page)).getByText("Deutsch", { exact: true }).click();
  await germanSettings(page).waitFor();
  await page.reload();
  await page.locator("html[lang=de]").waitFor();
});
