import { notifications, notificationsStore } from "@mantine/notifications";
import { afterEach, expect, test } from "vitest";
import { closeOtherChatErrors, showChatError } from "./chatNotices.ts";

const shownTitles = () => notificationsStore.getState().notifications.map(({ title }) => title);

afterEach(() => notifications.clean());

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
