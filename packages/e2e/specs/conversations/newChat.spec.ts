import { createConversation, getFeatureFlags, getUserSettings, listConversations } from "@lectern/contract";
import { expect, test } from "vitest";
import { answerStorageQuestion, changeStorage, startNewChat } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import {
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  readConversationNames,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const newChatText = "Start a new conversation.";

test("a new chat in another tab stays empty when this one sends, and keeps the text typed there; the storage of new conversations is remembered over a reload", async () => {
  const { context, page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const otherTab = await context.newPage();
  await openWorkspace(otherTab, fixture.url);
  await composer(otherTab).fill("Not sent yet");
  const region = page.getByRole("region", { name: "New chat" });
  await answerStorageQuestion(page, "This browser");
  await changeStorage(page, region.getByRole("button", { name: /^This browser,/ }), "Cloud");
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  await ask(page, "Sent from the first tab");
  await expectEventually(() => readConversationNames(otherTab)).toHaveLength(1);
  await expectVisible(otherTab, newChatText);
  await composer(otherTab).waitFor();
  expect(await composer(otherTab).inputValue()).toBe("Not sent yet");
  expect(await questions(otherTab).count()).toBe(0);
  await otherTab.reload();
  await expectEventually(() => composer(otherTab).inputValue()).toBe("Not sent yet");
  await ask(otherTab, "Sent from the second tab");
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  await expectVisible(page.getByRole("log"), "Sent from the first tab");
  expect(await questions(page).count()).toBe(1);

  // Neither new conversation is empty any more, so the page starts a new conversation before it knows the person's
  // flags.
  const pausedFlags = await pauseOp(page, getFeatureFlags);
  await page.goto(fixture.url);
  await pausedFlags.reached;
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  expect(await region.count()).toBe(0);
  pausedFlags.release();
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
});

test("the first new chat asks where chats should be stored, once for all devices; the answer also moves this chat", async () => {
  const { page, userId, email } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const question = page.getByRole("group", { name: "Where should your chats be stored?" });
  const region = page.getByRole("region", { name: "New chat" });
  await question.waitFor();
  // The place is named once.
  expect(await region.getByRole("button", { name: /^This browser,/ }).count()).toBe(0);
  await checkAxe(page, "the question where chats are stored");
  await question.getByRole("button", { name: /^Cloud/ }).click();
  await question.waitFor({ state: "detached" });
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  expect(await page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`)).toBe(
    "future-cloud",
  );
  expect(await composer(page).evaluate((field) => field.matches(":focus"))).toBe(true);
  await page.reload();
  await region.getByRole("button", { name: /^Cloud,/ }).waitFor();
  expect(await question.count()).toBe(0);

  const { page: otherPage } = await fixture.openSignedIn({ email });
  await openWorkspace(otherPage, fixture.url);
  const otherRegion = otherPage.getByRole("region", { name: "New chat" });
  await otherRegion.getByRole("button", { name: /^Cloud,/ }).waitFor();
  const otherQuestion = otherPage.getByRole("group", { name: "Where should your chats be stored?" });
  expect(await otherQuestion.count()).toBe(0);
  // A change reaches the devices that are open.
  await changeStorage(otherPage, otherRegion.getByRole("button", { name: /^Cloud,/ }), "This browser");
  await region.getByRole("button", { name: /^This browser,/ }).waitFor();
});

test("a person who has not chosen, and whose chats are all in the cloud, is not asked: new chats are kept there, and no other place is named before that is known", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createConversation, { conversation: { id: "remote", name: "Remote", messages: [] } });
  await page.addInitScript(recordStorageNames);
  const list = await pauseOp(page, listConversations);
  await openWorkspace(page, fixture.url);
  await list.reached;
  const toggle = page.getByRole("region", { name: "New chat" }).getByRole("button", { name: /^(This browser|Cloud),/ });
  await expectVisible(page, "Make a plan");
  expect(await toggle.count()).toBe(0);
  list.release();
  await toggle.waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.storageNames)).toBe("Cloud");
  expect(await page.getByRole("group", { name: "Where should your chats be stored?" }).count()).toBe(0);
  await ask(page, "Where does this go?");
  await expectEventually(async () => (await api.call(listConversations, {})).conversations.length).toBe(2);
});

test("if the first new chat cannot be moved to the cloud, a notice says so, and the question stays", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await page.route("**/assets/createActions-*.js", (route) => route.abort());
  await openWorkspace(page, fixture.url);
  const question = page.getByRole("group", { name: "Where should your chats be stored?" });
  const cloudButton = question.getByRole("button", { name: /^Cloud/ });
  const readSelection = () => page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`);
  await cloudButton.click();
  await page.getByRole("alert").filter({ hasText: "couldn’t be loaded" }).waitFor();
  expect(await readSelection()).toBeNull();
  await page.unroute("**/assets/createActions-*.js");
  await page.reload();
  await cloudButton.click();
  await question.waitFor({ state: "detached" });
  expect(await readSelection()).toBe("future-cloud");
});

test("if the person's settings cannot be loaded, a new chat names its place and does not ask", async () => {
  const { page } = await fixture.openSignedIn();
  await failOp(page, getUserSettings, "The settings are locked.");
  await openWorkspace(page, fixture.url);
  await page.getByRole("button", { name: /^This browser, change/ }).waitFor();
  expect(await page.getByRole("group", { name: "Where should your chats be stored?" }).count()).toBe(0);
});

test("who sends a message instead of answering where chats should be stored has chosen this browser, and is not asked again on any device", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const question = page.getByRole("group", { name: "Where should your chats be stored?" });
  await question.waitFor();
  await ask(page, "Never mind");
  await startNewChat(page);
  await expectVisible(page, newChatText);
  expect(await question.count()).toBe(0);
  await expectEventually(async () => (await api.call(getUserSettings, {})).settings?.storageSelection).toBe(
    "future-local",
  );

  const { page: otherPage } = await fixture.openSignedIn({ email });
  await openWorkspace(otherPage, fixture.url);
  await otherPage.getByRole("button", { name: /^This browser, change/ }).waitFor();
  expect(await otherPage.getByRole("group", { name: "Where should your chats be stored?" }).count()).toBe(0);
});

/** Runs in the page: stores the names that the storage button has had, in the order in which they appeared. */
function recordStorageNames(): void {
  const names: string[] = [];
  new MutationObserver(() => {
    const button = document.querySelector<HTMLElement>('[aria-label$="change where this chat is stored"]');
    if (!button || button.textContent === names.at(-1)) return;
    names.push(button.textContent);
    document.documentElement.dataset.storageNames = names.join(", ");
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
