import { notifications, notificationsStore } from "@mantine/notifications";
import { beforeEach, expect, test } from "vitest";
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

test("an error that the page shows already is only announced, whatever its text", () => {
  showAnswerError("The message was not sent.", { reason: "offline" });
  const [notice] = notificationsStore.getState().notifications;
  expect(notice).toMatchObject({ role: "alert", message: "The message was not sent.", "data-announced": true });
  expect(shownTitles()).toEqual([undefined]);
  showAnswerError("The message was not sent.");
  expect(shownTitles()).toContain("The message was not sent.");
});
