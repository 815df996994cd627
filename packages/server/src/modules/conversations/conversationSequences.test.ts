import { compressText, getBranch, type Message, removeMessageFromTree } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, Context } from "../../core/context.ts";
import { runCooperatively } from "../../core/runCooperatively.ts";
import { getOwnerId } from "../access/service.ts";
import { appendMessagesHandler } from "./ops/appendMessages.ts";
import { clearMessagesHandler } from "./ops/clearMessages.ts";
import { createConversationHandler } from "./ops/createConversation.ts";
import { deleteMessageHandler } from "./ops/deleteMessage.ts";
import { openConversationHandler } from "./ops/openConversation.ts";
import { updateConversationHandler } from "./ops/updateConversation.ts";
import { uploadConversationHandler } from "./ops/uploadConversation.ts";
import { openTurn, saveEndedAnswer } from "./service.ts";
import { type ConversationTestbed, createConversationTestbed } from "./testing/conversationTestbed.ts";
import { saveUnfinishedAnswer } from "./testing/saveUnfinishedAnswer.ts";
import { mergeUpload } from "./upload/mergeUpload.ts";

interface ExpectedMessage {
  id: string;
  parentId: string | null;
  content: string;
  isAnswer: boolean;
  /** True for an answer that has not ended. */
  isOpen: boolean;
  revision: number;
}

/** The expected content of the database, with messages in order of arrival. */
interface Model {
  messages: ExpectedMessage[];
  headId: string | null;
  revision: number;
  createdCount: number;
}

type Step =
  | { kind: "append"; parent: number; content: string }
  | { kind: "replace"; target: number; content: string }
  | { kind: "turn"; parent: number; content: string; ends: boolean }
  | { kind: "head"; target: number }
  | { kind: "delete"; target: number }
  | { kind: "clear" }
  | { kind: "upload"; keep: boolean[]; added: number; knows: boolean };

const content = fc.string({ maxLength: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("append" as const), parent: fc.nat({ max: 20 }), content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), target: fc.nat({ max: 20 }), content }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      parent: fc.nat({ max: 20 }),
      content,
      ends: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("head" as const), target: fc.nat({ max: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("delete" as const), target: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("upload" as const),
      keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      added: fc.nat({ max: 2 }),
      knows: fc.boolean(),
    }),
  },
);

let bed: ConversationTestbed;
let actor: Actor;
let ctx: Context;
let conversations = 0;

beforeAll(async () => {
  bed = await createConversationTestbed();
  actor = await bed.createPerson();
  ctx = bed.createContext(actor);
});
afterAll(() => bed.close());

test("any sequence of appends, edits, turns, uploads, switches and deletions matches a model in memory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12, size: "max" }), async (steps) => {
      conversations += 1;
      const conversationId = `c${conversations}`;
      const settings = { modelId: null, prompt: null, temperature: null, maxTokens: null };
      await createConversationHandler.handle(ctx, { conversation: { id: conversationId, ...settings, messages: [] } });
      const model: Model = { messages: [], headId: null, revision: 1, createdCount: 0 };
      for (const each of steps) {
        await runStep(conversationId, model, each);
        await compare(conversationId, model);
      }
    }),
    { numRuns: getFuzzRunCount(60) },
  );
}, 60_000);

async function compare(conversationId: string, model: Model): Promise<void> {
  const { conversation } = await openConversationHandler.handle(ctx, { conversationId });
  expect(conversation.messages.map(({ id, parentId, content }) => ({ id, parentId, content }))).toEqual(
    model.messages.map(({ id, parentId, content }) => ({ id, parentId, content })),
  );
  expect(conversation.headId).toBe(model.headId);
  expect(conversation.revision).toBe(model.revision);
}

/** Picks one of the messages, or none. */
const pick = (model: Model, n: number): ExpectedMessage | undefined =>
  model.messages[(n % (model.messages.length + 1)) - 1];

async function runStep(conversationId: string, model: Model, given: Step): Promise<void> {
  switch (given.kind) {
    case "append": {
      const parentId = pick(model, given.parent)?.id ?? null;
      const id = newId(model);
      const message: Message = { id, parentId, role: "user", content: given.content, data: {} };
      await appendMessagesHandler.handle(ctx, { conversationId, messages: [message] });
      add(model, message, false);
      return;
    }
    case "replace": {
      const target = pick(model, given.target);
      if (!target) return;
      const role = target.isAnswer ? "assistant" : "user";
      const message: Message = { id: target.id, parentId: null, role, content: given.content, data: {} };
      await appendMessagesHandler.handle(ctx, { conversationId, messages: [message] });
      model.revision += 1;
      // An answer that a run generates or has generated is not replaced by a copy without an end.
      if (!target.isAnswer && target.content !== given.content) {
        target.content = given.content;
        target.revision = model.revision;
      }
      return;
    }
    case "turn":
      return runTurn(conversationId, model, given);
    case "head": {
      const target = pick(model, given.target);
      if (!target) return;
      await updateConversationHandler.handle(ctx, { conversationId, changes: { headId: target.id } });
      model.headId = target.id;
      model.revision += 1;
      return;
    }
    case "delete": {
      const target = pick(model, given.target);
      if (!target) return;
      const deleted = deleteMessageHandler.handle(ctx, { conversationId, messageId: target.id });
      if (model.messages.some(({ isOpen }) => isOpen)) {
        await expect(deleted).rejects.toMatchObject({ code: "conflict" });
        return;
      }
      model.revision += 1;
      const nodes = model.messages.map((known) => ({ ...known, role: known.isAnswer ? "assistant" : "user" }));
      const remainingTree = removeMessageFromTree({ messages: nodes, headId: model.headId }, target.id);
      const before = new Map(model.messages.map(({ id, parentId }) => [id, parentId]));
      model.messages = remainingTree.messages.map(({ role: _, ...known }) => ({
        ...known,
        revision: before.get(known.id) === known.parentId ? known.revision : model.revision,
      }));
      model.headId = remainingTree.headId;
      expect(await deleted).toMatchObject({ headId: model.headId, revision: model.revision });
      return;
    }
    case "clear":
      if (model.messages.some(({ isOpen }) => isOpen)) {
        const cleared = clearMessagesHandler.handle(ctx, { conversationId });
        await expect(cleared).rejects.toMatchObject({ code: "conflict" });
        return;
      }
      await clearMessagesHandler.handle(ctx, { conversationId });
      Object.assign(model, { messages: [], headId: null, revision: model.revision + 1 });
      return;
    case "upload":
      return runUpload(conversationId, model, given);
    default:
      given satisfies never;
  }
}

async function runTurn(conversationId: string, model: Model, given: Extract<Step, { kind: "turn" }>): Promise<void> {
  const parentId = pick(model, given.parent)?.id ?? null;
  const question: Message = { id: newId(model), parentId, role: "user", content: given.content, data: {} };
  const replyId = newId(model);
  const requestId = `r-${replyId}`;
  const common = { conversationId, modelId: "m", modelName: "M", replyId, requestId };
  const opened = await openTurn(bed.platform, actor, { ...common, parentId, messages: [question] });
  const branch = parentId === null ? [] : getBranch(model.messages, parentId);
  expect(opened.history.map(({ id }) => id)).toEqual([...branch.map(({ id }) => id), question.id]);
  add(model, question, false);
  model.revision -= 1; // one write stores both
  add(model, { id: replyId, parentId: question.id, content: "" }, true);
  const key = { ownerId: getOwnerId(actor), conversationId };
  const answer = { id: replyId, content: "answer", data: { run: { requestId } } };
  if (given.ends) {
    await saveEndedAnswer(bed.platform, key, { ...answer, data: { ...answer.data, end: { end: "done" } } });
    model.revision += 1;
  } else {
    await saveUnfinishedAnswer(bed.platform, key, answer);
  }
  const reply = model.messages.at(-1);
  if (reply) Object.assign(reply, { content: "answer", isOpen: !given.ends, revision: model.revision });
}

async function runUpload(
  conversationId: string,
  model: Model,
  given: Extract<Step, { kind: "upload" }>,
): Promise<void> {
  const shownMessages = getBranch(model.messages, model.headId).filter((_, index) => given.keep[index] ?? true);
  const sentMessages = [
    ...shownMessages.map(({ id, content, isAnswer }) => ({ id, content, role: isAnswer ? "assistant" : "user" })),
    ...Array.from({ length: given.added }, () => ({ id: newId(model), content: "uploaded", role: "user" })),
  ];
  const revision = given.knows ? model.revision : null;
  const json = JSON.stringify({ id: conversationId, messages: sentMessages, ...(given.knows ? { revision } : {}) });
  await uploadConversationHandler.handle(ctx, {
    conversation: Uint32Array.from(compressText(json)),
    conversationId,
    folder: null,
  });

  const before = new Set(model.messages.map(({ id }) => id));
  const messages = sentMessages.map(({ id, content }) => ({ id, content, role: "user" as const, data: {} }));
  const merge = await runCooperatively(
    mergeUpload({ links: model.messages, headId: model.headId }, { messages, revision }),
  );
  model.revision += 1;
  model.messages = model.messages.filter(({ id }) => !merge.idsToDrop.includes(id));
  for (const { id, parentId } of merge.linksToUpdate) {
    const message = model.messages.find((known) => known.id === id);
    if (message) Object.assign(message, { parentId, revision: model.revision });
  }
  for (const message of merge.messagesToWrite) {
    if (!before.has(message.id))
      model.messages.push({ ...message, isAnswer: false, isOpen: false, revision: model.revision });
  }
  model.headId = merge.headId;
}

function newId(model: Model): string {
  model.createdCount += 1;
  return `m${model.createdCount}`;
}

function add(model: Model, message: Pick<ExpectedMessage, "id" | "parentId" | "content">, isAnswer: boolean): void {
  model.revision += 1;
  const { id, parentId, content } = message;
  model.messages.push({ id, parentId, content, isAnswer, isOpen: false, revision: model.revision });
  model.headId = id;
}
