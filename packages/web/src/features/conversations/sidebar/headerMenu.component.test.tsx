import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { confirmWith, createChat } from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, conversationRow, eventually } from "../../../testing/screen.ts";

const menuButton = () => page.getByRole("button", { name: "More actions", exact: true });

/** Chooses an action from the menu. On a narrow screen, rare actions are in its second level. */
async function chooseInHeader(action: string): Promise<void> {
  await menuButton().click();
  const item = page.getByRole("menuitem", { name: action, exact: true });
  const more = page.getByRole("menuitem", { name: "More", exact: true });
  await eventually(() => item.query() ?? more.query()).toBeTruthy();
  if (!item.query()) await more.click();
  await item.click();
}

test.each([1280, 390])(
  "the menu in the header of a chat renames, pins, archives and deletes it, even if the list is closed, and keeps the focus, %i px wide",
  async (width) => {
    const height = 420;
    await page.viewport(width, height);
    await storeLocalConversations(createChat("one", "Number one"), createChat("two", "Number two"));
    await renderApp("#c=one");
    await menuButton().click();
    await expect.element(page.getByRole("menuitem", { name: "Rename" })).toBeInTheDocument();
    const onChat = ["Download as a document", "Rename", "Pin", "Archive", "Move to folder…", "Tags…", "Share…"];
    // In a wide window these are buttons in the header, and on a narrow screen the header has the storage.
    const isNarrow = width < 640;
    const narrowItems = isNarrow ? ["Chat settings", "Your files", "Prompts and Assistants"] : [];
    const storageItems = isNarrow ? [] : ["Move to the cloud"];
    const items = page.getByRole("menuitem");
    const readItems = () => items.elements().map(({ textContent }) => textContent);
    await eventually(readItems).toEqual([...narrowItems, ...onChat, ...storageItems, "Clear messages", "Delete"]);
    await expect.element(items.first()).toHaveFocus();
    const isInside = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= height;
    };
    // In a low window the menu scrolls inside.
    await eventually(() => isInside(page.getByRole("menu").element())).toBe(true);
    await userEvent.keyboard("{End}");
    await expect.element(page.getByRole("menuitem", { name: "Delete" })).toHaveFocus();
    await eventually(() => isInside(page.getByRole("menuitem", { name: "Delete" }).element())).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();

    await chooseInHeader("Rename");
    const renaming = page.getByRole("dialog", { name: "Rename chat" });
    await renaming.getByLabelText("Chat name").fill("Renamed one");
    expect(boxOf(renaming).width).toBeLessThanOrEqual(448);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(banner().getByText("Renamed one", { exact: true })).toBeInTheDocument();

    await chooseInHeader("Pin");
    await menuButton().click();
    await expect.element(page.getByRole("menuitem", { name: "Unpin" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(menuButton()).toHaveFocus();

    await chooseInHeader("Archive");
    await expect.element(page.getByText("“Renamed one” archived.", { exact: true }).first()).toBeInTheDocument();

    await chooseInHeader("Delete");
    await confirmWith("Delete");
    await eventually(() => location.hash).toBe("#c=two");
  },
);

test.each(["Share", "More"])(
  "the menu in the header of a chat has all its actions while the side panel shows the tab %s",
  async (name) => {
    await storeLocalConversations(createChat("one", "Number one"));
    await renderApp("#c=one");
    await expect.element(conversationRow("Number one")).toBeVisible();
    // The tab Share has tabs of its own.
    const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) }).first();
    await tab.click();
    await expect.element(tab).toHaveAttribute("aria-selected", "true");
    await chooseInHeader("Rename");
    const field = page.getByRole("dialog").getByRole("textbox");
    await field.fill("Renamed");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await page.getByRole("tab", { name: /^Chats/ }).click();
    await expect.element(conversationRow("Renamed")).toBeVisible();
  },
);
