import { getSpending } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { changeData } from "../../support/browser/interceptOp.ts";
import { openSettings } from "../../support/pages/openSettings.ts";
import {
  alertWithText,
  ask,
  composer,
  expectEventually,
  openWorkspace,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const hasFocus = (control: Element) => control.matches(":focus");
const failureText = "A part of the page couldn’t be loaded. Reload the page and try again.";

const modelField = (page: Page) => page.getByRole("combobox", { name: "Model" });

/** Lets a script of the built app fail to load. Returns the function that ends this. */
async function blockScript(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${name}-*.js*`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

/** Resolves when the browser has asked in vain for a script of the built app. */
const whenBlocked = (page: Page, name: string) =>
  page.waitForEvent("requestfailed", { predicate: (request) => request.url().includes(`/assets/${name}-`) });

test("without the code of the header's parts the chat can be used; the settings say so, and open after a reload", async () => {
  const { page } = await fixture.openSignedIn();
  await changeData(page, getSpending, (data) => ({
    ...data,
    limits: [{ period: "Monthly" as const, limit: 50, spent: 45, resetsAt: "2999-01-01T00:00:00.000Z" }],
  }));
  await blockScript(page, "SpendingDetails");
  const unblock = await blockScript(page, "ChatSettings");
  const spendingBlocked = whenBlocked(page, "SpendingDetails");
  await openWorkspace(page, fixture.url);
  await spendingBlocked;
  await ask(page, "The chat does not mind");
  const button = page.getByRole("button", { name: "Chat settings" });
  await button.click();
  await alertWithText(page, failureText).waitFor();
  expect(await button.evaluate(hasFocus)).toBe(true);
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  await ask(page, "Still not");

  // Not every browser requests a script again that could not be loaded.
  await unblock();
  await page.reload();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Chat settings" }).waitFor();
  await page.keyboard.press("Escape");
  await expectEventually(() => button.evaluate(hasFocus)).toBe(true);
});

test("without the code of the question where chats are stored, the new chat can be used", async () => {
  const { page } = await fixture.openSignedIn();
  const unblock = await blockScript(page, "StorageQuestion");
  const questionBlocked = whenBlocked(page, "StorageQuestion");
  await openWorkspace(page, fixture.url);
  await questionBlocked;
  await composer(page).fill("A question");
  await openSettings(page);
  await page.keyboard.press("Escape");
  expect(await composer(page).inputValue()).toBe("A question");
  await unblock();
  await page.reload();
  await page.getByRole("group", { name: "Where should your chats be stored?" }).waitFor();
});

test("a key that is pressed before the list of models has been loaded opens it; without its code, a click says so", async () => {
  const { context, page } = await fixture.openSignedIn();
  const arrival = Promise.withResolvers<void>();
  await page.route("**/assets/ModelSelect-*.js", async (route) => {
    await arrival.promise;
    await route.fallback();
  });
  await openWorkspace(page, fixture.url);
  await modelField(page).focus();
  await page.keyboard.press("ArrowDown");
  arrival.resolve();
  await page.getByRole("option").first().waitFor();

  const otherPage = await context.newPage();
  await blockScript(otherPage, "ModelSelect");
  await openWorkspace(otherPage, fixture.url);
  await modelField(otherPage).click();
  await alertWithText(otherPage, failureText).waitFor();
  await composer(otherPage).fill("The chat does not mind");
});

test("a part whose style could not be loaded has its style when it is opened again", async () => {
  const { page } = await fixture.openSignedIn();
  const pattern = "**/assets/AdvancedSettings-*.css";
  await page.route(pattern, (route) => route.abort());
  await openWorkspace(page, fixture.url);
  await ask(page, "A question");
  const button = page.getByRole("button", { name: "Chat settings" });
  await button.click();
  await alertWithText(page, failureText).waitFor();
  await page.unroute(pattern);
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Chat settings" });
  const instructions = dialog.getByRole("textbox").first();
  expect(await instructions.evaluate((field) => getComputedStyle(field).resize)).toBe("vertical");
});

test("a part that cannot be loaded offline says so, and loads by itself once the browser is online again", async () => {
  const { context, page } = await fixture.openSignedIn();
  const unblock = await blockScript(page, "MoreTab");
  await openWorkspace(page, fixture.url);
  await composer(page).waitFor();
  await context.setOffline(true);
  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("heading", { name: "You’re offline" }).waitFor();
  await unblock();
  await context.setOffline(false);
  await sidePanel(page).getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
});
