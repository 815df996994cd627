import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import { startNewChat } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  answers,
  chooseForConversation,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  send,
  typeNewName,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

interface StateIdLog {
  /** Each value of the state id that the page has shown, in order. */
  states: string[];
  /** The state id at each write of a conversation. */
  writes: string[];
}

/** From the next load of a page on, records the state id whenever it changes and whenever a conversation is stored. */
async function recordStateIds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: StateIdLog = { states: [], writes: [] };
    Object.assign(globalThis, { stateIdLog: log });
    const readState = () => document.querySelector<HTMLElement>("[data-conversation-state]")?.dataset.conversationState;
    new MutationObserver(() => {
      const state = readState();
      if (state !== undefined && log.states.at(-1) !== state) log.states.push(state);
    }).observe(document, { subtree: true, childList: true, attributes: true });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === "conversationHistory") log.writes.push(readState() ?? "no page yet");
      return put.apply(this, given);
    };
  });
}

// `recordStateIds` sets `stateIdLog`.
const readLog = (page: Page) => page.evaluate(() => (globalThis as unknown as { stateIdLog: StateIdLog }).stateIdLog);

test("[C4.21] [A4.22] [C4.22] [A4.23] the state id is 'init', then 'post-init', then another one at each change; nothing is saved before the conversations are loaded, and after an answer the conversation and its line are", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  const { models } = fixture.workspace;
  await recordStateIds(page);
  const conversations = [buildLocalConversation("one", "Number one"), buildLocalConversation("two", "Number two")];
  await openWorkspaceWith(person, fixture.url, conversations, "#c=one");
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  const { states, writes: writesAtStart } = await readLog(page);
  expect(states.slice(0, 2)).toEqual(["init", "post-init"]);
  expect(writesAtStart).toEqual([]);

  const knownStates = new Set(states);
  const waitForNextState = async () => {
    await expectEventually(async () => knownStates.has((await readLog(page)).states.at(-1) ?? "")).toBe(false);
    for (const state of (await readLog(page)).states) knownStates.add(state);
  };
  await conversationRow(page, "Number two").click();
  await expectVisible(page.getByRole("log"), "Answer of Number two");
  await waitForNextState();
  await chooseForConversation(page, "Number two", "Rename");
  await typeNewName(page, "Number three");
  await waitForNextState();
  await page.goBack();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await waitForNextState();
  expect((await readLog(page)).states.slice(2)).not.toContain("init");

  const readStoredTexts = async () => {
    const { conversationHistory } = await readStoredConversations(page, userId);
    return conversationHistory.find(({ id }) => id === "one")?.messages.map(({ content }) => content);
  };
  models.script({ answer: "First half, second half", hangAfter: 2 }, "scripted-large");
  await send(page, "And now?");
  await expectEventually(() => answers(page).last().textContent()).toContain("First half");
  const textsBefore = ["Question of Number one", "Answer of Number one", "And now?"];
  // The turn has just started and has no answer yet.
  expect(await readStoredTexts()).toEqual([...textsBefore, ""]);
  models.resume();
  await expectEventually(readStoredTexts).toEqual([...textsBefore, "First half, second half"]);
  const { conversationSummaries } = await readStoredConversations(page, userId);
  const updatedAt = Date.parse(String(conversationSummaries.find(({ id }) => id === "one")?.updatedAt));
  expect(updatedAt).toBeGreaterThan(Date.parse("2026-01-15T12:00:00.000Z"));
  // No write happened during loading, and the state id at the last write is neither 'init' nor 'post-init'.
  const { writes } = await readLog(page);
  expect(writes).not.toContain("init");
  expect(writes).not.toContain("no page yet");
  expect(["init", "post-init", undefined]).not.toContain(writes.at(-1));
});

test("[C4.22] [A4.23] a new chat that the page opens with is not saved before the conversations are loaded", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await startNewChat(page);
  await expectEventually(() => page.evaluate(() => location.hash)).not.toContain("one");
  await recordStateIds(page);
  await page.reload();
  await composer(page).waitFor();
  await conversationRow(page, "Number one").click();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await chooseForConversation(page, "Number one", "Rename");
  await typeNewName(page, "Number two");
  // Writes are stored in order, so one made while the page was loading would come before that of the new name.
  await expectEventually(async () => (await readLog(page)).writes).toHaveLength(1);
  const { states, writes } = await readLog(page);
  expect(states.slice(0, 2)).toEqual(["init", "post-init"]);
  expect(["init", "post-init", "no page yet"]).not.toContain(writes[0]);
});
