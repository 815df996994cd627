import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createChat } from "../../../testing/chatList.ts";
import { sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { openPromptMenu, openPrompts, promptTree } from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { conversationRow, eventually, log } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";
import { stubConfig } from "../../../testing/stubServer.ts";

// The institution has chosen that an answer locks the rest.

test("during an answer no other chat can be opened, none deleted or cleared, and no setting changed", async () => {
  stubConfig({ locksWhileAnswering: true });
  const chat = stubChat();
  await storeLocalConversations(
    createChat("a", "Another one", { updatedAt: "2025-05-01T12:00:00.000Z" }),
    createChat("b", "The open one", { updatedAt: "2025-05-02T12:00:00.000Z" }),
  );
  await renderApp("#c=b");
  await expect.element(log().getByText("Answer of The open one", { exact: true })).toBeVisible();
  await sendMessage("Takes its time");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("One two");
  const controls = [
    conversationRow("Another one"),
    page.getByRole("button", { name: "New chat" }),
    page.getByRole("button", { name: /^Chat settings/ }),
    page.getByRole("button", { name: /^This browser,/ }),
  ];
  for (const control of controls) {
    await expect.element(control).toHaveAttribute("aria-disabled", "true");
    await control.click({ force: true });
  }
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await expect.element(page.getByRole("menuitem", { name: "Clear messages" })).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("menuitem", { name: "Delete" })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").query()).toBeNull();
  expect(page.getByRole("dialog").query()).toBeNull();
  expect(location.hash).toBe("#c=b");

  chat.answers[0]?.end();
  await waitForAnswerEnd();
  for (const control of controls) await expect.element(control).not.toHaveAttribute("aria-disabled");
  await conversationRow("Another one").click();
  await expect.element(log().getByText("Answer of Another one", { exact: true })).toBeVisible();
});

test("during an answer no prompt can be started", async () => {
  stubConfig({ locksWhileAnswering: true });
  const chat = stubChat();
  await stubPrompts({ name: "Lesson", content: "Begin." }).syncBrowser();
  await storeLocalConversations(createChat("b", "The open one"));
  await renderApp("#c=b");
  await expect.element(log().getByText("Answer of The open one", { exact: true })).toBeVisible();
  await sendMessage("Takes its time");
  await eventually(() => chat.answers.length).toBe(1);
  await openPrompts();
  // Starting a prompt would open another chat. The title of the row is the reason, so find the row by its text.
  const findRow = () =>
    [...promptTree().element().querySelectorAll<HTMLElement>("[data-tree-row]")].find((row) =>
      row.textContent.includes("Lesson"),
    );
  await eventually(() => findRow()?.getAttribute("aria-disabled")).toBe("true");
  await page.elementLocator(findRow() ?? document.body).click({ force: true });
  const menu = await openPromptMenu("Lesson");
  await expect.element(menu.getByRole("menuitem", { name: "Start" })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  expect(location.hash).toBe("#c=b");
  chat.answers[0]?.end();
  await waitForAnswerEnd();
});

test("during an answer the command palette says why other chats cannot be opened", async () => {
  stubConfig({ locksWhileAnswering: true });
  const chat = stubChat();
  await storeLocalConversations(createChat("first", "First one"), createChat("second", "Second one"));
  await renderApp("#c=second");
  await expect.element(log().getByText("Answer of Second one", { exact: true })).toBeVisible();
  await sendMessage("And now?");
  await eventually(() => chat.answers.length).toBe(1);
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const blockedOption = palette.getByRole("option").filter({ hasText: "once the answer is complete" }).first();
  await expect.element(blockedOption).toHaveAttribute("aria-disabled", "true");
  await blockedOption.click({ force: true });
  await expect.element(palette).toBeVisible();
  expect(location.hash).toBe("#c=second");
  await userEvent.keyboard("{Escape}");
  chat.answers[0]?.end();
  await waitForAnswerEnd();
});
