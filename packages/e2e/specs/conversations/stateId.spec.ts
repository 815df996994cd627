import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  answers,
  chooseForConversation,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
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

/** From the next page load on, records the state id whenever it changes and whenever a conversation is stored. */
async function recordStateIds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: StateIdLog = { states: [], writes: [] };
    Object.assign(globalThis, { stateIdLog: log });
    const read = () => document.querySelector<HTMLElement>("[data-conversation-state]")?.dataset.conversationState;
    new MutationObserver(() => {
      const state = read();
      if (state !== undefined && log.states.at(-1) !== state) log.states.push(state);
    }).observe(document, { subtree: true, childList: true, attributes: true });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === "conversationHistory") log.writes.push(read() ?? "no page yet");
      return put.apply(this, given);
    };
  });
}

// `recordStateIds` sets `stateIdLog`.
const readLog = (page: Page) => page.evaluate(() => (globalThis as unknown as { stateIdLog: StateIdLog }).stateIdLog);

test("[C4.21] [A4.22] the state id is 'init', then 'post-init', then another one at each change of conversations or selection", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [
    localConversation("one", "Number one"),
    localConversation("two", "Number two"),
  ]);
  await recordStateIds(page);
  await page.goto(`${fixture.url}/#c=one`);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  const { states } = await readLog(page);
  expect(states.slice(0, 2)).toEqual(["init", "post-init"]);

  const known = new Set(states);
  const nextState = async () => {
    await expectEventually(async () => known.has((await readLog(page)).states.at(-1) ?? "")).toBe(false);
    for (const state of (await readLog(page)).states) known.add(state);
  };
  await conversationRow(page, "Number two").click();
  await expectVisible(page.getByRole("log"), "Answer of Number two");
  await nextState();
  await chooseForConversation(page, "Number two", "Rename");
  await typeNewName(page, "Number three");
  await nextState();
  await page.goBack();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await nextState();
  expect((await readLog(page)).states.slice(2)).not.toContain("init");
});

test("[C4.22] [A4.23] nothing is saved before the conversations are loaded; after an answer the conversation and its line are", async () => {
  const { page, userId } = await fixture.openSignedIn();
  const { models } = fixture.workspace;
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [localConversation("one", "Number one")]);
  await recordStateIds(page);
  await page.goto(`${fixture.url}/#c=one`);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  expect((await readLog(page)).writes).toEqual([]);

  const keptText = async () => {
    const { conversationHistory } = await readStoredConversations(page, userId);
    return conversationHistory.find(({ id }) => id === "one")?.messages.map(({ content }) => content);
  };
  models.script({ answer: "First half, second half", hangAfter: 2 }, "scripted-large");
  await send(page, "And now?");
  await expectEventually(() => answers(page).last().textContent()).toContain("First half");
  // The turn has just started and has no answer yet.
  expect(await keptText()).toEqual(["Question of Number one", "Answer of Number one", "And now?", ""]);
  models.resume();
  await expectEventually(keptText).toEqual([
    "Question of Number one",
    "Answer of Number one",
    "And now?",
    "First half, second half",
  ]);
  const { conversationSummaries } = await readStoredConversations(page, userId);
  expect(Date.parse(String(conversationSummaries.find(({ id }) => id === "one")?.updatedAt))).toBeGreaterThan(
    Date.parse("2026-01-15T12:00:00.000Z"),
  );
  // No write happened during loading, and the last one has a state id of its own.
  const { writes } = await readLog(page);
  expect(writes).not.toContain("init");
  expect(writes).not.toContain("no page yet");
  expect(["init", "post-init", undefined]).not.toContain(writes.at(-1));
});
