import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, dialogNamed, log, sidePanel } from "../../testing/screen.ts";

const newChat = "{Control>}{Shift>}O{/Shift}{/Control}";
const searchChats = "{Control>}{Shift>}F{/Shift}{/Control}";
const goToMessage = "{Shift>}{Escape}{/Shift}";

const searchField = () => page.getByRole("searchbox", { name: "Search chats" });

async function openConversation(): Promise<void> {
  const messages = createBranch(["The Carnot bound", "It holds."]);
  await storeLocalConversations(createConversation({ id: "open", name: "Something", messages }));
  await renderApp("#c=open");
  await expect.element(log().getByText("The Carnot bound")).toBeVisible();
}

test("a new chat, the search and the message field have shortcuts, which reveal what is hidden behind a closed panel or another tab", async () => {
  await openConversation();
  await page.getByRole("tab", { name: "More" }).click();
  await userEvent.keyboard(newChat);
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  // A new chat is in the list of chats.
  await expect.element(sidePanel().getByRole("tab", { name: "Chats", selected: true })).toBeVisible();
  await userEvent.keyboard(searchChats);
  await expect.element(searchField()).toHaveFocus();
  await userEvent.keyboard(goToMessage);
  await expect.element(composer()).toHaveFocus();
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await userEvent.keyboard(searchChats);
  await expect.element(searchField()).toHaveFocus();
  await page.getByRole("tab", { name: "More" }).click();
  await userEvent.keyboard(searchChats);
  await expect.element(searchField()).toHaveFocus();
});

test("the shortcut of the search opens the panel over a narrow page, and that of the message field closes it", async () => {
  await page.viewport(390, 844);
  await openConversation();
  await expect.element(sidePanel()).not.toBeInTheDocument();
  await userEvent.keyboard(searchChats);
  await expect.element(searchField()).toHaveFocus();
  await userEvent.keyboard(goToMessage);
  await expect.element(composer()).toHaveFocus();
  await expect.element(sidePanel()).not.toBeInTheDocument();
});

test("? opens the list of shortcuts with the focus on its title, and is a character in text fields", async () => {
  await openConversation();
  await composer().click();
  await userEvent.keyboard("Why?");
  await expect.element(composer()).toHaveValue("Why?");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  page.getByRole("button", { name: "Your files" }).element().focus();
  await userEvent.keyboard("?");
  const shortcuts = dialogNamed("Keyboard shortcuts");
  const paletteLabel = "Search chats, messages, prompts, models, settings and actions";
  await expect.element(shortcuts.getByText(paletteLabel)).toBeVisible();
  // Not its close button: nothing in it is to be filled in.
  const title = shortcuts.getByRole("heading", { name: "Keyboard shortcuts" }).getByText("Keyboard shortcuts");
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(shortcuts).not.toBeInTheDocument();
});
