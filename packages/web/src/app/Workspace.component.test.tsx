import {
  getAccounts,
  getAllArtifacts,
  getFeatureFlags,
  getSiteConfigs,
  getUserSettings,
  listAssistants,
  listConversations,
  listGroups,
  listLegacyWorkspaces,
} from "@lectern/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { openDialog } from "../entities/shell/dialogs.ts";
import { openPage } from "../entities/shell/routes.ts";
import { queryClient } from "../lib/queryClient.ts";
import { artifactPanel, createVersion, storeArtifacts, stubArtifacts } from "../testing/artifacts.ts";
import { alerts, answers } from "../testing/chatPage.ts";
import {
  createBranch,
  createConversation,
  storeLocalConversations,
  stubCloudConversations,
} from "../testing/conversations.ts";
import { createFlags } from "../testing/defaultAnswers.ts";
import { openPrompts, promptRow } from "../testing/promptPanel.ts";
import { renderApp } from "../testing/renderApp.tsx";
import { banner, composer, conversationRow, dialogNamed, eventually, log } from "../testing/screen.ts";
import { stubAnswers } from "../testing/stubChat.ts";
import { stubPrompts } from "../testing/stubFolders.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../testing/stubServer.ts";

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

test("[A8.37] what cannot be loaded beside the chat is only logged, and the app goes on with its defaults", async () => {
  const others = [
    ...[getAccounts, getUserSettings, listGroups, listAssistants, getAllArtifacts],
    ...[listLegacyWorkspaces, listConversations],
  ];
  for (const op of [getFeatureFlags, ...others]) failOp(op, "The database isn’t responding.");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  stubAnswers("It works.");
  await storeLocalConversations(build("first", "The first of two"));
  await renderApp();
  const ask = async (question: string) => {
    await composer().fill(question);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => log().getByText("It works.").elements().length).toBeGreaterThan(0);
  };
  await ask("Does it work?");
  expect(alerts().elements()).toEqual([]);

  // With the flags, the rest is asked for.
  stubOp(getFeatureFlags, createFlags({ artifacts: true, assistantAdminInterface: true }));
  dispatchEvent(new CustomEvent("updateFeatureSettings", { detail: {} }));
  await eventually(() => listInputs(listConversations).length).toBeGreaterThan(0);
  await page.getByRole("tab", { name: "More" }).click();
  await eventually(() => listInputs(listGroups).length).toBeGreaterThan(0);
  await page.getByRole("tab", { name: "Chats" }).click();
  await userEvent.keyboard("{Control>},{/Control}");
  await expect.element(dialogNamed("Settings").getByText("Dark", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  for (const [name, op] of [
    ["Artifacts", getAllArtifacts],
    ["Select Assistants", listAssistants],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await eventually(() => listInputs(op).length).toBeGreaterThan(0);
    await userEvent.keyboard("{Escape}");
  }
  await page.getByRole("button", { name: "New chat" }).click();
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await eventually(() => listInputs(getAccounts).length).toBeGreaterThan(0);
  await ask("Does it still work?");
  await expect.element(conversationRow("The first of two")).toBeVisible();
  for (const op of others) expect([op.path, listInputs(op).length > 0]).toEqual([op.path, true]);
  const logged = warn.mock.calls.flat().join("\n");
  const names = ["flags", "settings", "groups", "assistants", "savedArtifacts", "legacyWorkspaces", "accounts"];
  for (const name of names) expect(logged).toMatch(new RegExp(`\\b${name}\\b.* (?:failed|could not be loaded)`));
  // Another statement requires an alert for the conversations.
  expect(alerts().elements()).toHaveLength(1);
  await expect.element(alerts()).toMatchTextContent(/^Unable to sync local conversations/);
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

test("[A4.33] conversations, assistants and groups are loaded at once when the page starts, and prompts wait for none of them", async () => {
  stubOp(getFeatureFlags, createFlags({ assistantAdminInterface: true }));
  stubPrompts({ name: "Lesson", content: "Begin." });
  const paused = [listConversations, listAssistants, listGroups].map(pauseOp);
  await renderApp();
  await Promise.all(paused.map(({ reached }) => reached));
  await openPrompts();
  await expect.element(promptRow("Lesson")).toBeVisible();
  for (const { release } of paused) release();
});

test("[G2.01] pages, panels and dialogs have no path of their own, and window events open some of them", async () => {
  stubArtifacts();
  stubOp(getFeatureFlags, createFlags({ artifacts: true, adminInterface: true, assistantAdminInterface: true }));
  stubOp(getSiteConfigs, { admins: [], states: {} });
  await storeArtifacts({ versions: [createVersion()] });
  const { pathname, search } = location;
  const expectSamePath = () => expect([location.pathname, location.search]).toEqual([pathname, search]);
  await renderApp("#c=stored");
  await expect.element(composer()).toBeVisible();
  expectSamePath();
  // What the event opens is loaded after the start.
  await expect.element(banner().getByRole("button", { name: "Artifacts", exact: true })).toBeVisible();
  dispatchEvent(new CustomEvent("openArtifactsTrigger", { detail: {} }));
  await expect.element(artifactPanel()).toBeVisible();
  expectSamePath();
  for (const [event, title] of [
    ["openAstAdminInterfaceTrigger", "Assistant Admin Interface"],
    ["openAdminInterfaceTrigger", "Admin Interface"],
  ] as const) {
    dispatchEvent(new CustomEvent(event, { detail: {} }));
    await expect.element(page.getByRole("dialog", { name: title, exact: true })).toBeVisible();
    expectSamePath();
    await page.getByRole("dialog", { name: title, exact: true }).getByRole("button", { name: "Close" }).first().click();
  }
  await openPrompts();
  openDialog("assistantEditor", { assistantId: null });
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expectSamePath();
  await userEvent.keyboard("{Escape}");
  openPage("files");
  await expect.element(page.getByRole("heading", { name: "Your files" })).toBeVisible();
  expectSamePath();
});
