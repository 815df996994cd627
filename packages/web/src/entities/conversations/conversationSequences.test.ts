import {
  appendMessages,
  clearMessages,
  createConversation,
  deleteConversation,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { conversationKeys } from "./store/conversationCache.ts";
import { createConversationStore } from "./store/conversationStore.ts";
import { createMemoryConversations } from "./store/createMemoryConversations.ts";
import { type StoredSummary, summaryOf } from "./storedSummary.ts";
import { message, startFakeCloud } from "./testing/fakeCloud.ts";

const ops = [
  appendMessages,
  clearMessages,
  createConversation,
  deleteConversation,
  openConversation,
  updateConversation,
];
const messageIndex = fc.nat({ max: 3 });
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("start" as const), isLocal: fc.boolean() }),
    fc.record({ kind: fc.constantFrom("clear", "remove", "settings", "reload" as const), which: messageIndex }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("turn" as const),
        which: messageIndex,
        // `closed`: the page is closed after the request was sent; `notSent`: before.
        cloudOutcome: fc.constantFrom("answered", "answered", "closed", "notSent", "refused", "unreachable" as const),
      }),
    },
    fc.record({
      kind: fc.constant("rename" as const),
      which: messageIndex,
      name: fc.constantFrom("A", "B", " ", "New Conversation"),
    }),
    fc.record({
      kind: fc.constant("move" as const),
      which: messageIndex,
      to: fc.constantFrom("cloud", "local" as const),
    }),
    fc.record({
      kind: fc.constant("fail" as const),
      op: fc.constantFrom(...ops),
      failure: fc.constantFrom("unreachable", "refused", "replyLost" as const),
    }),
    fc.record({ kind: fc.constant("sync" as const) }),
  ),
  { maxLength: 25 },
);

afterEach(() => vi.unstubAllGlobals());

test("after any sequence of actions and failures, no message is lost and the list contains each conversation once, up to date", async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const cloud = startFakeCloud();
      const local = createMemoryConversations();
      let cache = new QueryClient();
      let store = createConversationStore("u1", local, cache);
      /**
       * The acknowledged messages that must exist; null: the conversation may be gone, because its deletion has been
       * started.
       */
      const acknowledgedIds = new Map<string, Set<string> | null>();
      const ids: string[] = [];
      let count = 0;

      for (const action of sequence) {
        const id = "which" in action ? ids[action.which % Math.max(ids.length, 1)] : undefined;
        try {
          if (action.kind === "start") {
            const startedId = await store.startNew({ isLocal: action.isLocal, modelId: null, temperature: null });
            if (!acknowledgedIds.has(startedId)) ids.push(startedId);
            acknowledgedIds.set(startedId, acknowledgedIds.get(startedId) ?? new Set());
          } else if (action.kind === "fail") cloud.failNext(action.op, action.failure);
          else if (action.kind === "sync") await store.sync();
          else if (!id) continue;
          else if (action.kind === "rename") await store.rename(id, action.name);
          else if (action.kind === "move") await store.move(id, action.to);
          else if (action.kind === "settings") await store.changeSettings(id, { temperature: 0.2 });
          else if (action.kind === "clear") {
            acknowledgedIds.set(id, acknowledgedIds.get(id) === null ? null : new Set());
            await store.clear(id);
          } else if (action.kind === "remove") {
            acknowledgedIds.set(id, null);
            await store.remove(id);
          } else if (action.kind === "reload") {
            cache = new QueryClient();
            store = createConversationStore("u1", local, cache);
          } else if (action.kind === "turn") {
            count += 1;
            const { headId } = await store.read(id);
            const question = message(`q${count}`, headId, { role: "user" });
            const reply = message(`a${count}`, question.id);
            const startedConversation = await store.beginTurn(id, [question, reply], reply.id);
            const isReceived = !startedConversation.isLocal && ["answered", "closed"].includes(action.cloudOutcome);
            if (isReceived && !cloud.rows.has(id) && headId !== null) continue; // The server finds no parent.
            if (isReceived) cloud.receiveTurn(startedConversation, [question, reply], reply.id);
            if (!startedConversation.isLocal && ["closed", "notSent"].includes(action.cloudOutcome)) {
              cache = new QueryClient();
              store = createConversationStore("u1", local, cache);
            } else if (!startedConversation.isLocal && action.cloudOutcome === "refused") {
              await store.beginTurn(id, [{ ...question, data: { unsent: true } }, reply], reply.id);
            } else if (!startedConversation.isLocal && action.cloudOutcome === "unreachable") {
              await store.withdrawTurn(id, [question.id, reply.id], headId);
            }
            if (!startedConversation.isLocal && !isReceived) continue;
            if (startedConversation.isLocal) await store.saveAnswer(id, reply, true);
            else if (action.cloudOutcome === "answered") {
              await store.confirmTurn(id, reply);
              await store.saveAnswer(id, reply, false);
            }
            // A third message prevents a title request, whose timing would vary between runs.
            for (const { id: written } of [question, reply]) acknowledgedIds.get(id)?.add(written);
          }
        } catch {
          // The call may fail; the state that remains is checked below.
        }
      }

      cloud.clearFailures();
      await store.sync();
      const list = await store.list();
      const shownSummaries = cache.getQueryData<StoredSummary[]>(conversationKeys.list("u1"));
      expect(shownSummaries).toEqual(list);
      expect(new Set(list.map((each) => each.id)).size).toBe(list.length);
      const reader = createConversationStore("u1", local, new QueryClient());
      for (const [id, messageIds] of acknowledgedIds) {
        const summary = list.find((each) => each.id === id);
        if (messageIds === null && !summary) continue;
        const readConversation = await reader.read(id);
        expect(summary).toMatchObject({ ...summaryOf(readConversation), updatedAt: expect.any(String) });
        const presentIds = new Set(readConversation.messages.map((each) => each.id));
        for (const messageId of messageIds ?? []) expect(presentIds).toContain(messageId);
      }
      expect(list.every(({ id }) => acknowledgedIds.has(id))).toBe(true);
    }),
    { numRuns: getFuzzRunCount(300) },
  );
});
