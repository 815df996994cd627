import { randomUUID } from "node:crypto";
import { getBranch, type MessageData, type MessageInput } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";

import { getOwnerId } from "../access/service.ts";
import { deleteMessages, updateUnfinishedAnswers } from "./messages/repository.ts";
import { appendMessagesHandler } from "./ops/appendMessages.ts";
import { clearMessagesHandler } from "./ops/clearMessages.ts";
import { createConversationHandler } from "./ops/createConversation.ts";
import { deleteMessageHandler } from "./ops/deleteMessage.ts";
import { listConversationsHandler } from "./ops/listConversations.ts";
import { openConversationHandler } from "./ops/openConversation.ts";
import { addVersions, type NewTurn, openTurn, reapAnswers, saveEndedAnswer } from "./service.ts";
import { type ConversationTestbed, createConversationTestbed } from "./testing/conversationTestbed.ts";
import { saveUnfinishedAnswer } from "./testing/saveUnfinishedAnswer.ts";

const createQuestion = (id: string, content = id): MessageInput => ({ id, role: "user", content });
const createAnswer = (id: string, content = id): MessageInput => ({ id, role: "assistant", content });
const createTurn = (changes: Partial<NewTurn>): NewTurn => ({
  conversationId: "c",
  modelId: "model",
  modelName: "A Model",
  parentId: null,
  messages: [createQuestion("q1")],
  replyId: "a1",
  requestId: "r1",
  ...changes,
});
const createEndedData = (requestId: string): MessageData => ({ run: { requestId }, end: { end: "done" } });

describe("a turn", () => {
  let bed: ConversationTestbed;
  let actor: Actor;

  beforeAll(async () => {
    bed = await createConversationTestbed();
  });
  afterAll(() => bed.close());

  const createActor = async () => {
    actor = await bed.createPerson();
    return actor;
  };
  const loadConversation = async (conversationId = "c", of = actor) =>
    (await openConversationHandler.handle(bed.createContext(of), { conversationId })).conversation;
  const getShownMessages = async () => {
    const conversation = await loadConversation();
    return getBranch(conversation.messages, conversation.headId).map(({ id, content }) => `${id}:${content}`);
  };

  test("creates the conversation with the person's message and an empty answer, which is the head", async () => {
    await createActor();
    const { history, prompt } = await openTurn(bed.platform, actor, createTurn({}));
    expect(history.map(({ id }) => id)).toEqual(["q1"]);
    expect(prompt).toBeNull();
    const conversation = await loadConversation();
    expect(conversation).toMatchObject({ name: "New Conversation", modelId: "model", headId: "a1", revision: 1 });
    expect(conversation.messages).toMatchObject([
      { id: "q1", parentId: null, role: "user", createdAt: bed.clock.now().toISOString() },
      { id: "a1", parentId: "q1", content: "", data: { run: { requestId: "r1" }, modelName: "A Model" } },
    ]);
  });

  test("continues the stored branch of its parent, and another answer becomes a second version", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "one", data: createEndedData("r1") },
    );
    const nextTurn = createTurn({ parentId: "a1", messages: [createQuestion("q2")], replyId: "a2", requestId: "r2" });
    const second = await openTurn(bed.platform, actor, nextTurn);
    expect(second.history.map(({ id, content }) => [id, content])).toEqual([
      ["q1", "q1"],
      ["a1", "one"],
      ["q2", "q2"],
    ]);
    const repeatedTurn = await openTurn(bed.platform, actor, { ...nextTurn, replyId: "a2b", requestId: "r3" });
    expect(repeatedTurn.history.map(({ id }) => id)).toEqual(["q1", "a1", "q2"]);
    const { messages } = await loadConversation();
    expect(messages.filter(({ parentId }) => parentId === "q2").map(({ id }) => id)).toEqual(["a2", "a2b"]);
    expect(await getShownMessages()).toEqual(["q1:q1", "a1:one", "q2:q2", "a2b:"]);
  });

  test("without a parent, uses the sent messages as the history and merges them by id", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({ parentId: undefined }));
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      {
        id: "a1",
        content: "the whole answer",
        data: createEndedData("r1"),
      },
    );
    const messages = [createQuestion("q1", "edited"), createAnswer("a1", "the wh"), createQuestion("q2")];
    const { history } = await openTurn(
      bed.platform,
      actor,
      createTurn({ parentId: undefined, messages, replyId: "a2", requestId: "r2" }),
    );
    expect(history.map(({ content }) => content)).toEqual(["edited", "the wh", "q2"]);
    expect(await getShownMessages()).toEqual(["q1:edited", "a1:the whole answer", "q2:q2", "a2:"]);
  });

  test("stores a repeated request once, with the client's ids and with new ones", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    await saveUnfinishedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      {
        id: "a1",
        content: "so far",
        data: { run: { requestId: "r1" } },
      },
    );
    await openTurn(bed.platform, actor, createTurn({}));
    await openTurn(bed.platform, actor, createTurn({ messages: [createQuestion("other-id")] }));
    expect(await getShownMessages()).toEqual(["q1:q1", "a1:so far"]);
    expect((await loadConversation()).messages).toHaveLength(2);
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "all", data: createEndedData("r1") },
    );
    await expect(openTurn(bed.platform, actor, createTurn({}))).rejects.toMatchObject({ code: "conflict" });
  });

  test("lets another request replace a failed answer, which the first run can then no longer change", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    const failedData: MessageData = { run: { requestId: "r1" }, end: { end: "failed" } };
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "half", data: failedData },
    );
    await openTurn(bed.platform, actor, createTurn({ requestId: "r2" }));
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "late", data: createEndedData("r1") },
    );
    expect(await getShownMessages()).toEqual(["q1:q1", "a1:"]);
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "whole", data: createEndedData("r2") },
    );
    expect(await getShownMessages()).toEqual(["q1:q1", "a1:whole"]);
  });

  test("rejects a missing parent as not found, and writes nothing", async () => {
    await createActor();
    await expect(openTurn(bed.platform, actor, createTurn({ parentId: "gone" }))).rejects.toMatchObject({
      code: "notFound",
    });
    await expect(loadConversation()).rejects.toMatchObject({ code: "notFound" });
  });

  test("rejects an id that is used for two messages", async () => {
    await createActor();
    const turnWithRepeatedId = createTurn({ messages: [createQuestion("q1"), createQuestion("q1")] });
    await expect(openTurn(bed.platform, actor, turnWithRepeatedId)).rejects.toMatchObject({ code: "invalidInput" });
    await expect(openTurn(bed.platform, actor, createTurn({ replyId: "q1" }))).rejects.toMatchObject({
      code: "invalidInput",
    });
    await openTurn(bed.platform, actor, createTurn({}));
    const turnWithTakenId = createTurn({
      parentId: "a1",
      messages: [createQuestion("q2")],
      replyId: "q1",
      requestId: "r2",
    });
    await expect(openTurn(bed.platform, actor, turnWithTakenId)).rejects.toMatchObject({ code: "conflict" });
  });

  test("keeps conversations of two people with the same id separate", async () => {
    const first = await createActor();
    await openTurn(bed.platform, first, createTurn({}));
    const second = await createActor();
    await expect(openTurn(bed.platform, second, createTurn({ parentId: "a1" }))).rejects.toMatchObject({
      code: "notFound",
    });
    await openTurn(bed.platform, second, createTurn({ messages: [createQuestion("q9")] }));
    expect((await loadConversation("c", first)).messages.map(({ id }) => id)).toEqual(["q1", "a1"]);
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(second), conversationId: "c" },
      { id: "a1", content: "mine", data: createEndedData("r1") },
    );
    expect((await loadConversation("c", first)).messages[1]?.content).toBe("");
  });

  test("stores the answer in the placeholder that the client saved before its request", async () => {
    await createActor();
    const ctx = bed.createContext(actor);
    const placeholder = { ...createAnswer("a1", ""), parentId: "q1", data: { run: { requestId: "r1" } } };
    const conversation = {
      id: "c",
      modelId: null,
      prompt: "Be kind.",
      temperature: null,
      maxTokens: null,
      messages: [{ ...createQuestion("q1"), parentId: null, data: { dataSources: ["d"] } }, placeholder],
    };
    await createConversationHandler.handle(ctx, { conversation });
    const { prompt } = await openTurn(bed.platform, actor, createTurn({}));
    expect(prompt).toBe("Be kind.");
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "yes", data: createEndedData("r1") },
    );
    // The client's old copy arrives late.
    await appendMessagesHandler.handle(ctx, { conversationId: "c", messages: [placeholder] });
    expect(await getShownMessages()).toEqual(["q1:q1", "a1:yes"]);
    const { messages } = await loadConversation();
    expect(messages[0]?.data).toEqual({ dataSources: ["d"] });
  });

  test("stores unfinished answers together, except those that were deleted, have ended or belong to another run", async () => {
    await createActor();
    const { id: processId } = bed.platform.processes;
    const conversationIds = ["open", "ended", "other", "deleted"];
    for (const conversationId of conversationIds) await openTurn(bed.platform, actor, createTurn({ conversationId }));
    const key = (conversationId: string) => ({ ownerId: getOwnerId(actor), conversationId });
    await saveEndedAnswer(bed.platform, key("ended"), { id: "a1", content: "whole", data: createEndedData("r1") });
    await deleteMessages(bed.platform.db, key("deleted"));
    const revisionBefore = (await loadConversation("open")).revision;
    await updateUnfinishedAnswers(
      bed.platform.db,
      conversationIds.map((conversationId) => {
        const run = { requestId: conversationId === "other" ? "r2" : "r1", processId };
        return { ...key(conversationId), id: "a1", content: "half", data: JSON.stringify({ run, reasoning: "why" }) };
      }),
    );
    const loadAnswer = async (conversationId: string) => (await loadConversation(conversationId)).messages[1];
    expect(await loadAnswer("open")).toMatchObject({ content: "half", data: { reasoning: "why" } });
    expect((await loadConversation("open")).revision).toBe(revisionBefore);
    expect(await loadAnswer("ended")).toMatchObject({ content: "whole", data: { end: { end: "done" } } });
    expect(await loadAnswer("other")).toMatchObject({ content: "" });
    expect((await loadConversation("deleted")).messages).toEqual([]);
  });

  test("does not restore an answer that was deleted meanwhile", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    await deleteMessages(bed.platform.db, { ownerId: getOwnerId(actor), conversationId: "c" });
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "late", data: createEndedData("r1") },
    );
    expect((await loadConversation()).messages).toEqual([]);
  });

  test("allows deletions only when no answer is being written", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    const ctx = bed.createContext(actor);
    const conversationBefore = await loadConversation();
    const calls = [
      () => clearMessagesHandler.handle(ctx, { conversationId: "c" }),
      () => deleteMessageHandler.handle(ctx, { conversationId: "c", messageId: "a1" }),
      () => deleteMessageHandler.handle(ctx, { conversationId: "c", messageId: "q1" }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "conflict" });
    expect(await loadConversation()).toEqual(conversationBefore);
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "yes", data: createEndedData("r1") },
    );
    await deleteMessageHandler.handle(ctx, { conversationId: "c", messageId: "a1" });
    expect(await getShownMessages()).toEqual(["q1:q1"]);
    await clearMessagesHandler.handle(ctx, { conversationId: "c" });
    // An unfinished answer from a client belongs to no process.
    const unfinished = { ...createAnswer("a2"), parentId: null, data: { run: { requestId: "r2" } }, content: "" };
    await appendMessagesHandler.handle(ctx, { conversationId: "c", messages: [unfinished] });
    await deleteMessageHandler.handle(ctx, { conversationId: "c", messageId: "a2" });
    expect((await loadConversation()).messages).toEqual([]);
  });

  test("removes NUL characters and lone surrogates from a model's text", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    const data: MessageData = { ...createEndedData("r1"), state: { "k\0": ["v\0\ud800"] } };
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "a\0b\udc00", data },
    );
    const answer = (await loadConversation()).messages[1];
    expect(answer?.content).toBe("ab\ufffd");
    expect(answer?.data.state).toEqual({ k: ["v\ufffd"] });
  });

  test("moves the conversation to the front of the list when the answer ends, not while it is written", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({ conversationId: "first" }));
    bed.clock.advance(1_000);
    await openTurn(bed.platform, actor, createTurn({ conversationId: "second" }));
    bed.clock.advance(1_000);
    const ids = async () => {
      const page = await listConversationsHandler.handle(bed.createContext(actor), { limit: 10 });
      return page.conversations.map(({ id }) => id);
    };
    await saveUnfinishedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "first" },
      {
        id: "a1",
        content: "x",
        data: { run: { requestId: "r1" } },
      },
    );
    expect(await ids()).toEqual(["second", "first"]);
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "first" },
      { id: "a1", content: "xy", data: createEndedData("r1") },
    );
    expect(await ids()).toEqual(["first", "second"]);
    expect((await loadConversation("first")).revision).toBe(2);
  });

  test("marks answers of dead processes as interrupted with their text, and leaves all others unchanged", async () => {
    await createActor();
    await openTurn(bed.platform, actor, createTurn({}));
    const status = { id: "s", summary: "Thinking", message: "", type: "info", inProgress: true };
    const data: MessageData = { run: { requestId: "r1" }, statuses: [status], modelName: "A Model" };
    await saveUnfinishedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "c" },
      { id: "a1", content: "half", data },
    );
    await openTurn(bed.platform, actor, createTurn({ conversationId: "ended" }));
    await saveEndedAnswer(
      bed.platform,
      { ownerId: getOwnerId(actor), conversationId: "ended" },
      { id: "a1", content: "whole", data: createEndedData("r1") },
    );
    const conversationBefore = await loadConversation();

    const otherProcesses = { ids: [randomUUID()], includesUnmarked: true };
    expect(await reapAnswers(bed.platform, otherProcesses)).toBe(0);
    expect(await loadConversation()).toEqual(conversationBefore);
    const deadProcesses = { ids: [bed.platform.processes.id], includesUnmarked: false };
    expect(await reapAnswers(bed.platform, deadProcesses)).toBeGreaterThanOrEqual(1);
    const conversationAfter = await loadConversation();
    expect(conversationAfter.messages[1]).toMatchObject({
      content: "half",
      data: {
        modelName: "A Model",
        statuses: [{ id: "s", inProgress: false }],
        end: { end: "stopped", code: "interrupted" },
      },
    });
    expect(conversationAfter.messages[1]?.data.end?.message).toContain("restarted");
    expect(conversationAfter.revision).toBe(conversationBefore.revision + 1);
    expect((await loadConversation("ended")).messages[1]?.data.end).toEqual({ end: "done" });
    expect(await reapAnswers(bed.platform, deadProcesses)).toBe(0);
  });

  test("the artifact of a dead process is stopped, and the message names only what is stored", async () => {
    await createActor();
    const stored = { artifactId: "stored", version: 1, name: "S", createdAt: "", description: "" };
    const content = { ...stored, type: "" as const, contents: "x", tags: [], sharedBy: null, messageId: "a1" };
    const artifacts = [stored, { ...stored, version: 2 }, { ...stored, artifactId: "lost" }];
    for (const artifactStatus of ["running", "retry"]) {
      const key = { ownerId: getOwnerId(actor), conversationId: artifactStatus };
      await openTurn(bed.platform, actor, createTurn({ conversationId: artifactStatus }));
      await addVersions(bed.platform, key, [content]);
      const data = { run: { requestId: "r1" }, artifactStatus, artifacts };
      await saveUnfinishedAnswer(bed.platform, key, { id: "a1", content: "half", data });
      await reapAnswers(bed.platform, { ids: [bed.platform.processes.id], includesUnmarked: false });
      const answer = (await loadConversation(artifactStatus)).messages[1];
      expect(answer?.data).toMatchObject({ artifactStatus: "stopped", artifacts: [stored], end: { end: "stopped" } });
    }
  });

  test("stores all of several concurrent turns of one conversation", async () => {
    await createActor();
    const numbers = [1, 2, 3, 4, 5, 6];
    await Promise.all(
      numbers.map((n) =>
        openTurn(
          bed.platform,
          actor,
          createTurn({ messages: [createQuestion(`q${n}`)], replyId: `a${n}`, requestId: `r${n}` }),
        ),
      ),
    );
    const conversation = await loadConversation();
    expect(conversation.messages).toHaveLength(12);
    expect(conversation.revision).toBe(6);
  });
});
