import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { chooseLocale, getChosenLocale } from "../../lib/i18n/i18n.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { stubConfig, stubSession } from "../../testing/stubServer.ts";

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

test("the name, the logo and the conditions of the institution are shown before anybody signs in", async () => {
  const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>')}`;
  stubConfig({ productName: "Study Room", logoUrl: logo, conditions: "Be kind.\n\nAsk first." });
  stubSession({ user: null, accessToken: null, expiresAt: null });
  await renderApp();
  await expect.element(page.getByRole("heading", { name: "Study Room" })).toBeVisible();
  await expect.element(page.getByText("Ask first.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Students" })).not.toBeInTheDocument();
  expect(document.querySelector("main img")?.getAttribute("src")).toBe(logo);
});
