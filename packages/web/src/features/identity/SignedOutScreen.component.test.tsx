import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { chooseLocale, getChosenLocale } from "../../lib/i18n/i18n.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { stubSession } from "../../testing/stubServer.ts";

test("the sign-in screen has the browser's language and can change it, which is stored", async () => {
  Object.defineProperty(navigator, "languages", { configurable: true, value: ["de-AT"] });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "languages"));
  stubSession({ user: null, accessToken: null, expiresAt: null });
  await chooseLocale(null);
  await renderApp();
  await expect.element(page.getByRole("button", { name: "Deutsch", pressed: true })).toBeVisible();
  expect(document.documentElement.lang).toBe("de");
  await page.getByRole("button", { name: "English", pressed: false }).click();
  await expect.element(page.getByRole("link", { name: "Sign in with single sign-on" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "English", pressed: true })).toBeVisible();
  expect(document.documentElement.lang).toBe("en");
  expect(getChosenLocale()).toBe("en");
});
