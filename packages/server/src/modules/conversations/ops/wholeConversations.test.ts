import {
  appendMessages,
  compressText,
  createConversation,
  decompressText,
  deleteConversation,
  getAllConversations,
  getConversation,
  getEmptyConversations,
  getMultipleConversations,
  type MessageInput,
  openConversation,
  type ToolStep,
  uploadConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";

const hourMs = 3_600_000;
const encodeConversation = (conversation: unknown) => compressText(JSON.stringify(conversation));
const createMessage = (id: string, content = id) => ({ id, role: "user", content });

describe("the specification's whole-conversation calls", () => {
  const clock = createManualClock();
  let server: TestApp;
  let count = 0;
  let owner: TestPerson;
  let stranger: TestPerson;

  beforeAll(async () => {
    server = await createTestApp({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
    stranger = await server.signIn(`stranger${count}@example.org`);
  });

  const upload = (conversationId: string, conversation: unknown, person = owner) =>
    person.proxy(uploadConversation, { conversation: encodeConversation(conversation), conversationId, folder: null });
  const get = async (conversationId: string) => {
    const reply = await owner.proxy(getConversation, { conversationId });
    return JSON.parse(decompressText(reply.result.conversation));
  };
  const fetchPage = (url: string) => server.app.inject({ method: "GET", url });
  const create = (id: string, messages: MessageInput[]) =>
    owner.proxy(createConversation, { conversation: { id, messages } });
  /** Inserts many conversations at once, directly into the database. */
  const createEmpty = async (ids: string[]) => {
    const now = clock.now();
    const commonColumns = { owner_id: owner.actor.principal.id, name: "N", tags: "[]", extra: "{}", revision: 1 };
    const rows = ids.map((id) => ({ ...commonColumns, id, created_at: now, updated_at: now }));
    await server.platform.db.insertInto("conversations").values(rows).execute();
  };

  test("the steps of an answer are stored, changed and returned; steps that are not valid are dropped", async () => {
    const step: ToolStep = {
      ...{ id: "s1", round: 0, tool: "search_documents", title: "Search documents", arguments: '{"query":"rain"}' },
      ...{ state: "done", result: "Three passages", durationMs: 412, offset: 4 },
    };
    const createAnswer = (content: string, steps: ToolStep[]): MessageInput => ({
      ...{ id: "a1", parentId: "q1", role: "assistant", content },
      data: { steps, end: { end: "done" } },
    });
    const uploadAnswer = (conversationId: string, answer: MessageInput) =>
      upload(conversationId, { id: conversationId, name: "Rain", messages: [createMessage("q1"), answer] });
    const append = (answer: MessageInput) => owner.proxy(appendMessages, { conversationId: "c1", messages: [answer] });
    const readAnswer = async (conversationId: string) => {
      const { result } = await owner.proxy(openConversation, { conversationId });
      return result.conversation.messages[1];
    };
    expect((await uploadAnswer("c1", createAnswer("One.", [step]))).status).toBe(200);
    expect(await readAnswer("c1")).toMatchObject({ content: "One.", data: { steps: [step] } });
    const movedStep = { ...step, offset: 11 };
    expect((await append(createAnswer("First, one.", [movedStep]))).status).toBe(200);
    expect(await readAnswer("c1")).toMatchObject({ content: "First, one.", data: { steps: [movedStep] } });

    const invalid = createAnswer("One.", [{ ...step, offset: -1 }]);
    expect((await append(invalid)).status).toBe(400);
    await uploadAnswer("c2", invalid);
    expect((await readAnswer("c2"))?.data).toEqual({ end: { end: "done" } });
  });

  test("[C7.13 C7.14] an uploaded conversation is returned as it was sent, with its folder and revision", async () => {
    const conversation = {
      id: "c1",
      name: "Tomātoes 🍅",
      workspaceId: "w",
      model: { id: "m", name: "Model" },
      tags: ["t"],
      isLocal: true,
      messages: [
        { ...createMessage("q1", "U+41 is A"), label: "l", type: "prompt", topicData: { pastTopic: "p" } },
        { id: "a1", role: "assistant", content: "Yes.", data: { state: { sources: {} }, rating: 5 } },
      ],
      prompt: "Be brief.",
      temperature: 0,
      artifacts: { a: [{ version: 1 }] },
    };
    const folder = { id: "f1", name: "Garden", type: "chat" as const };
    const uploadResponse = await owner.rest(uploadConversation, {
      conversation: encodeConversation(conversation),
      conversationId: "c1",
      folder,
    });
    expect(uploadResponse).toMatchObject({ status: 200, body: { success: true, revision: 1 } });
    const returnedConversation = await get("c1");
    expect(returnedConversation).toMatchObject({
      ...conversation,
      modelId: "m",
      isLocal: false,
      folderId: "f1",
      revision: 1,
    });
    expect(returnedConversation.messages.map(({ parentId }: MessageInput) => parentId)).toEqual([null, "q1"]);
    const reply = await owner.proxy(getConversation, { conversationId: "c1" });
    expect(reply.body).toMatchObject({ success: true });
    expect(Object.keys(reply.body).length).toBe(2);
  });

  test("[C3.03] every field of an uploaded conversation is stored and returned", async () => {
    const shownFields = {
      id: "c1",
      name: "Tomatoes",
      description: "About growing them.",
      createdAt: "2026-01-02T03:04:05.000Z",
      folderId: "f1",
      tags: ["garden"],
      groupType: "course",
      codeInterpreterAssistantId: "ci",
      isPinned: true,
      isArchived: true,
      prompt: "Be brief.",
      temperature: 0.5,
      maxTokens: 300,
      projectId: "p1",
      artifacts: { drawing: [{ version: 1 }, { version: 2 }] },
    };
    const otherFields = {
      workspaceId: "w1",
      model: { id: "m1", name: "Model One" },
      promptTemplate: { id: "t1" },
      workflowDefinition: { steps: ["a"] },
      processors: ["p"],
      tools: [{ name: "search" }],
    };
    const messages = [createMessage("q1", "How?"), { id: "a1", role: "assistant", content: "So." }];
    const compressedMessages = compressText(JSON.stringify(messages));
    const folder = { id: "f1", name: "Garden", type: "chat" as const };
    await owner.proxy(uploadConversation, {
      conversation: encodeConversation({ ...shownFields, ...otherFields, isLocal: true, compressedMessages }),
      conversationId: "c1",
      folder,
    });
    const written = { modelId: "m1", isLocal: false, updatedAt: clock.now().toISOString(), messages };
    expect(await get("c1")).toMatchObject({ ...shownFields, ...otherFields, ...written });
    const { conversation } = (await owner.proxy(openConversation, { conversationId: "c1" })).result;
    expect(conversation).toMatchObject({ ...shownFields, ...written });
  });

  test("[C3.04] [C3.05] every field of an uploaded message and of its state is stored and returned", async () => {
    const state = {
      resolvedOps: [{ id: "op" }],
      opsConfig: { op: { enabled: true } },
      references: { "1": "notes.pdf" },
      messageIdMapping: { m0: "m1" },
      currentAssistantId: "astp/1",
      currentAssistantDisclaimer: "It may be wrong.",
      sources: { rag: { sources: [{ name: "notes.pdf" }] }, web: { sources: [{ name: "a page" }] } },
      codeInterpreter: { content: [{ type: "text", value: "1" }], error: "none", threadId: "t" },
      agentLog: { result: [{ step: 1 }], files: { f: { name: "a.csv" } }, changed_files: ["f"] },
    };
    const data = {
      artifacts: [{ artifactId: "a", version: 1 }],
      artifactStatus: "complete",
      automation: { status: "running" },
      actionResult: { rows: [1] },
      actionResultView: "table",
      state,
      dataSources: [{ id: "s3://x" }],
      assistant: { definition: { assistantId: "astp/1" } },
      rating: 4,
      humanOnly: true,
      templateData: { name: "T" },
    };
    const topicData = { pastTopic: { range: "0-2", topic: "greeting" }, currentTopic: "tomatoes" };
    const types = ["prompt", "automation", "root_prompt", "prefix_prompt", "follow_up", "output_transformer", "chat"];
    const roles = ["user", "assistant", "environment"];
    const messages = types.map((type, index) => ({
      ...{ id: `m${index}`, role: roles[index % roles.length], content: `Text ${index}`, label: `Label ${index}` },
      ...{ type, data: { ...data, rating: index }, topicData },
    }));
    await upload("c1", { id: "c1", messages });
    expect((await get("c1")).messages).toMatchObject(messages);
    const { conversation } = (await owner.proxy(openConversation, { conversationId: "c1" })).result;
    expect(conversation.messages).toMatchObject(messages);
  });

  test("[C8.09] a conversation that does not exist fails with the type NoSuchKey", async () => {
    for (const call of [owner.proxy, owner.rest]) {
      const reply = await call(getConversation, { conversationId: "gone" });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ success: false, type: "NoSuchKey", code: "notFound" });
      expect(reply.body.message).toMatch(/no such chat/);
    }
  });

  test("an upload is merged by id, and messages written after the caller's revision are unchanged", async () => {
    await upload("c1", { id: "c1", messages: [createMessage("a"), createMessage("b")] });
    const old = await get("c1");
    await upload("c1", { ...old, messages: [...old.messages, createMessage("c")] });
    await upload("c1", { ...old, name: "From an old tab" });
    expect((await get("c1")).messages.map(({ id }: MessageInput) => id)).toEqual(["a", "b", "c"]);
    const freshConversation = await get("c1");
    await upload("c1", {
      ...freshConversation,
      messages: [freshConversation.messages[0], createMessage("c", "changed")],
    });
    expect((await get("c1")).messages.map(({ id, content }: MessageInput) => `${id}:${content}`)).toEqual([
      "a:a",
      "c:changed",
    ]);
  });

  test("an upload replaces neither a name by the default name, nor a finished answer by an unfinished one", async () => {
    const answer: MessageInput = {
      id: "a1",
      parentId: "q1",
      role: "assistant",
      content: "All of it.",
      data: { end: { end: "done" } },
    };
    const messages: MessageInput[] = [{ id: "q1", role: "user", content: "Q" }, answer];
    await owner.proxy(createConversation, { conversation: { id: "c1", name: "Named", messages } });
    const partialAnswer = { id: "a1", role: "assistant", content: "All" };
    await upload("c1", { id: "c1", name: "New Conversation", messages: [createMessage("q1", "Q"), partialAnswer] });
    const { name, messages: storedMessages } = await get("c1");
    expect(name).toBe("Named");
    expect(storedMessages[1]).toMatchObject({ content: "All of it.", data: { end: { end: "done" } } });
  });

  test("only the shown branch is returned, and an upload does not change other versions", async () => {
    const createVersion = (id: string): MessageInput => ({ id, parentId: "q1", role: "assistant", content: id });
    await create("c1", [{ id: "q1", role: "user", content: "Q" }, createVersion("a1"), createVersion("a2")]);
    const shownConversation = await get("c1");
    expect(shownConversation.messages.map(({ id }: MessageInput) => id)).toEqual(["q1", "a2"]);
    await upload("c1", shownConversation);
    const { conversation } = (await owner.proxy(openConversation, { conversationId: "c1" })).result;
    expect(conversation.messages.map(({ id }) => id)).toEqual(["q1", "a1", "a2"]);
  });

  test("anything that is not the LZW form of a conversation is rejected", async () => {
    const send = (conversation: number[]) =>
      owner.proxy(uploadConversation, { conversation, conversationId: "c1", folder: null });
    for (const codes of [
      [],
      [300],
      [-1],
      [0.5],
      compressText("{"),
      encodeConversation({ id: "c2", messages: [] }),
      encodeConversation({}),
    ]) {
      expect(await send(codes)).toMatchObject({ status: 400, body: { code: "invalidInput" } });
    }
    expect((await owner.proxy(getConversation, { conversationId: "c1" })).status).toBe(404);
  });

  test("[C7.15 C7.20] get/all returns addresses of pages with at most 400 conversations and their folders", async () => {
    const folder = { id: "f1", name: "Garden", type: "chat" as const, date: "2026-11-21" };
    const conversation = { id: "c000", name: "First", model: { id: "m", name: "Model" }, tags: ["t"], messages: [] };
    await owner.proxy(uploadConversation, {
      conversation: encodeConversation(conversation),
      conversationId: "c000",
      folder,
    });
    clock.advance(1);
    await createEmpty(Array.from({ length: 400 }, (_, n) => `c${String(n + 1).padStart(3, "0")}`));
    const { result } = await owner.proxy(getAllConversations, {});
    expect(result.presignedUrls).toHaveLength(2);
    const replies = await Promise.all(result.presignedUrls.map(fetchPage));
    for (const reply of replies) {
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toMatch(/^application\/json/);
      expect(reply.headers["cache-control"]).toBe("no-store");
    }
    const pages: unknown[][] = replies.map((reply) => reply.json());
    expect(pages.map((page) => page.length)).toEqual([400, 1]);
    expect(pages[0]?.[0]).toEqual({
      conversation: {
        id: "c000",
        name: "First",
        model: { id: "m", name: "Model" },
        folderId: "f1",
        tags: ["t"],
        isLocal: false,
        groupType: null,
        codeInterpreterAssistantId: null,
      },
      folder,
    });
    expect(pages[0]?.[1]).toMatchObject({ folder: null });
  });

  test("[C7.16] [C7.20] get/empty returns the conversations without messages, and the ids of the others", async () => {
    await create("full", [{ id: "q1", role: "user", content: "Q" }]);
    // The full one lies between the empty ones, whose page is a range of ids.
    for (const id of ["empty", "without"]) await create(id, []);
    const { result } = await owner.rest(getEmptyConversations, {});
    expect(result.nonEmptyIds).toEqual(["full"]);
    const pages = await Promise.all(result.presignedUrls.map(fetchPage));
    expect(pages.flatMap((page) => page.json())).toMatchObject([
      { id: "empty", isLocal: false },
      { id: "without", isLocal: false },
    ]);
  });

  test("[C7.17] get/multiple returns pages of at most 100 conversations as LZW codes, and lists missing ids", async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `c${n}`);
    await createEmpty(ids);
    await upload("c0", { id: "c0", messages: [createMessage("q", "in c0")] });
    const { result } = await owner.proxy(getMultipleConversations, { conversationIds: [...ids, "gone", "c0"] });
    expect(result).toMatchObject({ noSuchKeyConversations: ["gone"], failed: [] });
    await owner.proxy(deleteConversation, { conversationId: "c5" });
    const pages = await Promise.all(result.presignedUrls.map(fetchPage));
    const pageCodes: number[][][] = pages.map((page) => page.json());
    expect(pageCodes.map((page) => page.length)).toEqual([99, 1]);
    const decodedConversations = pageCodes.flat().map((codes) => JSON.parse(decompressText(codes)));
    expect(decodedConversations.map(({ id }) => id)).toEqual(ids.filter((id) => id !== "c5"));
    expect(decodedConversations[0].messages[0].content).toBe("in c0");
  });

  test("long ids are split over more addresses, none of which is too long for servers", async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `${"x".repeat(190)}${n}`);
    await createEmpty(ids);
    const { result } = await owner.proxy(getMultipleConversations, { conversationIds: ids });
    for (const url of result.presignedUrls) expect(url.length).toBeLessThan(8_000);
    const pages = await Promise.all(result.presignedUrls.map(fetchPage));
    expect(pages.flatMap((page) => page.json())).toHaveLength(60);
  });

  test("a person without conversations gets no addresses", async () => {
    expect((await owner.proxy(getAllConversations, {})).result.presignedUrls).toEqual([]);
    expect((await owner.proxy(getEmptyConversations, {})).result).toEqual({ presignedUrls: [], nonEmptyIds: [] });
    const emptyResponse = await owner.proxy(getMultipleConversations, { conversationIds: [] });
    expect(emptyResponse.result).toEqual({ presignedUrls: [], noSuchKeyConversations: [], failed: [] });
  });

  test("an altered address, or one that is an hour old, is rejected", async () => {
    await create("c1", []);
    const { result } = await owner.proxy(getAllConversations, {});
    const url = new URL(result.presignedUrls[0] ?? "", "http://server");
    const claim = JSON.parse(Buffer.from(url.searchParams.get("claim") ?? "", "base64url").toString("utf8"));
    const expectForbidden = async (change: (params: URLSearchParams) => void) => {
      const changedUrl = new URL(url);
      change(changedUrl.searchParams);
      const reply = await fetchPage(changedUrl.pathname + changedUrl.search);
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({ success: false, code: "forbidden" });
      expect(reply.headers["cache-control"]).toBe("no-store");
    };
    const forgedClaim = Buffer.from(JSON.stringify({ ...claim, ownerId: stranger.actor.principal.id })).toString(
      "base64url",
    );
    await expectForbidden((params) => params.set("claim", forgedClaim));
    await expectForbidden((params) => params.set("signature", `x${params.get("signature")}`));
    await expectForbidden((params) => params.delete("signature"));
    await expectForbidden((params) => params.append("claim", forgedClaim));
    const signedPath = url.pathname + url.search;
    expect((await fetchPage(signedPath)).statusCode).toBe(200);
    clock.advance(hourMs - 1);
    expect((await fetchPage(signedPath)).statusCode).toBe(200);
    clock.advance(1);
    expect((await fetchPage(signedPath)).statusCode).toBe(403);
  });

  test("a stranger can read nothing with these calls, and an upload with the same id changes nothing", async () => {
    await create("c1", [{ id: "q1", role: "user", content: "Mine" }]);
    expect((await stranger.proxy(getConversation, { conversationId: "c1" })).status).toBe(404);
    expect((await stranger.proxy(getAllConversations, {})).result.presignedUrls).toEqual([]);
    expect((await stranger.proxy(getEmptyConversations, {})).result.nonEmptyIds).toEqual([]);
    const strangersResponse = await stranger.proxy(getMultipleConversations, { conversationIds: ["c1"] });
    expect(strangersResponse.result).toEqual({ presignedUrls: [], noSuchKeyConversations: ["c1"], failed: [] });
    await upload("c1", { id: "c1", messages: [createMessage("q1", "Theirs")] }, stranger);
    expect((await get("c1")).messages).toMatchObject([{ content: "Mine" }]);
  });
});
