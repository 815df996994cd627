import { getFeatureFlags, getMonthToDateCost, getSpending, monthToDateCostField } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../../lib/queryClient.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import {
  accountButton,
  banner,
  boxOf,
  composer,
  conversationRow,
  dialogNamed,
  eventually,
  log,
  sidePanel,
} from "../../testing/screen.ts";
import { stubAnswers } from "../../testing/stubChat.ts";
import { stubOp, stubRequests } from "../../testing/stubServer.ts";

const openButton = () => page.getByRole("button", { name: "Open the side panel" });
const closeButton = () => page.getByRole("button", { name: "Close the side panel" });
const tab = (name: string) => sidePanel().getByRole("tab", { name });
const chat = () => page.getByRole("region", { name: "Chat", exact: true, includeHidden: true });
const readChatWidth = () => boxOf(chat()).width;
const readFormWidth = () => boxOf(page.getByRole("form", { name: "Message" })).width;

/** What a reload of the page does: the app starts again, and the browser keeps what it has stored. */
async function reload(fragment = ""): Promise<void> {
  await cleanup();
  queryClient.clear();
  await renderApp(fragment);
}

const build = (id: string, name: string) => {
  const messages = createBranch([`Question of ${name}`, `Answer of ${name}`], id);
  return createConversation({ id, name, prompt: null, temperature: 1, messages });
};

test("[A2.04] a loading screen shows while the session loads", async () => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  const session: unknown = await (await fetch("/api/session")).json();
  stubRequests(async ({ url }) => {
    if (new URL(url).pathname !== "/api/session") return null;
    await arrival;
    return Response.json(session);
  });
  const rendering = renderApp();
  await expect.element(page.getByRole("status").first()).toHaveTextContent("Setting Up Amplify...");
  await expect.element(page.getByRole("link", { name: /Sign in/ })).not.toBeInTheDocument();
  await expect.element(composer()).not.toBeInTheDocument();
  arrive();
  await rendering;
  await expect.element(composer()).toBeVisible();
  await expect.element(page.getByText("Setting Up Amplify...", { exact: true })).not.toBeInTheDocument();
});

test("[A2.13] [A9.01b] the side panel is 280 px wide and takes 450 px from the chat, whose column keeps its width beside both panels while there is space for it", async () => {
  await renderApp();
  await expect.element(composer()).toBeVisible();
  expect(boxOf(sidePanel())).toMatchObject({ x: 0, width: 280 });
  await eventually(readChatWidth).toBe(1280 - 450);
  await page.viewport(1600, 900);
  await eventually(readChatWidth).toBe(1600 - 450);
  expect(
    sidePanel()
      .getByRole("tab")
      .elements()
      .map((each) => each.textContent),
  ).toEqual(["Chats", "Share", "More"]);
  const formWidth = readFormWidth();
  await page.viewport(1440, 900);
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await eventually(readChatWidth).toBe(1440 - 2 * 450);
  expect(readFormWidth()).toBe(formWidth);
  await page.viewport(1200, 900);
  await eventually(readFormWidth).toBe(1200 - 2 * 280 - 2 * 16);
});

test("[A2.13] the side panel can be closed and opened, which a reload remembers", async () => {
  await renderApp();
  await tab("More").click();
  await expect.element(sidePanel().getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await closeButton().click();
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await eventually(readChatWidth).toBe(1280);
  await reload();
  await expect.element(openButton()).toBeVisible();
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await openButton().click();
  await expect.element(tab("Chats")).toBeVisible();
  await eventually(() => boxOf(sidePanel()).width).toBe(280);
  await reload();
  await expect.element(tab("Chats")).toBeVisible();
});

const isInside = ({ left, top, right, bottom }: DOMRect) =>
  left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;

/** Expects that everything that was opened is inside the window, and closes it. */
async function expectInside(opened: Locator): Promise<void> {
  await eventually(() => {
    const boxes = opened.elements().map((each) => each.getBoundingClientRect());
    return boxes.length > 0 && boxes.every(isInside);
  }).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(opened.first()).not.toBeInTheDocument();
}

test.each([390, 600])("in a window of %i px, every menu of a chat opens inside the window", async (width) => {
  await page.viewport(width, 844);
  await storeLocalConversations(build("one", "Number one"));
  await renderApp("#c=one");
  const models = page.getByRole("listbox", { name: "Models" }).getByRole("option");
  const messageMenu = log()
    .getByRole("button", { name: /^More actions for/ })
    .last();
  const moreActions = banner().getByRole("button", { name: "More actions", exact: true });
  await moreActions.click();
  await expect.element(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await expectInside(page.getByRole("menuitem"));
  await banner().getByRole("button", { name: "scripted-large" }).click();
  await expectInside(models);
  await banner()
    .getByRole("button", { name: /^This browser,/ })
    .click();
  await expectInside(page.getByRole("menuitemradio"));
  await messageMenu.click();
  await page.getByRole("menuitem", { name: "Try another model" }).click();
  await expectInside(models);
  await messageMenu.click();
  await expectInside(page.getByRole("menuitem"));
  await moreActions.click();
  await page.getByRole("menuitem", { name: "Chat settings" }).click();
  await expectInside(dialogNamed("Chat settings"));
});

test("in a narrow window, the menus of the side panel open inside the window", async () => {
  await page.viewport(390, 844);
  await storeLocalConversations(build("one", "Number one"));
  await renderApp("#c=one");
  await openButton().click();
  await page.getByRole("button", { name: "Actions for all chats" }).click();
  await expectInside(page.getByRole("menuitem"));
  await page.getByRole("button", { name: "Actions for Number one" }).click();
  await expectInside(page.getByRole("menuitem"));
  await accountButton().click();
  await expectInside(page.getByRole("menuitem"));
});

test("in a narrow window, the tab More opens the files, and prompts and assistants in place of the side panel", async () => {
  await page.viewport(390, 844);
  await renderApp();
  const openMore = async () => {
    await openButton().click();
    await tab("More").click();
  };
  await openMore();
  await sidePanel().getByRole("button", { name: "Prompts and Assistants" }).click();
  await expect.element(page.getByRole("tab", { name: "Prompts" })).toBeVisible();
  await expect.element(tab("More")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await openMore();
  await sidePanel().getByRole("button", { name: "Your files" }).click();
  await expect.element(page.getByRole("heading", { name: "Your Files" })).toBeVisible();
  await expect.element(tab("More")).not.toBeInTheDocument();
});

test("in a narrow window, the header leaves the room to the name of the conversation: the rest is in its menu and in the account menu", async () => {
  await page.viewport(390, 844);
  stubOp(getFeatureFlags, createFlags({ mtdCost: true }));
  stubOp(getMonthToDateCost, { [monthToDateCostField]: 1.5 });
  stubOp(getSpending, { limits: [], thisMonth: { answers: 1, inputTokens: 10, outputTokens: 10 } });
  await storeLocalConversations(build("one", "A long name of a conversation"));
  await renderApp("#c=one");
  const name = banner().getByRole("heading", { name: "A long name" });
  await expect.element(name).toBeVisible();
  expect(boxOf(name).width).toBeGreaterThan(390 / 2);
  await expect.element(banner().getByLabelText("Month-to-date cost")).not.toBeInTheDocument();
  await banner().getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Prompts and Assistants" }).click();
  await expect.element(page.getByRole("complementary", { name: "Prompts" }).getByRole("searchbox")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(banner().getByRole("button", { name: "More actions", exact: true })).toHaveFocus();
  await openButton().click();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Usage" }).click();
  const usage = dialogNamed("Usage");
  await expect.element(usage.getByLabelText("Cost this month")).toHaveTextContent("$1.50");
  await userEvent.keyboard("{Escape}");
  await expect.element(usage).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await banner().getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
});

test("the usage of a person whose answers have cost nothing names no amount", async () => {
  stubOp(getFeatureFlags, createFlags({ mtdCost: true }));
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Usage" }).click();
  const usage = dialogNamed("Usage");
  await expect.element(usage.getByText("Tokens read", { exact: true })).toBeVisible();
  await expect.element(usage.getByLabelText("Cost this month")).not.toBeInTheDocument();
  await expect.element(usage.getByText("$")).not.toBeInTheDocument();
});

test("[A2.17] [C9.20a] in a narrow window the panel starts closed, lies over the chat, and closes when a conversation is opened or Esc is pressed, which gives the focus back", async () => {
  await page.viewport(390, 844);
  await storeLocalConversations(build("one", "Number one"), build("two", "Number two"));
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await expect.element(sidePanel()).not.toBeInTheDocument();
  for (const name of ["Number one", "Number two"]) {
    await openButton().click();
    await conversationRow(name).click();
    await expect.element(log().getByText(`Answer of ${name}`)).toBeVisible();
    await expect.element(sidePanel()).not.toBeInTheDocument();
  }
  await openButton().click();
  await sidePanel().getByRole("button", { name: "New chat" }).click();
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  await openButton().click();
  await expect.element(sidePanel().getByRole("button", { name: "Close the side panel" })).toBeVisible();
  expect(boxOf(chat())).toMatchObject({ x: 0, width: 390 });
  await userEvent.keyboard("{Escape}");
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await expect.element(openButton()).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("[A2.17] [C9.20a] [A9.08] narrow is 639 px and not 640; on a computer Enter also sends in a narrow window", async () => {
  stubAnswers("It does.");
  await page.viewport(640, 800);
  await renderApp();
  await expect.element(sidePanel()).toBeVisible();
  // The panel is beside the chat, not over it.
  await eventually(() => boxOf(page.getByRole("main")).x).toBe(280);
  await page.viewport(639, 800);
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await openButton().click();
  await expect.element(sidePanel()).toBeVisible();
  await eventually(() => boxOf(chat())).toMatchObject({ x: 0, width: 639 });
  await userEvent.keyboard("{Escape}");
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await composer().fill("Does Enter send?");
  await userEvent.keyboard("{Enter}");
  await expect.element(log().getByText("It does.")).toBeVisible();
});
