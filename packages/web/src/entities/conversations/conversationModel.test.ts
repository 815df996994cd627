import "fake-indexeddb/auto";
import {
  type Conversation,
  findNewestLeaf,
  forkBranch,
  getBranch,
  type Message,
  removeMessageFromTree,
} from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createConversationStore } from "./store/conversationStore.ts";
import { openLocalConversations } from "./store/localConversations.ts";
import { message, startFakeCloud } from "./testing/fakeCloud.ts";

/** The expected state of a conversation. */
interface Expected {
  messages: Message[];
  headId: string | null;
  isLocal: boolean;
}

const choiceIndex = fc.nat({ max: 4 });
const pick = fc.nat({ max: 30 });
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("start" as const), isLocal: fc.boolean() }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("send" as const), which: choiceIndex }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom("edit", "again", "overwrite", "branch", "fork", "removeMessage" as const),
        which: choiceIndex,
        pick,
      }),
    },
    fc.record({ kind: fc.constantFrom("undo", "copy", "file" as const), which: choiceIndex }),
    fc.record({
      kind: fc.constant("move" as const),
      which: choiceIndex,
      to: fc.constantFrom("cloud", "local" as const),
    }),
    fc.record({ kind: fc.constant("moveAll" as const), to: fc.constantFrom("cloud", "local" as const) }),
    fc.record({ kind: fc.constantFrom("reload", "sync" as const) }),
  ),
  { minLength: 5, maxLength: 30 },
);

afterEach(() => vi.unstubAllGlobals());

let users = 0;

test("after each step of any sequence of sending, editing, forking, branching, removing, restoring and moving, each conversation has the expected content", async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const cloud = startFakeCloud();
      const user = `model${users++}`;
      const local = await openLocalConversations(user);
      let store = createConversationStore(user, local, new QueryClient());
      const model = new Map<string, Expected>();
      const undos = new Map<string, { undo: () => Promise<void>; before: Expected; isLast: boolean }>();
      let count = 0;
      const ofModel = (id: string): Expected => {
        const known = model.get(id);
        if (!known) throw new Error(`${id} is not in the model`);
        return known;
      };

      /** Runs the next turn: sends a message and lets the fake server answer it. */
      async function turn(id: string, userMessage: Message, isNew: boolean): Promise<void> {
        const now = ofModel(id);
        const reply = message(`a${count}`, userMessage.id);
        const added = isNew ? [userMessage, reply] : [reply];
        await store.beginTurn(id, added, reply.id);
        const row = cloud.rows.get(id);
        if (row && !now.isLocal) cloud.change(id, { messages: [...row.messages, ...added], headId: reply.id });
        await store.saveAnswer(id, reply, now.isLocal);
        await store.finishTurn(id);
        model.set(id, { ...now, messages: [...now.messages, ...added], headId: reply.id });
      }

      for (const action of sequence) {
        const ids = [...model.keys()];
        const id = "which" in action ? ids[action.which % Math.max(ids.length, 1)] : undefined;
        count += 1;
        if (action.kind === "start") {
          const started = await store.startNew({ isLocal: action.isLocal, modelId: null, temperature: null });
          await store.rename(started, `Name ${count}`);
          model.set(started, { messages: [], headId: null, isLocal: action.isLocal });
        } else if (action.kind === "sync") {
          expect((await store.sync()).removed).toEqual([]);
        } else if (action.kind === "reload") {
          store = createConversationStore(user, local, new QueryClient());
        } else if (action.kind === "moveAll") {
          expect(await store.moveMany(ids, action.to)).toMatchObject({ failed: [], isCancelled: false });
          // A conversation without messages is created in the cloud with its first message.
          for (const [each, now] of model) model.set(each, { ...now, isLocal: action.to === "local" });
        } else if (id) {
          const now = ofModel(id);
          const undo = undos.get(id);
          if (undo && action.kind !== "undo") undo.isLast = false;
          const thread = getBranch(now.messages, now.headId);
          const chosen = "pick" in action ? now.messages[action.pick % Math.max(now.messages.length, 1)] : undefined;
          const shown = "pick" in action ? thread[action.pick % Math.max(thread.length, 1)] : undefined;
          if (action.kind === "send") {
            await turn(id, message(`q${count}`, now.headId, { role: "user" }), true);
          } else if (action.kind === "move") {
            await store.move(id, action.to);
            model.set(id, { ...now, isLocal: action.to === "local" });
          } else if (action.kind === "copy") {
            model.set(await store.copy(id), now);
          } else if (action.kind === "file") {
            expect(await store.moveToFolder([id], `f${count}`)).toMatchObject({ done: [id], failed: [] });
          } else if (action.kind === "fork" && shown) {
            const messages = forkBranch(now, shown.id);
            model.set(await store.fork(id, shown.id), { ...now, messages, headId: shown.id });
          } else if (action.kind === "edit" && shown?.role === "user") {
            await turn(id, { ...shown, id: `q${count}`, content: "edited" }, true);
          } else if (action.kind === "again" && shown?.role === "user") {
            await turn(id, shown, false);
          } else if (action.kind === "branch" && chosen) {
            const headId = findNewestLeaf(now.messages, chosen.id);
            await store.showVersion(id, headId);
            model.set(id, { ...now, headId });
          } else if (action.kind === "overwrite" && chosen) {
            const content = `written over ${count}`;
            await store.overwriteMessage(id, chosen.id, content);
            const messages = now.messages.map((each) => (each.id === chosen.id ? { ...each, content } : each));
            model.set(id, { ...now, messages });
          } else if (action.kind === "removeMessage" && chosen) {
            undos.set(id, { undo: await store.removeMessage(id, chosen.id), before: now, isLast: true });
            const { messages, headId } = removeMessageFromTree(now, chosen.id);
            model.set(id, { ...now, messages: [...messages], headId });
          } else if (action.kind === "undo" && undo) {
            await undo.undo();
            undos.delete(id);
            const after: Conversation = await store.read(id);
            if (undo.isLast) model.set(id, { ...undo.before, isLocal: now.isLocal });
            else {
              // New messages stay, removed messages are restored, and every parent exists.
              const presentIds = new Set(after.messages.map((each) => each.id));
              for (const { id: messageId } of now.messages) expect(presentIds).toContain(messageId);
              for (const { parentId } of after.messages) if (parentId !== null) expect(presentIds).toContain(parentId);
              expect(getBranch(after.messages, after.headId)[0]?.parentId ?? null).toBeNull();
              model.set(id, { messages: after.messages, headId: after.headId, isLocal: now.isLocal });
            }
          }
        }

        for (const [each, expected] of model) {
          const read = await store.read(each);
          expect(byId(read.messages)).toEqual(byId(expected.messages));
          expect(read.headId).toBe(expected.headId);
          expect(read.isLocal).toBe(expected.isLocal);
          expect(await local.get(each)).toEqual(cloud.rows.has(each) ? null : read);
          // The cloud appends restored messages, so the order of versions may differ.
          model.set(each, { ...expected, messages: read.messages });
        }
        expect(new Set((await store.list()).map((line) => line.id))).toEqual(new Set(model.keys()));
      }
    }),
    { numRuns: 300 },
  );
});

const byId = (messages: readonly Message[]) => new Map(messages.map((each) => [each.id, each]));
