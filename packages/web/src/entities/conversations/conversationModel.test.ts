import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
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
interface ExpectedConversation {
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

let userCount = 0;

test("after each step of any sequence of sending, editing, forking, branching, removing, restoring and moving, each conversation has the expected content", async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const cloud = startFakeCloud();
      const user = `model${userCount++}`;
      const local = await openLocalConversations(user);
      let store = createConversationStore(user, local, new QueryClient());
      const model = new Map<string, ExpectedConversation>();
      const undos = new Map<string, { undo: () => Promise<void>; before: ExpectedConversation; isLast: boolean }>();
      let count = 0;
      const getExpected = (id: string): ExpectedConversation => {
        const expectedConversation = model.get(id);
        if (!expectedConversation) throw new Error(`${id} is not in the model`);
        return expectedConversation;
      };

      /** Runs the next turn: sends a message and lets the fake server answer it. */
      async function turn(id: string, userMessage: Message, isNew: boolean): Promise<void> {
        const expectedNow = getExpected(id);
        const reply = message(`a${count}`, userMessage.id);
        const addedMessages = isNew ? [userMessage, reply] : [reply];
        const startedConversation = await store.beginTurn(id, addedMessages, reply.id);
        expect(startedConversation.isLocal).toBe(expectedNow.isLocal);
        if (!expectedNow.isLocal) {
          cloud.receiveTurn(startedConversation, addedMessages, reply.id);
          await store.confirmTurn(id, reply);
        }
        await store.saveAnswer(id, reply, expectedNow.isLocal);
        await store.finishTurn(id);
        model.set(id, { ...expectedNow, messages: [...expectedNow.messages, ...addedMessages], headId: reply.id });
      }

      for (const action of sequence) {
        const ids = [...model.keys()];
        const id = "which" in action ? ids[action.which % Math.max(ids.length, 1)] : undefined;
        count += 1;
        if (action.kind === "start") {
          const startedId = await store.startNew({ isLocal: action.isLocal, modelId: null, temperature: null });
          await store.rename(startedId, `Name ${count}`);
          model.set(startedId, { messages: [], headId: null, isLocal: action.isLocal });
        } else if (action.kind === "sync") {
          expect((await store.sync()).removed).toEqual([]);
        } else if (action.kind === "reload") {
          store = createConversationStore(user, local, new QueryClient());
        } else if (action.kind === "moveAll") {
          expect(await store.moveMany(ids, action.to)).toMatchObject({ failed: [], isCancelled: false });
          // A conversation without messages is created in the cloud with its first message.
          for (const [each, expectedNow] of model) model.set(each, { ...expectedNow, isLocal: action.to === "local" });
        } else if (id) {
          const expectedNow = getExpected(id);
          const undo = undos.get(id);
          if (undo && action.kind !== "undo") undo.isLast = false;
          const branch = getBranch(expectedNow.messages, expectedNow.headId);
          const chosenMessage =
            "pick" in action ? expectedNow.messages[action.pick % Math.max(expectedNow.messages.length, 1)] : undefined;
          const shownMessage = "pick" in action ? branch[action.pick % Math.max(branch.length, 1)] : undefined;
          if (action.kind === "send") {
            await turn(id, message(`q${count}`, expectedNow.headId, { role: "user" }), true);
          } else if (action.kind === "move") {
            await store.move(id, action.to);
            model.set(id, { ...expectedNow, isLocal: action.to === "local" });
          } else if (action.kind === "copy") {
            model.set(await store.copy(id), expectedNow);
          } else if (action.kind === "file") {
            expect(await store.moveToFolder([id], `f${count}`)).toMatchObject({ done: [id], failed: [] });
          } else if (action.kind === "fork" && shownMessage) {
            const messages = forkBranch(expectedNow, shownMessage.id);
            model.set(await store.fork(id, shownMessage.id), { ...expectedNow, messages, headId: shownMessage.id });
          } else if (action.kind === "edit" && shownMessage?.role === "user") {
            await turn(id, { ...shownMessage, id: `q${count}`, content: "edited" }, true);
          } else if (action.kind === "again" && shownMessage?.role === "user") {
            await turn(id, shownMessage, false);
          } else if (action.kind === "branch" && chosenMessage) {
            const headId = findNewestLeaf(expectedNow.messages, chosenMessage.id);
            await store.showVersion(id, headId);
            model.set(id, { ...expectedNow, headId });
          } else if (action.kind === "overwrite" && chosenMessage) {
            const content = `written over ${count}`;
            await store.overwriteMessage(id, chosenMessage.id, content);
            const messages = expectedNow.messages.map((each) =>
              each.id === chosenMessage.id ? { ...each, content } : each,
            );
            model.set(id, { ...expectedNow, messages });
          } else if (action.kind === "removeMessage" && chosenMessage) {
            undos.set(id, { undo: await store.removeMessage(id, chosenMessage.id), before: expectedNow, isLast: true });
            const { messages, headId } = removeMessageFromTree(expectedNow, chosenMessage.id);
            model.set(id, { ...expectedNow, messages: [...messages], headId });
          } else if (action.kind === "undo" && undo) {
            await undo.undo();
            undos.delete(id);
            const after: Conversation = await store.read(id);
            if (undo.isLast) model.set(id, { ...undo.before, isLocal: expectedNow.isLocal });
            else {
              // New messages stay, removed messages are restored, and every parent exists.
              const presentIds = new Set(after.messages.map((each) => each.id));
              for (const { id: messageId } of expectedNow.messages) expect(presentIds).toContain(messageId);
              for (const { parentId } of after.messages) if (parentId !== null) expect(presentIds).toContain(parentId);
              expect(getBranch(after.messages, after.headId)[0]?.parentId ?? null).toBeNull();
              model.set(id, { messages: after.messages, headId: after.headId, isLocal: expectedNow.isLocal });
            }
          }
        }

        for (const [each, expected] of model) {
          const read = await store.read(each);
          expect(indexById(read.messages)).toEqual(indexById(expected.messages));
          expect(read.headId).toBe(expected.headId);
          expect(read.isLocal).toBe(expected.isLocal);
          expect(await local.get(each)).toEqual(cloud.rows.has(each) ? null : read);
          // The cloud appends restored messages, so the order of versions may differ.
          model.set(each, { ...expected, messages: read.messages });
        }
        expect(new Set((await store.list()).map((line) => line.id))).toEqual(new Set(model.keys()));
      }
    }),
    { numRuns: getFuzzRunCount(300) },
  );
});

const indexById = (messages: readonly Message[]) => new Map(messages.map((each) => [each.id, each]));
