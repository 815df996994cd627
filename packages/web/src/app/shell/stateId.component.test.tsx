import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { chooseInRow, createChat, readLocalConversations, typeNewName } from "../../testing/chatList.ts";
import { answers, sendMessage } from "../../testing/chatPage.ts";
import { storeLocalConversations } from "../../testing/conversations.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, conversationRow, eventually, log } from "../../testing/screen.ts";
import { stubChat } from "../../testing/stubChat.ts";

interface StateIdLog {
  /** Each value of the state id that the page has shown, in order. */
  states: string[];
  /** The state id at each write of a conversation. */
  writes: string[];
}

/** Records the state id whenever it changes and whenever a conversation is stored. */
function recordStateIds(): StateIdLog {
  const record: StateIdLog = { states: [], writes: [] };
  const readState = () => document.querySelector<HTMLElement>("[data-conversation-state]")?.dataset.conversationState;
  const observer = new MutationObserver(() => {
    const state = readState();
    if (state !== undefined && record.states.at(-1) !== state) record.states.push(state);
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
    if (this.name === "conversationHistory") record.writes.push(readState() ?? "no page yet");
    return put.apply(this, given);
  };
  onTestFinished(() => {
    observer.disconnect();
    IDBObjectStore.prototype.put = put;
  });
  return record;
}

const shownAnswer = (name: string) => log().getByText(`Answer of ${name}`, { exact: true });

test("[C4.21] [A4.22] [C4.22] [A4.23] the state id is 'init', then 'post-init', then another one at each change; nothing is saved before the chats are loaded, and after an answer the chat and its line are", async () => {
  const chat = stubChat();
  await storeLocalConversations(createChat("one", "Number one"), createChat("two", "Number two"));
  const { states, writes } = recordStateIds();
  await renderApp("#c=one");
  await expect.element(shownAnswer("Number one")).toBeVisible();
  expect(states.slice(0, 2)).toEqual(["init", "post-init"]);
  expect(writes).toEqual([]);

  const knownStates = new Set(states);
  const waitForNextState = async () => {
    await eventually(() => knownStates.has(states.at(-1) ?? "")).toBe(false);
    for (const state of states) knownStates.add(state);
  };
  await conversationRow("Number two").click();
  await expect.element(shownAnswer("Number two")).toBeVisible();
  await waitForNextState();
  await chooseInRow("Number two", "Rename");
  await typeNewName("Number three");
  await waitForNextState();
  history.back();
  await expect.element(shownAnswer("Number one")).toBeVisible();
  await waitForNextState();
  expect(states.slice(2)).not.toContain("init");

  const readTexts = async () =>
    (await readLocalConversations()).find(({ id }) => id === "one")?.messages.map(({ content }) => content);
  await sendMessage("And now?");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("First half");
  await expect.element(answers().last()).toMatchTextContent(/First half/);
  const textsBefore = ["Question of Number one", "Answer of Number one", "And now?"];
  // The turn has just started and has no answer yet.
  expect(await readTexts()).toEqual([...textsBefore, ""]);
  chat.answers[0]?.write(", second half");
  chat.answers[0]?.end();
  await eventually(readTexts).toEqual([...textsBefore, "First half, second half"]);
  const stored = (await readLocalConversations()).find(({ id }) => id === "one");
  expect(Date.parse(stored?.updatedAt ?? "")).toBeGreaterThan(Date.parse("2026-01-15T12:00:00.000Z"));
  // No write happened during loading, and the state id at the last write is neither 'init' nor 'post-init'.
  expect(writes).not.toContain("init");
  expect(writes).not.toContain("no page yet");
  expect(["init", "post-init", undefined]).not.toContain(writes.at(-1));
});

test("[C4.22] [A4.23] a new chat that the page opens with is not saved before the chats are loaded", async () => {
  await storeLocalConversations(createChat("one", "Number one"));
  await renderApp("#c=one");
  await expect.element(shownAnswer("Number one")).toBeVisible();
  await page.getByRole("button", { name: "New chat" }).click();
  await eventually(() => location.hash).not.toContain("one");
  await expect.element(page.getByText("Start a new conversation.").first()).toBeVisible();
  const fragment = location.hash;
  await cleanup();
  const { states, writes } = recordStateIds();
  await reloadApp(fragment);
  await expect.element(composer()).toBeVisible();
  await conversationRow("Number one").click();
  await expect.element(shownAnswer("Number one")).toBeVisible();
  await chooseInRow("Number one", "Rename");
  await typeNewName("Number two");
  // Writes are stored in order, so one made while the page was loading would come before that of the new name.
  await eventually(() => writes).toHaveLength(1);
  expect(states.slice(0, 2)).toEqual(["init", "post-init"]);
  expect(["init", "post-init", "no page yet"]).not.toContain(writes[0]);
});
