import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openNewConversation, startNewChat, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrow } from "../../support/openBrowser.ts";
import { ask, composer, expectEventually, openWorkspace, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
/** The name of the active option as a screen reader reads it; Enter would choose it. */
const active = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute("aria-activedescendant");
    return (id && document.getElementById(id)?.textContent) || "";
  });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
}

test("Ctrl K finds a conversation by its name and opens it, by keyboard alone", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "The Carnot bound [[title: Thermodynamics II]]");
  const address = page.url();
  await startNewChat(page);
  await composer(page).waitFor();
  await openPalette(page);
  const name = (await options(page).first().textContent()) ?? "";
  await field(page).fill(name.slice(0, 8).toLowerCase());
  await expectEventually(() => active(page)).toContain(name);
  await page.keyboard.press("Enter");
  await palette(page).waitFor({ state: "detached" });
  await expectEventually(() => page.url()).toBe(address);
});

test("the arrow keys cycle through the results, and Esc returns the focus", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await composer(page).focus();
  await openPalette(page);
  await field(page).fill("se");
  await expectEventually(() => options(page).count()).toBeGreaterThan(1);
  const first = await active(page);
  await page.keyboard.press("ArrowDown");
  const second = await active(page);
  expect(second).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await active(page)).toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await active(page)).toBe(await options(page).last().textContent());
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Message");
});

test("actions are found too: the theme, the files, the search, the keyboard shortcuts", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const act = async (words: string) => {
    await openPalette(page);
    await field(page).fill(words);
    await expectEventually(() => active(page)).not.toBe("");
    await expectEventually(async () => (await active(page)).toLowerCase()).toContain(words);
    await page.keyboard.press("Enter");
    // While the palette closes, it still receives keys.
    await palette(page).waitFor({ state: "detached" });
  };
  await act("light theme");
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  await act("search conversations");
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Search conversations",
  );
  await act("keyboard shortcuts");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await act("your files");
  await expectEventually(() => page.url()).toContain("page=home");
});

test("prompts are found by name and start a conversation", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openPalette(page);
  await field(page).fill("diagram assistant");
  await expectEventually(() => active(page)).toContain("Diagram Assistant");
  await page.keyboard.press("Enter");
  await palette(page).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: /Chat with Diagram Assistant/ }).waitFor();
});

test("a search without results says so", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openPalette(page);
  await field(page).fill("qqqxyz");
  await palette(page).getByText("No matches.").waitFor();
  expect(await field(page).getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("Enter");
  await palette(page).waitFor();
});

test("during an answer other conversations say why they cannot be opened", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First one");
  await startNewChat(page);
  await openNewConversation(page, fixture.url);
  models.pauseAfter(2);
  await send(page, "Second one [[tokens: 30]]");
  await models.whenPaused();
  await openPalette(page);
  const blocked = options(page).filter({ hasText: "once the answer is complete" });
  await blocked.first().waitFor();
  expect(await blocked.first().getAttribute("aria-disabled")).toBe("true");
  const address = page.url();
  await blocked.first().click({ force: true });
  await palette(page).waitFor();
  expect(page.url()).toBe(address);
  await page.keyboard.press("Escape");
  models.resume();
  await waitForAnswerEnd(page);
});

test("a new chat, the search, the message field and the list of shortcuts have shortcuts; ? is a character in text fields", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Something");
  const before = page.url();
  await page.keyboard.press("Control+Shift+O");
  await expectEventually(() => page.url()).not.toBe(before);
  await page.keyboard.press("Control+Shift+F");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expectEventually(focused).toBe("Search conversations");
  await page.keyboard.press("Shift+Escape");
  await expectEventually(focused).toBe("Message");
  await page.keyboard.type("Why?");
  expect(await composer(page).inputValue()).toBe("Why?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Data Sources" }).focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await sheet.getByText("Find a conversation, a prompt or an action").waitFor();
  await checkAxe(page, "sheet of shortcuts");
});

test("the shortcuts of the search and the message field reveal a hidden one: behind a closed panel, another tab or a panel over a narrow page", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(focused).toBe("Search conversations");
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(focused).toBe("Search conversations");

  await page.setViewportSize(narrow);
  await page.getByRole("button", { name: "Open the side panel" }).waitFor();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(focused).toBe("Search conversations");
  await page.keyboard.press("Shift+Escape");
  await expectEventually(focused).toBe("Message");
});

test("the palette passes axe, fills a narrow screen, and can be closed there with its button", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openPalette(page);
  await options(page).first().waitFor();
  await checkAxe(page, "palette");
  await page.setViewportSize(narrow);
  await expectEventually(() => palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...narrow });
  await palette(page).getByRole("button", { name: "Esc" }).click();
  await palette(page).waitFor({ state: "detached" });
});
