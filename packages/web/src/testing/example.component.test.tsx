import { getAvailableModels, getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations, stubCloudConversations } from "./conversations.ts";
import { createFlags, createModel, createModels } from "./defaultAnswers.ts";
import { renderApp } from "./renderApp.tsx";
import { stubChat } from "./stubChat.ts";
import { failOp, stubOp } from "./stubServer.ts";

test("an answer streams", async () => {
  const chat = stubChat();
  await renderApp();
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.fill("Hello");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("One **two**");
  const log = page.getByRole("log");
  await expect.element(log.getByText("two")).toBeVisible();
  await commands.emulateMedia({ reducedMotion: "reduce" });
  chat.answers[0]?.end();
  await expect.element(page.getByRole("button", { name: "Copy the answer" })).toBeVisible();
});

test("stored conversations open", async () => {
  await storeLocalConversations(createConversation({ messages: createBranch(["Why?", "Because."]) }));
  stubCloudConversations(
    createConversation({ id: "cloud", name: "In the cloud", messages: createBranch(["What?", "That."]) }),
  );
  await renderApp("#c=stored");
  await expect.element(page.getByText("Because.")).toBeVisible();
  await page.getByRole("button", { name: "In the cloud (" }).click();
  await expect.element(page.getByText("That.")).toBeVisible();
});

test("models fail", async () => {
  failOp(getAvailableModels, "No models today.");
  await renderApp();
  await expect.element(page.getByText("Failed to Retrieve Models")).toBeVisible();
});
