import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openSettings, settingsDialog } from "../../support/openSettings.ts";
import {
  alertWithText,
  answers,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const germanSettings = (page: Page) => page.getByRole("dialog", { name: "Einstellungen" });
const readLanguage = (page: Page) => page.locator("html").getAttribute("lang");

const germanScript = /\/assets\/de-[^/]*\.js$/;

/** Lets the catalogue of German fail to load. Returns the function that ends this. */
async function blockGerman(page: Page): Promise<() => Promise<void>> {
  await page.route(germanScript, (route) => route.abort());
  return () => page.unroute(germanScript);
}

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
  // Keys are named as on a German keyboard.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByText("Strg", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+,");
  await germanSettings(page).getByText("English", { exact: true }).click();
  await settingsDialog(page).waitFor();
});

const builtInTexts = [
  {
    ...{ picker: "Select Assistants", list: "Assistants", actions: "Actions for Assistant Creator", view: "View" },
    description: "Asks a few questions, then creates an assistant for you.",
  },
  {
    ...{
      picker: "Assistenten auswählen",
      list: "Assistenten",
      actions: "Aktionen für Assistant Creator",
      view: "Ansehen",
    },
    description: "Hilft Ihnen, mit wenigen Fragen einen Assistenten zu planen, und erstellt ihn.",
  },
];

test("the built-in assistants are described in the person's language in the picker and from the panel, under one name", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  for (const [index, { picker, list, actions, view, description }] of builtInTexts.entries()) {
    if (index === 1) {
      await (await openSettings(page)).getByText("Deutsch", { exact: true }).click();
      await germanSettings(page).waitFor();
      await page.keyboard.press("Escape");
      await germanSettings(page).waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: picker, exact: true }).click();
    const option = page.getByRole("listbox", { name: list }).getByRole("option", { name: /Assistant Creator/ });
    await expectVisible(option, description);
    await page.keyboard.press("Escape");
    await option.waitFor({ state: "detached" });
    const tree = page.getByRole("treegrid", { name: list });
    if (index === 0) {
      await page.getByRole("button", { name: /^Show Prompts/ }).click();
      await page.getByRole("tab", { name: list }).click();
    }
    const row = tree.locator("[data-tree-row]").filter({ hasText: /Assistant Creator/ });
    await row.hover();
    await tree.getByRole("button", { name: new RegExp(`^${actions}`) }).click();
    await page.getByRole("menuitem", { name: view, exact: true }).click();
    const shown = page.getByRole("dialog", { name: "Assistant Creator" });
    await expectVisible(shown, description);
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
  }
});

test("the sign-in screen has the browser's language and can change it", async () => {
  const { page } = await fixture.openSignedOut({ locale: "de-AT" });
  await page.goto(fixture.url);
  await page.getByRole("button", { name: "Deutsch", pressed: true }).waitFor();
  expect(await readLanguage(page)).toBe("de");
  await page.getByRole("button", { name: "English", pressed: false }).click();
  await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  expect(await readLanguage(page)).toBe("en");
  await page.reload();
  await page.getByRole("button", { name: "English", pressed: true }).waitFor();
});

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
