import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { chooseInRow, createChat, readChatNames } from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, conversationRow, eventually } from "../../../testing/screen.ts";

const undoButton = () => page.getByRole("button", { name: "Undo" });
const noticeWith = (text: string) => page.getByRole("status").filter({ hasText: text });

test("chats that are archived one after the other share a notice, which brings all of them back, waits while the focus is in it, and otherwise closes after 15 s", async () => {
  await storeLocalConversations(
    createChat("a", "Budget", { updatedAt: "2025-05-01T12:00:00.000Z" }),
    createChat("b", "Tides", { updatedAt: "2025-05-02T12:00:00.000Z" }),
    createChat("c", "Harbour", { updatedAt: "2025-05-03T12:00:00.000Z" }),
  );
  await renderApp();
  await expect.element(conversationRow("Tides")).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  try {
    await chooseInRow("Tides", "Archive");
    await expect.element(noticeWith("“Tides” archived.")).toBeInTheDocument();
    await chooseInRow("Budget", "Archive");
    await expect.element(noticeWith("2 chats archived.")).toBeInTheDocument();
    await eventually(() => undoButton().elements()).toHaveLength(1);
    undoButton().element().focus();
    await vi.advanceTimersByTimeAsync(30_000);
    await undoButton().click();
    await eventually(readChatNames).toEqual(["Harbour", "Tides", "Budget"]);

    await chooseInRow("Harbour", "Archive");
    await expect.element(noticeWith("“Harbour” archived.")).toBeInTheDocument();
    undoButton().element().focus();
    // From here on, the time of the page passes only when the test says so.
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    undoButton().element().blur();
    await vi.advanceTimersByTimeAsync(14_800);
    expect(undoButton().query()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(undoButton()).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

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
