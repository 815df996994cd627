import {
  createMultipleConversations,
  deleteConversation,
  listConversations,
  saveUserSettings,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { moveInProgressKey } from "../../../entities/conversations/storage/moveInProgressKey.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { confirmWith, createChat, findInList, readLocalConversations } from "../../../testing/chatList.ts";
import { alertWithText } from "../../../testing/chatPage.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { accountButton, conversationRow, dialogNamed, eventually, log } from "../../../testing/screen.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { failOp, getPerson, listInputs } from "../../../testing/stubServer.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

const settingsDialog = () => dialogNamed("Settings");
const newChats = (name: "This browser" | "Cloud") =>
  settingsDialog().getByRole("radiogroup", { name: "New chats" }).getByRole("radio", { name });
const moveButton = (name: string) => settingsDialog().getByRole("button", { name, exact: true });
const settingsText = (text: string | RegExp) => settingsDialog().getByText(text, { exact: true }).first();
const pageText = (text: string) => page.getByText(text, { exact: true }).first();
const readSelection = (readSettings: ReturnType<typeof stubSettings>) => readSettings()?.storageSelection;

async function openStorage(): Promise<void> {
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await settingsDialog().getByRole("tab", { name: "Chat storage" }).click();
}

async function moveAll(name: "Move to this browser" | "Move to the cloud"): Promise<void> {
  await moveButton(name).click();
  await confirmWith(name);
}

const listLocalIds = async () =>
  (await readLocalConversations()).filter(({ messages }) => messages.length > 0).map(({ id }) => id);

test("[C8.11] a move of many to the cloud names what failed, shows its progress, can be cancelled, and is reported and continued if its page was closed", async () => {
  const cloud = stubCloud();
  stubSettings({ storageSelection: "future-cloud" });
  const chats = Array.from({ length: 52 }, (_, index) => createChat(`c${index}`, `Number ${index}`));
  await storeLocalConversations(...chats);
  await renderApp();
  await openStorage();
  const restoreOp = cloud.failOp(createMultipleConversations, "The disk is being changed.");
  await moveAll("Move to the cloud");
  const failureText =
    /^Conversation\(s\): Number \d+, Number \d+, Number \d+ and 49 more failed to move to the cloud\.$/;
  await expect.element(page.getByRole("alert").getByText(failureText)).toBeInTheDocument();
  expect(await listLocalIds()).toHaveLength(52);
  restoreOp();

  const pausedMove = cloud.pauseOp(createMultipleConversations);
  await moveButton("Move to the cloud").click();
  await pausedMove.reached;
  await expect.element(settingsText("Moving chats to the cloud")).toBeVisible();
  await expect.element(settingsText("0 of 52")).toBeVisible();
  await expect.element(newChats("This browser")).toBeDisabled();
  // By this the next page knows that this one was closed.
  expect(readUserValue(getPerson().id, moveInProgressKey)).toBe("cloud");
  await settingsDialog().getByRole("button", { name: "Cancel" }).click();
  pausedMove.release();
  await expect.element(pageText("50 of 52 chats were moved. The others stay where they were.")).toBeInTheDocument();
  await expect.element(settingsText("2 chats are in this browser.")).toBeVisible();
  expect(cloud.conversations.size).toBe(50);
  expect(await listLocalIds()).toHaveLength(2);

  // What a page leaves behind that was closed while it moved chats.
  await cleanup();
  writeUserValue(getPerson().id, moveInProgressKey, "cloud");
  await reloadApp();
  const interruptedText = /^Moving your chats was interrupted\. Nothing is lost: 2 chats are still in this browser/;
  await expect.element(page.getByRole("alert").getByText(interruptedText)).toBeInTheDocument();
  await openStorage();
  await moveButton("Move to the cloud").click();
  await expect.element(pageText("Successfully moved all conversations to the cloud.")).toBeInTheDocument();
  expect(cloud.conversations.size).toBe(52);
  expect(await listLocalIds()).toEqual([]);
  await reloadApp();
  await eventually(() => findInList("[data-row]").length).toBeGreaterThan(9);
  expect(page.getByRole("alert").query()).toBeNull();
});

test("[C8.13] [A4.04] [C4.05] a move to this browser names what failed, and says when all have moved", async () => {
  const readSettings = stubSettings({ storageSelection: "future-cloud" });
  const cloud = stubCloud(createChat("one", "Number one"), createChat("two", "Number two"));
  await renderApp();
  await expect.element(conversationRow("Number one")).toBeVisible();
  await openStorage();
  await newChats("This browser").click();
  await confirmWith("Save");
  await eventually(() => readSelection(readSettings)).toBe("future-local");
  const restoreOp = cloud.failOp(deleteConversation, "The disk is being changed.");
  await moveAll("Move to this browser");
  const failed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to local storage\.$/);
  await expect.element(failed).toBeInTheDocument();
  expect([
    "Conversation(s): Number one and Number two failed to move to local storage.",
    "Conversation(s): Number two and Number one failed to move to local storage.",
  ]).toContain(failed.element().textContent);
  await expect.element(settingsText("2 chats are in the cloud.")).toBeVisible();
  await eventually(() => readSelection(readSettings)).toBe("local-only");
  expect(cloud.conversations.size).toBe(2);

  restoreOp();
  await moveButton("Move to this browser").click();
  await expect.element(pageText("Successfully moved all conversations to local storage.")).toBeInTheDocument();
  expect(cloud.conversations.size).toBe(0);
  expect(new Set(await listLocalIds())).toEqual(new Set(["one", "two"]));
  await reloadApp();
  await conversationRow("Number one").click();
  await expect.element(log().getByText("Question of Number one", { exact: true })).toBeVisible();
});

test("[C8.14] [A7.66] [A8.24] where the cloud's list cannot be loaded or a setting is rejected, the page says so and uses what it stores; the next start syncs the setting to other devices", async () => {
  failOp(listConversations, "The disk is being changed.");
  await storeLocalConversations(createChat("near", "Near by"));
  await renderApp();
  const syncFailedText =
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...";
  await expect.element(alertWithText(syncFailedText)).toBeInTheDocument();
  await conversationRow("Near by").click();
  await expect.element(log().getByText("Answer of Near by", { exact: true })).toBeVisible();
  stubCloud();

  const readTheme = () => document.documentElement.dataset.mantineColorScheme;
  failOp(saveUserSettings, "The disk is being changed.");
  await accountButton().click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(alertWithText("Settings failed to update in the cloud...")).toBeInTheDocument();
  await eventually(readTheme).toBe("light");
  const readSettings = stubSettings();
  const failedSaves = listInputs(saveUserSettings).length;
  await reloadApp();
  await eventually(readTheme).toBe("light");
  await eventually(() => listInputs(saveUserSettings).length).toBeGreaterThan(failedSaves);
  await eventually(() => readSettings()?.theme).toBe("light");
  // Without its stored settings the browser is like another device.
  localStorage.clear();
  await reloadApp();
  await eventually(readTheme).toBe("light");
});
