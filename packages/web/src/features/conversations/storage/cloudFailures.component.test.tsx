import { openConversation } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createChat, readChatNames, readLocalConversations } from "../../../testing/chatList.ts";
import { alertWithText, answers, sendButton, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, conversationRow, eventually, log } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";

const fetchFailedText =
  "Unfortunately, we are unable to get your cloud-stored conversation at this time. Please try again later...";
const noSuchKeyText =
  "This conversation is no longer accessible, it has been made private in another browser or has been removed by another device.";
const storageFullText =
  "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.";

test("[C4.06] [C8.09] a cloud chat that cannot be fetched offers to try again; one that another device deleted is removed from the list with an alert", async () => {
  const cloud = stubCloud(
    createChat("goes", "Goes", { updatedAt: "2025-05-01T12:00:00.000Z" }),
    createChat("stays", "Stays", { updatedAt: "2025-05-02T12:00:00.000Z" }),
  );
  await renderApp();
  await expect.element(conversationRow("Goes")).toBeVisible();
  await eventually(readChatNames).toEqual(["Stays", "Goes"]);
  const restoreOp = cloud.failOp(openConversation, "The disk is being changed.");
  await conversationRow("Stays").click();
  const main = page.getByRole("main");
  await expect.element(main.getByText(fetchFailedText, { exact: true })).toBeVisible();
  await expect.element(main.getByText("The disk is being changed.")).toBeVisible();
  expect(readChatNames()).toEqual(["Stays", "Goes"]);
  restoreOp();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(log().getByText("Answer of Stays", { exact: true })).toBeVisible();

  cloud.remove("goes");
  await conversationRow("Goes").click();
  await expect.element(alertWithText(noSuchKeyText)).toBeVisible();
  await eventually(readChatNames).toEqual(["Stays"]);
  await expect.element(page.getByText("Start a new conversation.").first()).toBeVisible();
  await reloadApp();
  await eventually(readChatNames).toEqual(["Stays"]);
});

test("[C8.15] where the browser has no room left, the page says so and loses nothing on the screen", async () => {
  stubAnswers("There is room.");
  await storeLocalConversations(createChat("one", "While there was room"));
  await renderApp("#c=one");
  await expect.element(log().getByText("Answer of While there was room", { exact: true })).toBeVisible();
  const { put } = IDBObjectStore.prototype;
  const makeRoom = () => {
    IDBObjectStore.prototype.put = put;
  };
  onTestFinished(makeRoom);
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("The disk is full.", "QuotaExceededError");
  };
  const send = async () => {
    await expect.element(sendButton()).not.toHaveAttribute("aria-disabled", "true");
    composer().element().focus();
    await userEvent.keyboard("{Enter}");
  };
  await composer().fill("When there was none");
  await send();
  await expect.element(alertWithText(storageFullText)).toBeVisible();
  await expect.element(composer()).toHaveValue("When there was none");
  await expect.element(log().getByText("Question of While there was room", { exact: true })).toBeVisible();
  makeRoom();
  const storedConversations = await readLocalConversations();
  expect(storedConversations.find(({ id }) => id === "one")?.messages).toHaveLength(2);

  await reloadApp("#c=one");
  await expect.element(log().getByText("Question of While there was room", { exact: true })).toBeVisible();
  await expect.element(composer()).toHaveValue("When there was none");
  await send();
  await eventually(() => answers().elements()).toHaveLength(2);
  await waitForAnswerEnd();
});
