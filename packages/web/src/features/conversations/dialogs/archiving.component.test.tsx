import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseInRow, createChat, readChatNames } from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, conversationRow, eventually } from "../../../testing/screen.ts";

const _undoButton = () => page.getByRole("button", { name: "Undo" });
const _noticeWith = (text: string) => page.getByRole("status").filter({ hasText: text });

test("an archived chat that is open says so, and can be brought back from there", async () => {
  await storeLocalConversations(createChat("a", "Tides"));
  await renderApp("#c=a");
  const notice = page.getByText("This chat is archived.");
  await expect.element(composer()).toBeVisible();
  await expect.element(conversationRow("Tides")).toBeVisible();
  expect(notice.query()).toBeNull();
  await chooseInRow("Tides", "Archive");
  await expect.element(notice).toBeVisible();
  await page.getByRole("button", { name: "Unarchive" }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await eventually(readChatNames).toEqual(["Tides"]);
  await expect.element(composer()).toHaveFocus();
});
