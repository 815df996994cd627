import { randomUUID } from "node:crypto";
import { type ChatRequestInput, compressText, decompressText, listRuns, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ChatStream, listEventIds, listRange } from "../../support/content/chatStream.ts";
import { type ApiClient, createApiClient } from "../../support/content/createApiClient.ts";
import { signInByHttp } from "../../support/content/signInByHttp.ts";
import { startWorkspace, type Workspace } from "../../support/servers/startWorkspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace("postgres", { CHAT_ENDPOINT: "/answers" });
});
afterAll(() => workspace?.close());
afterEach(() => workspace.models.reset());

const basePath = "/state/conversation";
const folder = { id: "folder-1", name: "Größe & Höhe", type: "chat", date: "2026-11-21" };
const text = 'Grüße, 你好 🌍, a literal U+00FC, a tab\t, quotes " and a \\ backslash.';

/** A whole conversation as another client of the protocol stores it. */
function buildConversation(id: string, contents: readonly string[]) {
  return {
    id,
    name: `Named ${id}`,
    model: { id: "some-model", name: "Some model" },
    folderId: null as string | null,
    prompt: "Be kind.",
    temperature: 0.5,
    tags: ["one", "two"],
    messages: contents.map((content, index) => ({
      id: `${id}-${index}`,
      role: index % 2 === 0 ? "user" : "assistant",
      content,
      data: {},
    })),
  };
}

describe("whole conversations over REST", () => {
  let api: ApiClient;
  let bob: ApiClient;
  let count = 0;
  // Each test has its own people, so that it proves the same when it runs alone.
  beforeEach(async () => {
    const { url } = workspace.lectern;
    count += 1;
    const signIn = async (name: string) =>
      createApiClient(url, (await signInByHttp(url, `${name}${count}@example.org`)).accessToken);
    api = await signIn("ann");
    bob = await signIn("bob");
  });

  async function upload(wholeConversation: ReturnType<typeof buildConversation>, into: unknown = null, by = api) {
    const data = {
      conversation: compressText(JSON.stringify(wholeConversation)),
      conversationId: wholeConversation.id,
      folder: into,
    };
    return by.request("PUT", `${basePath}/upload`, { data });
  }

  async function read(method: string, path: string, body?: unknown, by = api): Promise<Record<string, unknown>> {
    const response = await by.request(method, `${basePath}${path}`, body);
    const json: Record<string, unknown> = await response.json();
    expect(response.ok, JSON.stringify(json)).toBe(true);
    expect(json.success).toBe(true);
    return json;
  }

  /** Fetches everything behind presigned URLs, by GET and without credentials. */
  async function fetchAll(addresses: unknown): Promise<unknown[]> {
    const pages: unknown[][] = [];
    for (const address of stringsOf(addresses)) {
      const response = await fetch(new URL(address, workspace.lectern.url));
      expect(response.status).toBe(200);
      pages.push(await response.json());
    }
    return pages.flat();
  }

  test("[C7.13] [C7.14] an uploaded conversation is returned unchanged and can be continued as a chat", async () => {
    const sentConversation = buildConversation("c-first", [text, "An answer.", "More?", "Yes."]);
    expect(await (await upload(sentConversation, folder)).json()).toMatchObject({
      success: true,
      revision: expect.any(Number),
    });
    const got = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    const { messages, folderId: _, ...fields } = sentConversation;
    expect(got).toMatchObject({ ...fields, folderId: folder.id });
    expect(got.messages).toMatchObject(messages);

    const chatRequest: ChatRequestInput = {
      model: workspace.modelId,
      messages: [{ id: "next", role: "user", content: "And now [[answer: on it goes]]" }],
      options: { conversationId: "c-first", storage: "cloud", parentId: "c-first-3", replyId: "next-answer" },
    };
    await (await api.ask(chatRequest)).readToEnd();
    const longerConversation = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    expect(longerConversation.messages).toMatchObject([
      ...messages,
      { id: "next" },
      { id: "next-answer", content: "on it goes" },
    ]);
    // A client that has not seen the turn uploads its old copy again: nothing newer is lost.
    await upload({ ...sentConversation, name: "Renamed" }, folder);
    const mergedConversation = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    expect(mergedConversation).toMatchObject({
      name: "Renamed",
      messages: [...messages, { id: "next" }, { content: "on it goes" }],
    });
  });

  test("[C7.14] a missing conversation and another person's give the same NoSuchKey", async () => {
    await upload(buildConversation("c-first", [text]));
    const missingResponse = await api.request("GET", `${basePath}/get?conversationId=c-none`);
    const foreignResponse = await bob.request("GET", `${basePath}/get?conversationId=c-first`);
    const [one, other] = [await missingResponse.json(), await foreignResponse.json()];
    expect([missingResponse.status, foreignResponse.status]).toEqual([404, 404]);
    expect(one).toMatchObject({ success: false, type: "NoSuchKey" });
    expect({ ...other, requestId: "" }).toEqual({ ...one, requestId: "" });
  });

  test("[C7.15] [C7.20] get/all gives URLs whose arrays contain each conversation with its folder", async () => {
    await upload(buildConversation("c-first", [text, "An answer."]), folder);
    await upload(buildConversation("c-second", ["Only asked"]));
    const { presignedUrls } = await read("GET", "/get/all");
    const listedConversations = await fetchAll(presignedUrls);
    expect(listedConversations).toHaveLength(2);
    expect(listedConversations).toEqual(
      expect.arrayContaining([
        { conversation: expect.objectContaining({ id: "c-first", name: "Named c-first", isLocal: false }), folder },
        { conversation: expect.objectContaining({ id: "c-second", tags: ["one", "two"] }), folder: null },
      ]),
    );
    expect(JSON.stringify(listedConversations)).not.toContain("Only asked");
    expect(await fetchAll((await read("GET", "/get/all", undefined, bob)).presignedUrls)).toEqual([]);
  });

  test("[C7.20] a modified presigned URL is rejected", async () => {
    await upload(buildConversation("c-first", [text]));
    const { presignedUrls } = await read("POST", "/get/multiple", { data: { conversationIds: ["c-first"] } });
    const address = new URL(stringsOf(presignedUrls)[0] ?? "", workspace.lectern.url);
    const claim: Record<string, unknown> = JSON.parse(
      Buffer.from(address.searchParams.get("claim") ?? "", "base64url").toString("utf8"),
    );
    const alteredUrl = new URL(address);
    const longerClaim = { ...claim, expiresAt: Number(claim.expiresAt) + 1 };
    alteredUrl.searchParams.set("claim", Buffer.from(JSON.stringify(longerClaim)).toString("base64url"));
    expect((await fetch(alteredUrl)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
  });

  test("[C7.16] [C7.20] get/empty gives the conversations without messages and the ids of the others", async () => {
    for (const id of ["c-first", "c-second"]) await upload(buildConversation(id, ["Asked"]));
    await upload(buildConversation("c-empty", []));
    const { presignedUrls, nonEmptyIds } = await read("GET", "/get/empty");
    expect(new Set(stringsOf(nonEmptyIds))).toEqual(new Set(["c-first", "c-second"]));
    expect(await fetchAll(presignedUrls)).toEqual([expect.objectContaining({ id: "c-empty", name: "Named c-empty" })]);
  });

  test("[C7.17] [C7.20] get/multiple gives URLs of whole conversations and names the missing ones", async () => {
    await upload(buildConversation("c-first", [text, "An answer."]));
    await upload(buildConversation("c-second", ["Only asked"]));
    const conversationIds = ["c-second", "c-none", "c-first"];
    const response = await read("POST", "/get/multiple", { data: { conversationIds } });
    expect(response).toMatchObject({ noSuchKeyConversations: ["c-none"], failed: [] });
    const wholeConversations = (await fetchAll(response.presignedUrls)).map(decodeConversation);
    expect(new Set(wholeConversations.map(({ id }) => id))).toEqual(new Set(["c-first", "c-second"]));
    expect(wholeConversations.find(({ id }) => id === "c-first")?.messages).toMatchObject([
      { content: text },
      { content: "An answer." },
    ]);
    const foreignResponse = await read("POST", "/get/multiple", { data: { conversationIds } }, bob);
    expect(foreignResponse).toMatchObject({ presignedUrls: [], noSuchKeyConversations: conversationIds });
  });

  test("[C7.18] delete deletes the caller's own conversation and nobody else's", async () => {
    for (const id of ["c-first", "c-second"]) await upload(buildConversation(id, ["Asked"]));
    expect((await bob.request("DELETE", `${basePath}/delete?conversationId=c-second`)).status).toBe(404);
    await read("DELETE", "/delete?conversationId=c-second");
    expect((await api.request("GET", `${basePath}/get?conversationId=c-second`)).status).toBe(404);
    expect((await api.request("DELETE", `${basePath}/delete?conversationId=c-second`)).status).toBe(404);
    await read("GET", "/get?conversationId=c-first");
  });

  test("[C7.19] delete_multiple deletes the caller's own conversations and skips the rest", async () => {
    for (const id of ["c-first", "c-stays"]) await upload(buildConversation(id, ["Asked"]));
    await upload(buildConversation("c-empty", []));
    await upload(buildConversation("c-bobs", ["Mine"]), null, bob);
    const conversationIds = ["c-first", "c-none", "c-empty", "c-bobs"];
    const response = await read("POST", "/delete_multiple", { data: { conversationIds } });
    expect(new Set(stringsOf(response.deleted))).toEqual(new Set(["c-first", "c-empty"]));
    expect(await fetchAll((await read("GET", "/get/all")).presignedUrls)).toMatchObject([
      { conversation: { id: "c-stays" } },
    ]);
    expect(await fetchAll((await read("GET", "/get/all", undefined, bob)).presignedUrls)).toHaveLength(1);
  });
});

describe("the chat for an API client", () => {
  const buildRequest = (content: string, more: Partial<ChatRequestInput> = {}): ChatRequestInput => ({
    model: workspace.modelId,
    messages: [{ role: "user", content }],
    ...more,
  });
  const parseEvents = ({ frames }: ChatStream): unknown[] =>
    frames.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));

  test("events have a source and data, ids count from 1, and the stream ends on a finish reason and [DONE]", async () => {
    const stream = await workspace.api.ask(buildRequest("[[tokens: 300]] [[pace: 1]]"));
    await stream.readToEnd();
    const events = parseEvents(stream);
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(listEventIds(stream)).toEqual(listRange(events.length));
    expect(events.length).toBeGreaterThan(5);
    for (const event of events.slice(0, -1)) expect(event).toEqual({ s: expect.any(String), d: expect.any(String) });
    expect(events.at(-1)).toMatchObject({ s: "meta", end: "done", finishReason: "stop", usage: { outputTokens: 300 } });
    expect(stream.frames.at(-1)).toEqual({ id: null, data: "[DONE]" });
  });

  test("the answer comes as JSON when no stream is requested", async () => {
    const response = await workspace.api.request("POST", "/chat", buildRequest("[[tokens: 50]]", { stream: false }));
    expect(await response.json()).toEqual({ success: true, message: expect.any(String), data: generateWords(50) });
    const wrappedResponse = await workspace.api.request("POST", "/chat", { data: buildRequest("[[tokens: 5]]") });
    expect(await wrappedResponse.json()).toMatchObject({ success: true, data: generateWords(5) });
  });

  test("[C7.49] a kill request stops the answer and the model's call, and is answered with 200", async () => {
    const { api, models } = workspace;
    const requestId = randomUUID();
    models.pauseAfter(30);
    const stream = await api.ask(buildRequest("[[tokens: 90]]", { options: { requestId } }));
    await stream.readUntil(({ content }) => content === generateWords(30));
    const killResponse = await api.request("POST", "/answers", { killSwitch: { requestId, value: true } });
    expect(killResponse.status).toBe(200);
    expect(await killResponse.json()).toEqual({ status: "OK" });
    expect(await stream.readToEnd()).toMatchObject({ content: generateWords(30), end: { end: "stopped" } });
    await models.chats()[0]?.aborted;
    expect(models.chats()).toHaveLength(1);
  });

  test("a cloud conversation contains the turn that the client requested, with a title", async () => {
    const { api, modelId } = workspace;
    const conversationId = randomUUID();
    const options = { conversationId, storage: "cloud" as const, parentId: null };
    const stream = await api.ask(buildRequest("Keep this [[answer: It is kept.]]", { options }));
    expect((await stream.readToEnd()).end?.end).toBe("done");
    const { conversation } = await api.call(openConversation, { conversationId });
    expect(conversation).toMatchObject({ modelId, messages: [{ role: "user" }, { content: "It is kept." }] });
    await vi.waitFor(async () => {
      const namedConversation = await api.call(openConversation, { conversationId });
      expect(namedConversation.conversation.name).toBe("A scripted title");
    });
  });

  test("another person cannot see or stop a run", async () => {
    const { api, models, lectern } = workspace;
    const bob = createApiClient(lectern.url, (await signInByHttp(lectern.url, "bob@example.org")).accessToken);
    const requestId = randomUUID();
    models.pauseAfter(10);
    const stream = await api.ask(buildRequest("[[tokens: 20]]", { options: { requestId } }));
    await stream.readUntil(({ content }) => content === generateWords(10));
    expect((await bob.request("GET", `/chat/${requestId}`)).status).toBe(404);
    expect((await bob.call(listRuns, {})).runs).toEqual([]);
    const killResponse = await bob.request("POST", "/chat", { killSwitch: { requestId, value: true } });
    expect(killResponse.status).toBe(200);
    models.resume();
    expect(await stream.readToEnd()).toMatchObject({ content: generateWords(20), end: { end: "done" } });
  });
});

function stringsOf(value: unknown): string[] {
  expect(value).toBeInstanceOf(Array);
  return Array.isArray(value) ? value.map(String) : [];
}

/** Decodes a conversation from LZW codes. */
function decodeConversation(codes: unknown): { id: unknown; messages: unknown } {
  return JSON.parse(decompressText(stringsOf(codes).map(Number)));
}
