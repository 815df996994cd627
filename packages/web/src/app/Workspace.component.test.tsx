import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../lib/queryClient.ts";
import { answers } from "../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../testing/conversations.ts";
import { renderApp } from "../testing/renderApp.tsx";
import { composer, conversationRow, eventually, log } from "../testing/screen.ts";
import { stubAnswers } from "../testing/stubChat.ts";

const build = (id: string, name: string) =>
  createConversation({ id, name, messages: createBranch([`Question of ${name}`, `Answer of ${name}`], id) });
const firstAnswer = () => log().getByText("Answer of The first of two");

test("the page goes back and forward through what was opened, and a reload shows the same again", async () => {
  stubAnswers("It is asked.");
  await storeLocalConversations(build("first", "The first of two"));
  await renderApp();
  await conversationRow("The first of two").click();
  await expect.element(firstAnswer()).toBeVisible();
  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  await composer().fill("The second of two");
  await userEvent.keyboard("{Enter}");
  await expect.element(log().getByText("It is asked.")).toBeVisible();

  history.back();
  await expect.element(firstAnswer()).toBeVisible();
  history.forward();
  await expect.element(log().getByText("The second of two")).toBeVisible();
  history.back();
  await expect.element(firstAnswer()).toBeVisible();
  const { hash } = location;
  expect(hash).toBe("#c=first");
  await cleanup();
  queryClient.clear();
  await renderApp(hash);
  await expect.element(firstAnswer()).toBeVisible();
  expect(answers().elements()).toHaveLength(1);
});

test("the address of a conversation that does not exist says so and opens a new one", async () => {
  stubCloudConversations();
  await renderApp("#c=nowhere");
  await expect.element(page.getByRole("alert").getByText("This conversation is no longer accessible")).toBeVisible();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  await eventually(() => location.hash).toBe("");
});

test("a conversation that cannot be rendered says so in its place, and the rest of the page keeps working", async () => {
  const whole = build("whole", "The whole one");
  // A damaged disk or another program may leave a message without text.
  const messages = whole.messages.map((message) => ({ ...message, content: 42 as unknown as string }));
  await storeLocalConversations(whole, { ...build("broken", "The broken one"), messages, headId: "whole-1" });
  await renderApp();
  await conversationRow("The broken one").click();
  const main = page.getByRole("main");
  await expect.element(main.getByRole("heading", { name: "This chat couldn’t be shown" })).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Copy details" })).toBeVisible();
  await conversationRow("The whole one").click();
  await expect.element(log().getByText("Answer of The whole one")).toBeVisible();
});
