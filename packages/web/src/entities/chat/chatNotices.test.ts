import { notifications, notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, test } from "vitest";
import { noticeIcons } from "../../ui/notices/noticeIcons.tsx";
import { closeOtherChatErrors, showAnswerError, showChatError } from "./chatNotices.ts";

const shownTitles = () => notificationsStore.getState().notifications.map(({ title }) => title);

beforeEach(() => notifications.clean());

test("an error stays when its conversation opens, and closes when another one opens", () => {
  showChatError("Please enter a message", null, "new");
  closeOtherChatErrors("new");
  expect(shownTitles()).toEqual(["Please enter a message"]);
  closeOtherChatErrors("other");
  expect(shownTitles()).toEqual([]);
});

test("an error without a conversation closes when any conversation opens", () => {
  showChatError("Please enter a message", null, "new");
  showChatError("Choose a model first");
  closeOtherChatErrors("new");
  expect(shownTitles()).toEqual([]);
});

test("errors stay; what the page shows too closes by itself", () => {
  const shown = () => notificationsStore.getState().notifications.map(({ autoClose, icon }) => [autoClose, icon]);
  showAnswerError("No answer received");
  expect(shown()).toEqual([[8_000, noticeIcons.error]]);
  showChatError("Please enter a message");
  expect(shown()).toEqual([[false, noticeIcons.error]]);
});
