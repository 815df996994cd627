import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refreshSession } from "../../entities/session/session.ts";
import { readContrast } from "../../testing/readContrast.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, boxOf, composer, eventually, sidePanel } from "../../testing/screen.ts";
import { stubConfig } from "../../testing/stubServer.ts";

const text = "Maintenance on Sunday";
const notice = () => page.getByRole("status").getByText(text);
const close = () => page.getByRole("button", { name: "Close this notice" });
/** A day in the person's time zone. */
const dayAfter = (days: number) => {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};
const stubBanner = (from: string | null, until: string | null, changes = {}) =>
  stubConfig({ banner: { text, tone: "warning", from, until, ...changes } });

test("a notice is above everything, and appears and leaves with the configuration", async () => {
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
  stubBanner(null, null);
  await refreshSession();
  await expect.element(notice()).toBeVisible();
  expect(boxOf(notice()).bottom).toBeLessThanOrEqual(boxOf(sidePanel()).top);
  stubConfig({ banner: null });
  await refreshSession();
  await expect.element(notice()).not.toBeInTheDocument();
});

test("who has closed it does not see it again until its text changes", async () => {
  stubBanner(null, null);
  await renderApp();
  await close().click();
  await expect.element(notice()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();
  stubBanner(null, null, { tone: "info", until: dayAfter(3) });
  await refreshSession();
  await expect.element(accountButton()).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
  stubBanner(null, null, { text: `${text}, from 10 o’clock` });
  await refreshSession();
  await expect.element(notice()).toBeVisible();
});

test.each([
  [dayAfter(0), dayAfter(0), true],
  [dayAfter(-1), null, true],
  [dayAfter(1), null, false],
  [null, dayAfter(-1), false],
])("from %s until %s it is shown today: %s", async (from, until, isShown) => {
  stubBanner(from, until);
  await renderApp();
  await expect.element(composer()).toBeVisible();
  expect(notice().elements()).toHaveLength(isShown ? 1 : 0);
});

test("the accent of the institution is applied in both themes without making anything unreadable", async () => {
  stubConfig({ accentColor: "#ffd500" });
  await renderApp();
  const readAccent = () => getComputedStyle(document.documentElement).getPropertyValue("--accent");
  await accountButton().click();
  for (const [theme, accent] of [
    ["Dark", /^#ffd500$/],
    ["Light", /^#(?!1a6c91)/],
  ] as const) {
    await page.getByRole("menuitemradio", { name: theme }).click();
    await eventually(readAccent).toMatch(accent);
  }
  stubConfig({ accentColor: null });
  await refreshSession();
  await eventually(readAccent).toBe("#1a6c91");
});

test("the institution’s logo and name replace those of the product; a logo that cannot be loaded does not", async () => {
  const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>')}`;
  stubConfig({ productName: "Study Room", logoUrl: logo });
  await renderApp();
  await expect.element(sidePanel().getByText("Study Room")).toBeVisible();
  await eventually(() => document.title).toBe("Study Room");
  expect(sidePanel().element().querySelector("img")?.src).toBe(logo);
  stubConfig({ logoUrl: "data:image/png;base64,AAAA" });
  await refreshSession();
  await eventually(() => sidePanel().element().querySelector("img")).toBeNull();
});

test("an SVG with a script and a reference to elsewhere shows neither", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" onload="parent.document.title='bad'"><script>parent.document.title = 'bad'; document.documentElement.remove()</script><image href="https://elsewhere.invalid/pixel.png"/></svg>`;
  stubConfig({ logoUrl: `data:image/svg+xml;base64,${btoa(svg)}` });
  await renderApp();
  await eventually(() => sidePanel().element().querySelector("img")?.complete).toBe(true);
  expect(document.title).toBe("Lectern");
  expect(performance.getEntriesByType("resource").filter(({ name }) => name.includes("elsewhere"))).toEqual([]);
});

test("help and policy are in the account menu and in the tab More", async () => {
  stubConfig({ helpUrl: "https://example.org/help", policyUrl: "https://example.org/policy" });
  await renderApp();
  await accountButton().click();
  for (const [name, href] of [
    ["Help pages", "https://example.org/help"],
    ["Data policy", "https://example.org/policy"],
  ] as const) {
    await expect.element(page.getByRole("menuitem", { name })).toHaveAttribute("href", href);
  }
  await userEvent.keyboard("{Escape}");
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await expect.element(sidePanel().getByRole("link", { name: "Help pages" })).toHaveAttribute("target", "_blank");
  const policy = sidePanel().getByRole("link", { name: "Data policy" });
  await expect.element(policy).toHaveAttribute("href", "https://example.org/policy");
  expect(readContrast(policy.element(), "text")).toBeGreaterThanOrEqual(4.5);
});
