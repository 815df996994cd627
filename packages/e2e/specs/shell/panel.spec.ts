import { createAssistant, getMonthToDateCost, monthToDateCostField } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAccountMenu } from "../../support/accountMenu.ts";
import { buildLocalConversation, openWorkspaceWith, storeLocalConversations } from "../../support/browserStorage.ts";
import { lastAnswer } from "../../support/chatControls.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { createFolders } from "../../support/folders.ts";
import { interceptOp } from "../../support/interceptOp.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { overrideFlags } from "../../support/overrideFlags.ts";
import { openPromptMenu, openPrompts, promptPanel, promptRow } from "../../support/promptControls.ts";
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

const openButtonName = { name: "Open the side panel" };
const closeButtonName = { name: "Close the side panel" };

test("[A2.04] [A2.12] [A2.13] [A9.01b] [A9.10] a loading screen shows while the session loads; the panel is 280 px wide and takes 450 px from the chat, has tabs, can be closed and opened, which a reload remembers, and signs out through the account menu, which names the person by the email, in at most 28 characters", async () => {
  const { page } = await fixture.openSignedIn({ email: "maximiliana.theodora_von.hohenstein@example.org" });
  const answerSignal = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await answerSignal.promise;
    await route.continue();
  });
  await page.goto(fixture.url);
  await expectEventually(() => page.getByRole("status").first().textContent()).toBe("Loading…");
  expect(await page.getByRole("link", { name: /Sign in/ }).count()).toBe(0);
  expect(await composer(page).count()).toBe(0);
  answerSignal.resolve();
  await composer(page).waitFor();
  expect(await page.getByText("Loading…", { exact: true }).count()).toBe(0);

  const readPanelWidth = async () => (await sidePanel(page).boundingBox())?.width;
  const readChatWidth = async () =>
    (await page.getByRole("region", { name: "Chat", exact: true }).boundingBox())?.width;
  expect(await sidePanel(page).boundingBox()).toMatchObject({ x: 0, width: 280 });
  await expectEventually(readChatWidth).toBe(1280 - 450);
  await page.setViewportSize({ width: 1600, height: 900 });
  await expectEventually(readChatWidth).toBe(1600 - 450);
  expect(await sidePanel(page).getByRole("tab").allTextContents()).toEqual(["Chats", "More"]);
  // The column keeps its width beside both panels while there is space for it.
  const readFormWidth = async () => (await page.getByRole("form", { name: "Message" }).boundingBox())?.width;
  const formWidth = await readFormWidth();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await expectEventually(readChatWidth).toBe(1440 - 2 * 450);
  expect(await readFormWidth()).toBe(formWidth);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expectEventually(readFormWidth).toBe(1200 - 2 * 280 - 2 * 16);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole("button", { name: "Hide Prompts and Assistants" }).click();

  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
  // A new chat is in the list of chats.
  await page.keyboard.press("Control+Shift+O");
  await sidePanel(page).getByRole("tab", { name: "Chats", selected: true }).waitFor();

  await page.getByRole("button", closeButtonName).click();
  await sidePanel(page).waitFor({ state: "hidden" });
  await expectEventually(readChatWidth).toBe(1600);
  await page.reload();
  await page.getByRole("button", openButtonName).waitFor();
  expect(await sidePanel(page).isVisible()).toBe(false);
  await page.getByRole("button", openButtonName).click();
  await sidePanel(page).getByRole("tab", { name: "Chats" }).waitFor();
  await expectEventually(readPanelWidth).toBe(280);
  await page.reload();
  await sidePanel(page).getByRole("tab", { name: "Chats" }).waitFor();

  const name = "Maximiliana Theodora Von Hohenstein".slice(0, 28);
  expect(name.length).toBe(28);
  await sidePanel(page).getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: `Sign out ${name}`, exact: true }).click();
  await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
});

test("the code of the menus is loaded before they are opened, once the page is used", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  await page.mouse.move(500, 300);
  const listScripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    );
  for (const name of [
    "HeaderMenu",
    "HeaderMenuItems",
    "AccountMenu",
    "SidebarMenu",
    "SidebarRowMenu",
    "MessageMenu",
    "ModelMenu",
    "AssistantMenu",
  ])
    await expectEventually(listScripts).toContain(`/assets/${name}-`);
});

describe("on a narrow screen", () => {
  test.each([390, 412, 600])("every menu opens inside the screen, %i px wide", async (width) => {
    const viewport = { width, height: narrowViewport.height };
    const { page, userId } = await fixture.openSignedIn({ viewport });
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [buildLocalConversation("one", "Number one")]);
    await page.goto(`${fixture.url}/#c=one`);
    await page.reload();
    const expectInside = (opened: Locator) => expectInsideScreen(page, opened);
    const items = page.getByRole("menu").locator("[role^=menuitem]");
    const models = page.getByRole("listbox", { name: "Models" }).getByRole("option");
    await page.getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await expectInside(items);
    await page.getByRole("banner").getByRole("button", { name: "scripted-large" }).click();
    await expectInside(models);
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^This browser,/ })
      .click();
    await expectInside(items);
    const messageMenu = page
      .getByRole("log")
      .getByRole("button", { name: /^More actions for/ })
      .last();
    await messageMenu.click();
    await page.getByRole("menuitem", { name: "Try another model" }).click();
    await expectInside(models);
    await messageMenu.click();
    await expectInside(items);
    await page.getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Chat settings" }).click();
    await expectInside(page.getByRole("dialog", { name: "Chat settings" }));

    await page.getByRole("button", openButtonName).click();
    await page.getByRole("button", { name: "Actions for all chats" }).click();
    await expectInside(items);
    await conversationRow(page, "Number one").hover();
    await page.getByRole("button", { name: "Actions for Number one" }).click();
    await expectInside(items);
    await openAccountMenu(page);
    await expectInside(items);
  });

  test("on a phone the list of a field opens as wide as its field, and the menus of documents, prompts, assistants, folders and drawings open inside the screen", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true, isMobile: true });
    await createFolders(api, [{ id: "Course" }, { id: "Drafts", type: "prompt" }]);
    await createPrompts(api, { name: "My prompt", content: "Words" });
    await api.call(createAssistant, { name: "Rivers" });
    await openWorkspace(page, fixture.url);
    const items = page.getByRole("menu").locator("[role^=menuitem]");

    await openPrompts(page);
    await promptRow(page, "Summary with Quotations").tap();
    const list = page.getByRole("listbox", { name: "Number of points" });
    const field = page.getByRole("combobox", { name: "Number of points" });
    await field.tap();
    await list.waitFor();
    await expectEventually(async () => (await measureBox(list.locator(".."))).x).toBe((await measureBox(field)).x);
    expect((await measureBox(list.locator(".."))).width).toBe((await measureBox(field)).width);
    expect(await page.evaluate(() => innerWidth)).toBe(narrowViewport.width);
    await expectInsideScreen(page, list.getByRole("option"));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await promptPanel(page).getByRole("button", { name: "Prompt list options" }).tap();
    await expectInsideScreen(page, items);
    for (const name of ["My prompt", "Drafts"]) {
      await openPromptMenu(page, name);
      await expectInsideScreen(page, items);
    }
    await page.getByRole("tab", { name: "Assistants" }).tap();
    await page.getByRole("button", { name: "Actions for Rivers" }).tap();
    await expectInsideScreen(page, items);
    await page.keyboard.press("Escape");
    await page.getByRole("button", openButtonName).tap();
    await sidePanel(page).getByRole("button", { name: "Actions for Course" }).tap();
    await expectInsideScreen(page, items);
    await page.keyboard.press("Escape");
    await sidePanel(page).waitFor({ state: "hidden" });

    fixture.workspace.models.script({ answer: "```mermaid\ngraph TD\n  A --> B\n```" }, "scripted-large");
    await ask(page, "Draw it");
    const answer = lastAnswer(page);
    await answer.getByRole("img", { name: /^Diagram/ }).waitFor();
    await answer.getByRole("button", { name: "Download" }).tap();
    await expectInsideScreen(page, items);
    await page.getByRole("button", { name: "Attach documents" }).tap();
    await expectInsideScreen(page, items);
  });

  test("the tab More opens the files, and prompts and assistants in place of the side panel", async () => {
    const { page } = await fixture.openSignedIn({ viewport: narrowViewport });
    await openWorkspace(page, fixture.url);
    const openMore = async () => {
      await page.getByRole("button", openButtonName).click();
      await sidePanel(page).getByRole("tab", { name: "More" }).click();
    };
    await openMore();
    await sidePanel(page).getByRole("button", { name: "Prompts and Assistants" }).click();
    await page.getByRole("tab", { name: "Prompts" }).waitFor();
    await expectEventually(() => sidePanel(page).getByRole("tab", { name: "More" }).isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await openMore();
    await sidePanel(page).getByRole("button", { name: "Your files" }).click();
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await expectEventually(() => sidePanel(page).getByRole("tab", { name: "More" }).isVisible()).toBe(false);
  });

  test("the header leaves the room to the name of the conversation: the rest is in its menu and in the account menu", async () => {
    const { page, userId } = await fixture.openSignedIn({ viewport: narrowViewport });
    await overrideFlags(page, { mtdCost: true });
    const cost = { success: true, [monthToDateCostField]: 1.5 };
    const endCost = await interceptOp(page, getMonthToDateCost, (route) =>
      route.fulfill({ json: { data: Buffer.from(JSON.stringify(cost)).toString("base64") } }),
    );
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [buildLocalConversation("one", "A long name of a conversation")]);
    await page.goto(`${fixture.url}/#c=one`);
    await page.reload();
    const header = page.getByRole("banner");
    await header.getByRole("heading", { name: "A long name" }).waitFor();
    const width = (await header.getByRole("heading").boundingBox())?.width ?? 0;
    expect(width).toBeGreaterThan(narrowViewport.width / 2);
    expect(await header.getByLabel("Month-to-date cost").isVisible()).toBe(false);
    await chooseInHeader(page, "Prompts and Assistants");
    await page.getByRole("complementary", { name: "Prompts" }).getByRole("searchbox").waitFor();
    await page.keyboard.press("Escape");
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "More actions",
    );
    await page.getByRole("button", openButtonName).click();
    await openAccountMenu(page);
    await page.getByRole("menuitem", { name: "Usage" }).click();
    const usage = page.getByRole("dialog", { name: "Usage" });
    await expectEventually(() => usage.getByLabel("Cost this month").textContent()).toBe("$1.50");
    await page.keyboard.press("Escape");
    await usage.waitFor({ state: "detached" });
    // Nothing has cost anything.
    await endCost();
    await openAccountMenu(page);
    await page.getByRole("menuitem", { name: "Usage" }).click();
    await expectVisible(usage, "Tokens read");
    await usage.getByLabel("Cost this month").waitFor({ state: "detached" });
    expect(await usage.getByText("$").count()).toBe(0);
    await page.keyboard.press("Escape");
    await usage.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await header.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
  });

  test("[A2.17] [C9.20a] [C9.23] [A9.08] the panel starts closed, lies over the chat, and closes when another conversation is selected; dates in English are formatted as in en-US in a browser of another language; narrow is 639 px and not 640", async () => {
    const { page, userId } = await fixture.openSignedIn({ viewport: narrowViewport, locale: "fr-FR" });
    await openWorkspace(page, fixture.url);
    expect(await page.evaluate(() => navigator.language)).toBe("fr-FR");
    expect(await sidePanel(page).isVisible()).toBe(false);
    await storeLocalConversations(page, userId, [
      buildLocalConversation("one", "Number one", { updatedAt: "2025-03-14T12:00:00Z" }),
      buildLocalConversation("two", "Number two", { updatedAt: "2024-12-24T12:00:00Z" }),
    ]);
    await page.reload();

    for (const name of ["Number one", "Number two"]) {
      await page.getByRole("button", openButtonName).click();
      await conversationRow(page, name).waitFor();
      expect(await sidePanel(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual([
        "March 2025",
        "December 2024",
      ]);
      await conversationRow(page, name).click();
      await expectVisible(page.getByRole("log"), `Answer of ${name}`);
      await sidePanel(page).waitFor({ state: "hidden" });
    }
    await page.getByRole("button", openButtonName).click();
    await sidePanel(page).getByRole("button", { name: "New chat" }).click();
    await sidePanel(page).waitFor({ state: "hidden" });
    await expectVisible(page, "Start a new conversation.");

    await page.getByRole("button", openButtonName).click();
    await sidePanel(page).getByRole("button", closeButtonName).waitFor();
    await page.keyboard.press("Escape");
    await sidePanel(page).waitFor({ state: "hidden" });
    await expectEventually(() =>
      page.getByRole("button", openButtonName).evaluate((button) => button === document.activeElement),
    ).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowViewport.width);

    await page.setViewportSize({ width: 640, height: 800 });
    await page.reload();
    await sidePanel(page).waitFor();
    // The panel is beside the chat, not over it.
    await expectEventually(async () => (await page.getByRole("main").boundingBox())?.x).toBe(280);
    await page.setViewportSize({ width: 639, height: 800 });
    await sidePanel(page).waitFor({ state: "hidden" });
    await page.getByRole("button", openButtonName).click();
    await sidePanel(page).waitFor();
    const chat = page.getByRole("region", { name: "Chat", exact: true, includeHidden: true });
    await expectEventually(() => chat.boundingBox()).toMatchObject({ x: 0, width: 639 });
    await page.keyboard.press("Escape");
    await sidePanel(page).waitFor({ state: "hidden" });
    await ask(page, "Enter sends on a narrow computer");
  });

  test("[A9.08] a phone is detected by its user agent, where Enter starts a new line", async () => {
    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
    const { page } = await fixture.openSignedIn({
      viewport: { width: 844, height: 390 },
      userAgent: iphone,
      hasTouch: true,
    });
    await openWorkspace(page, fixture.url);
    expect(await sidePanel(page).isVisible()).toBe(true);
    await composer(page).pressSequentially("Two");
    await page.keyboard.press("Enter");
    await composer(page).pressSequentially("lines");
    expect(await composer(page).inputValue()).toBe("Two\nlines");
    expect(await questions(page).count()).toBe(0);
    await page.getByRole("button", { name: "Send message" }).tap();
    await expectVisible(page.getByRole("article", { name: "You" }), /^Two\s+lines$/);
  });
});

/** Expects that everything that a menu has opened is inside the screen, and closes the menu. */
async function expectInsideScreen(page: Page, opened: Locator): Promise<void> {
  const screen = page.viewportSize() ?? narrowViewport;
  await expectEventually(async () => {
    const boxes = await Promise.all((await opened.all()).map((each) => each.boundingBox()));
    return boxes.length > 0 && boxes.every((box) => box !== null && isInside(box, screen));
  }).toBe(true);
  await page.keyboard.press("Escape");
  await opened.first().waitFor({ state: "hidden" });
}

async function measureBox(element: Locator): Promise<Box> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isInside = ({ x, y, width, height }: Box, screen: { width: number; height: number }) =>
  x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;
