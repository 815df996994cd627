import { getUserSettings, listConversations } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createChat } from "../../../testing/chatList.ts";
import { sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { failOp, stubConfig } from "../../../testing/stubServer.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

const question = () => page.getByRole("group", { name: "Where should your chats be stored?" });
const newChat = () => page.getByRole("region", { name: "New chat" });
const storageButton = (name: "This browser" | "Cloud") =>
  newChat().getByRole("button", { name: new RegExp(`^${name},`) });

/** Records the names that the storage button has had, in the order in which they appeared. */
function recordStorageNames(): string[] {
  const names: string[] = [];
  new MutationObserver(() => {
    const button = document.querySelector('[aria-label$="change where this chat is stored"]');
    if (button && button.textContent !== names.at(-1)) names.push(button.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  return names;
}

test("a person who has not chosen, and whose chats are all in the cloud, is not asked: new chats are kept there, and no other place is named before that is known", async () => {
  stubConfig({ defaultStorage: null });
  const chat = stubChat();
  const cloud = stubCloud(createChat("remote", "Remote"));
  const pausedList = cloud.pauseOp(listConversations);
  const names = recordStorageNames();
  await renderApp();
  await pausedList.reached;
  await expect.element(page.getByText("Make a plan").first()).toBeVisible();
  expect(
    newChat()
      .getByRole("button", { name: /^(This browser|Cloud),/ })
      .query(),
  ).toBeNull();
  pausedList.release();
  await expect.element(storageButton("Cloud")).toBeVisible();
  expect(names).toEqual(["Cloud"]);
  expect(question().query()).toBeNull();
  await sendMessage("Where does this go?");
  await eventually(() => chat.answers.length).toBe(1);
  // The server then stores the conversation.
  expect(chat.answers[0]?.request).toMatchObject({ options: { storage: "cloud" } });
});

test("if the person's settings cannot be loaded, a new chat names its place and does not ask", async () => {
  stubConfig({ defaultStorage: null });
  failOp(getUserSettings, "The settings are locked.");
  await renderApp();
  await expect.element(storageButton("Cloud")).toBeVisible();
  expect(question().query()).toBeNull();
});

test("who sends a message instead of answering where chats should be stored has chosen the cloud, and is not asked again on any device", async () => {
  stubConfig({ defaultStorage: null });
  stubAnswers("Fine.");
  const readSettings = stubSettings();
  await renderApp();
  await expect.element(question()).toBeVisible();
  await expect.element(question().getByRole("button", { name: /^Cloud .*In use$/ })).toBeVisible();
  await sendMessage("Never mind");
  await waitForAnswerEnd();
  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.").first()).toBeVisible();
  await expect.element(storageButton("Cloud")).toBeVisible();
  expect(question().query()).toBeNull();
  await eventually(() => readSettings()?.storageSelection).toBe("future-cloud");

  // Another device has nothing in its storage.
  localStorage.clear();
  await reloadApp();
  await expect.element(storageButton("Cloud")).toBeVisible();
  expect(question().query()).toBeNull();
});

test("the new chat moves to the place that the person chooses, with the first message", async () => {
  stubConfig({ defaultStorage: null });
  const chat = stubChat();
  await renderApp();
  await question()
    .getByRole("button", { name: /^This browser/ })
    .click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(storageButton("This browser")).toBeVisible();
  await sendMessage("Where does this go?");
  await eventually(() => chat.answers.length).toBe(1);
  expect(chat.answers[0]?.request).toMatchObject({ options: { storage: "local" } });
});

test("where the institution has set the storage of new chats, nobody is asked, and people can still change it", async () => {
  stubConfig({ defaultStorage: "cloud" });
  stubSettings();
  await renderApp();
  await expect.element(storageButton("Cloud")).toBeVisible();
  expect(question().query()).toBeNull();
  await storageButton("Cloud").click();
  await page.getByRole("menuitemradio", { name: "This browser" }).click();
  await expect.element(storageButton("This browser")).toBeVisible();
  await reloadApp();
  await expect.element(storageButton("This browser")).toBeVisible();
});
