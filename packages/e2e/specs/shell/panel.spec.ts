import { describe, expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrow } from "../../support/openBrowser.ts";
import {
  ask,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const openButton = { name: "Open the side panel" };
const closeButton = { name: "Close the side panel" };

test("[A2.04] a loading screen shows while the session loads", async () => {
  const { page } = await fixture.openSignedIn();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(fixture.url);
  await expectEventually(() => page.getByRole("status").first().textContent()).toBe("Loading…");
  expect(await page.getByRole("link", { name: /Sign in/ }).count()).toBe(0);
  expect(await composer(page).count()).toBe(0);
  answered.resolve();
  await composer(page).waitFor();
  expect(await page.getByText("Loading…", { exact: true }).count()).toBe(0);
});

describe("the panel", () => {
  test("[A2.12] signs out with a button that names the person by the e-mail, in at most 28 characters", async () => {
    const { page } = await fixture.openSignedIn({ email: "maximiliana.theodora_von.hohenstein@example.org" });
    await openWorkspace(page, fixture.url);
    const name = "Maximiliana Theodora Von Hohenstein".slice(0, 28);
    expect(name.length).toBe(28);
    const button = sidePanel(page).getByRole("button", { name: `${name} Sign out`, exact: true });
    await button.click();
    await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  });

  test("[A2.13] is 280 px wide, has tabs, and can be closed and opened, which a reload remembers", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const widthOf = async () => (await sidePanel(page).boundingBox())?.width;
    expect(await widthOf()).toBe(280);
    expect(await sidePanel(page).getByRole("tab").allTextContents()).toEqual(["Chats", "Settings"]);
    await page.getByRole("tab", { name: "Settings" }).click();
    await sidePanel(page).getByRole("button", { name: "Keyboard shortcuts" }).waitFor();

    await page.getByRole("button", closeButton).click();
    await sidePanel(page).waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("button", openButton).waitFor();
    expect(await sidePanel(page).isVisible()).toBe(false);
    await page.getByRole("button", openButton).click();
    await sidePanel(page).getByRole("tab", { name: "Chats" }).waitFor();
    await expectEventually(widthOf).toBe(280);
    await page.reload();
    await sidePanel(page).getByRole("tab", { name: "Chats" }).waitFor();
  });

  test("takes 450 px of the window from the chat while it is open", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const chatWidth = async () => (await page.getByRole("region", { name: "Chat" }).boundingBox())?.width;
    await expectEventually(chatWidth).toBe(1280 - 450);
    await page.setViewportSize({ width: 1600, height: 900 });
    await expectEventually(chatWidth).toBe(1600 - 450);
    await page.getByRole("button", closeButton).click();
    await expectEventually(chatWidth).toBe(1600);
  });
});

describe("on a narrow screen", () => {
  test("[A2.17] [C9.20a] the panel starts closed, lies over the chat, and closes when another conversation is selected", async () => {
    const { page, userId } = await fixture.openSignedIn({ viewport: narrow });
    await openWorkspace(page, fixture.url);
    expect(await sidePanel(page).isVisible()).toBe(false);
    await storeLocalConversations(page, userId, [
      localConversation("one", "Number one"),
      localConversation("two", "Number two"),
    ]);
    await page.reload();

    for (const name of ["Number one", "Number two"]) {
      await page.getByRole("button", openButton).click();
      await conversationRow(page, name).click();
      await expectVisible(page.getByRole("log"), `Answer of ${name}`);
      await sidePanel(page).waitFor({ state: "hidden" });
    }
    await page.getByRole("button", openButton).click();
    await sidePanel(page).getByRole("button", { name: "New chat" }).click();
    await sidePanel(page).waitFor({ state: "hidden" });
    await expectVisible(page, "Start a new conversation.");

    await page.getByRole("button", openButton).click();
    await sidePanel(page).getByRole("button", closeButton).waitFor();
    await page.keyboard.press("Escape");
    await sidePanel(page).waitFor({ state: "hidden" });
    await expectEventually(() =>
      page.getByRole("button", openButton).evaluate((button) => button === document.activeElement),
    ).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
  });

  test("[A9.08] that is one of 639 px and not one of 640; a phone is detected by its user agent, where Enter starts a new line", async () => {
    const { page } = await fixture.openSignedIn({ viewport: { width: 640, height: 800 } });
    await openWorkspace(page, fixture.url);
    expect(await sidePanel(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 639, height: 800 });
    await sidePanel(page).waitFor({ state: "hidden" });
    await ask(page, "Enter sends on a narrow computer");

    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
    const phone = await fixture.openSignedIn({
      viewport: { width: 844, height: 390 },
      userAgent: iphone,
      hasTouch: true,
    });
    await openWorkspace(phone.page, fixture.url);
    expect(await sidePanel(phone.page).isVisible()).toBe(true);
    await composer(phone.page).pressSequentially("Two");
    await phone.page.keyboard.press("Enter");
    await composer(phone.page).pressSequentially("lines");
    expect(await composer(phone.page).inputValue()).toBe("Two\nlines");
    expect(await questions(phone.page).count()).toBe(0);
    await phone.page.getByRole("button", { name: "Send message" }).tap();
    await expectVisible(phone.page.getByRole("article", { name: "You" }), /^Two\s+lines$/);
  });
});

test("[C9.23] dates are formatted as in en-US regardless of the browser's language", async () => {
  const { page, userId } = await fixture.openSignedIn({ locale: "de-DE" });
  await openWorkspace(page, fixture.url);
  expect(await page.evaluate(() => navigator.language)).toBe("de-DE");
  const old = (id: string, updatedAt: string) => localConversation(id, `From ${id}`, { updatedAt });
  await storeLocalConversations(page, userId, [
    old("spring", "2025-03-14T12:00:00Z"),
    old("winter", "2024-12-24T12:00:00Z"),
  ]);
  await page.reload();
  await conversationRow(page, "From spring").waitFor();
  expect(await sidePanel(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "March 2025",
    "December 2024",
  ]);
});
