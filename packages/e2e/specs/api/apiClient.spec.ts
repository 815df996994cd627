import { randomUUID } from "node:crypto";
import {
  type ChatRequestInput,
  clientHeader,
  compressText,
  connectModelEndpoint,
  decompressText,
  getAvailableModels,
  listRuns,
  openConversation,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ChatStream, readChatStream } from "../../support/chatStream.ts";
import { type ApiClient, createApiClient } from "../../support/createApiClient.ts";
import { signInByHttp } from "../../support/signInByHttp.ts";
import { startThirdPartyModelServer } from "../../support/startThirdPartyModelServer.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

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
function conversation(id: string, contents: readonly string[]) {
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
  beforeAll(async () => {
    const { url } = workspace.lectern;
    api = workspace.api;
    bob = createApiClient(url, (await signInByHttp(url, "bob@example.org")).accessToken);
  });

  async function upload(whole: ReturnType<typeof conversation>, into: unknown = null, by = api) {
    const data = { conversation: compressText(JSON.stringify(whole)), conversationId: whole.id, folder: into };
    return by.request("PUT", `${basePath}/upload`, { data });
  }

  async function read(method: string, path: string, body?: unknown, by = api): Promise<Record<string, unknown>> {
    const reply = await by.request(method, `${basePath}${path}`, body);
    const json: Record<string, unknown> = await reply.json();
    expect(reply.ok, JSON.stringify(json)).toBe(true);
    expect(json.success).toBe(true);
    return json;
  }

  /** Fetches everything behind presigned URLs, by GET and without credentials. */
  async function fetchAll(addresses: unknown): Promise<unknown[]> {
    const pages: unknown[][] = [];
    for (const address of stringsOf(addresses)) {
      const reply = await fetch(new URL(address, workspace.lectern.url));
      expect(reply.status).toBe(200);
      pages.push(await reply.json());
    }
    return pages.flat();
  }

  test("[C7.13] [C7.14] an uploaded conversation is returned unchanged and can be continued as a chat", async () => {
    const sent = conversation("c-first", [text, "An answer.", "More?", "Yes."]);
    expect(await (await upload(sent, folder)).json()).toMatchObject({ success: true, revision: expect.any(Number) });
    const got = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    const { messages, folderId: _, ...fields } = sent;
    expect(got).toMatchObject({ ...fields, folderId: folder.id });
    expect(got.messages).toMatchObject(messages);

    const asked: ChatRequestInput = {
      model: workspace.modelId,
      messages: [{ id: "next", role: "user", content: "And now [[answer: on it goes]]" }],
      options: { conversationId: "c-first", storage: "cloud", parentId: "c-first-3", replyId: "next-answer" },
    };
    await (await api.ask(asked)).readToEnd();
    const longer = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    expect(longer.messages).toMatchObject([...messages, { id: "next" }, { id: "next-answer", content: "on it goes" }]);
    // A client that has not seen the turn uploads its old copy again: nothing newer is lost.
    await upload({ ...sent, name: "Renamed" }, folder);
    const merged = decodeConversation((await read("GET", "/get?conversationId=c-first")).conversation);
    expect(merged).toMatchObject({
      name: "Renamed",
      messages: [...messages, { id: "next" }, { content: "on it goes" }],
    });
  });

  test("[C7.14] a missing conversation and another person's give the same NoSuchKey", async () => {
    const missing = await api.request("GET", `${basePath}/get?conversationId=c-none`);
    const foreign = await bob.request("GET", `${basePath}/get?conversationId=c-first`);
    const [one, other] = [await missing.json(), await foreign.json()];
    expect([missing.status, foreign.status]).toEqual([404, 404]);
    expect(one).toMatchObject({ success: false, type: "NoSuchKey" });
    expect({ ...other, requestId: "" }).toEqual({ ...one, requestId: "" });
  });

  test("[C7.15] [C7.20] get/all gives URLs whose arrays contain each conversation with its folder", async () => {
    await upload(conversation("c-second", ["Only asked"]));
    const { presignedUrls } = await read("GET", "/get/all");
    const listed = await fetchAll(presignedUrls);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        { conversation: expect.objectContaining({ id: "c-first", name: "Renamed", isLocal: false }), folder },
        { conversation: expect.objectContaining({ id: "c-second", tags: ["one", "two"] }), folder: null },
      ]),
    );
    expect(JSON.stringify(listed)).not.toContain("Only asked");
    expect(await fetchAll((await read("GET", "/get/all", undefined, bob)).presignedUrls)).toEqual([]);
  });

  test("[C7.20] a modified presigned URL is rejected", async () => {
    const { presignedUrls } = await read("POST", "/get/multiple", { data: { conversationIds: ["c-first"] } });
    const address = new URL(stringsOf(presignedUrls)[0] ?? "", workspace.lectern.url);
    const claim: Record<string, unknown> = JSON.parse(
      Buffer.from(address.searchParams.get("claim") ?? "", "base64url").toString("utf8"),
    );
    const altered = new URL(address);
    const longer = { ...claim, expiresAt: Number(claim.expiresAt) + 1 };
    altered.searchParams.set("claim", Buffer.from(JSON.stringify(longer)).toString("base64url"));
    expect((await fetch(altered)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
  });

  test("[C7.16] get/empty gives the conversations without messages and the ids of the others", async () => {
    await upload(conversation("c-empty", []));
    const { presignedUrls, nonEmptyIds } = await read("GET", "/get/empty");
    expect(new Set(stringsOf(nonEmptyIds))).toEqual(new Set(["c-first", "c-second"]));
    expect(await fetchAll(presignedUrls)).toEqual([expect.objectContaining({ id: "c-empty", name: "Named c-empty" })]);
  });

  test("[C7.17] [C7.20] get/multiple gives URLs of whole conversations and names the missing ones", async () => {
    const conversationIds = ["c-second", "c-none", "c-first"];
    const reply = await read("POST", "/get/multiple", { data: { conversationIds } });
    expect(reply).toMatchObject({ noSuchKeyConversations: ["c-none"], failed: [] });
    const wholes = (await fetchAll(reply.presignedUrls)).map(decodeConversation);
    expect(new Set(wholes.map(({ id }) => id))).toEqual(new Set(["c-first", "c-second"]));
    expect(wholes.find(({ id }) => id === "c-first")?.messages).toHaveLength(6);
    const foreign = await read("POST", "/get/multiple", { data: { conversationIds } }, bob);
    expect(foreign).toMatchObject({ presignedUrls: [], noSuchKeyConversations: conversationIds });
  });

  test("[C7.18] delete deletes the caller's own conversation and nobody else's", async () => {
    expect((await bob.request("DELETE", `${basePath}/delete?conversationId=c-second`)).status).toBe(404);
    await read("DELETE", "/delete?conversationId=c-second");
    expect((await api.request("GET", `${basePath}/get?conversationId=c-second`)).status).toBe(404);
    expect((await api.request("DELETE", `${basePath}/delete?conversationId=c-second`)).status).toBe(404);
  });

  test("[C7.19] delete_multiple deletes the caller's own conversations and skips the rest", async () => {
    await upload(conversation("c-bobs", ["Mine"]), null, bob);
    const conversationIds = ["c-first", "c-none", "c-empty", "c-bobs"];
    const reply = await read("POST", "/delete_multiple", { data: { conversationIds } });
    expect(new Set(stringsOf(reply.deleted))).toEqual(new Set(["c-first", "c-empty"]));
    expect(await fetchAll((await read("GET", "/get/all")).presignedUrls)).toEqual([]);
    expect(await fetchAll((await read("GET", "/get/all", undefined, bob)).presignedUrls)).toHaveLength(1);
  });
});

describe("the chat for an API client", () => {
  const request = (content: string, more: Partial<ChatRequestInput> = {}): ChatRequestInput => ({
    model: workspace.modelId,
    messages: [{ role: "user", content }],
    ...more,
  });
  const idsOf = ({ frames }: ChatStream) => frames.flatMap(({ id }) => (id === null ? [] : [id]));
  const eventsOf = ({ frames }: ChatStream): unknown[] =>
    frames.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test("[C7.45] works from sign-in to a streamed answer with fetch alone, at the configured endpoint", async () => {
    const { lectern } = workspace;
    const { accessToken, session } = await signInByHttp(lectern.url, "client@example.org");
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const available = await fetch(`${lectern.url}/available_models`, { headers });
    const { default: model } = getAvailableModels.output.parse((await available.json()).data);
    expect(session.config.chatEndpoint).toBe("/answers");
    const body = {
      model: model?.id,
      temperature: 0,
      max_tokens: 500,
      stream: true,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Say it [[answer: It is said: Grüße, 你好 🌍.]]" },
      ],
    };
    const address = new URL(session.config.chatEndpoint, lectern.url);
    const stream = await readChatStream(await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
    expect(await stream.readToEnd()).toMatchObject({ content: "It is said: Grüße, 你好 🌍.", end: { end: "done" } });
    expect(workspace.models.chats()[0]?.body).toMatchObject({ temperature: 0, stream: true });

    for (const authorization of ["", "Bearer nonsense", `Bearer ${accessToken.slice(0, -2)}`]) {
      const refused = await fetch(address, {
        method: "POST",
        headers: { ...headers, authorization },
        body: JSON.stringify(body),
      });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ success: false, code: "unauthenticated" });
    }
  });

  test("events have a source and data, ids count from 1, and the stream ends on a finish reason and [DONE]", async () => {
    const stream = await workspace.api.ask(request("[[tokens: 300]] [[pace: 1]]"));
    await stream.readToEnd();
    const events = eventsOf(stream);
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(idsOf(stream)).toEqual(upTo(events.length));
    expect(events.length).toBeGreaterThan(5);
    for (const event of events.slice(0, -1)) expect(event).toEqual({ s: expect.any(String), d: expect.any(String) });
    expect(events.at(-1)).toMatchObject({ s: "meta", end: "done", finishReason: "stop", usage: { outputTokens: 300 } });
    expect(stream.frames.at(-1)).toEqual({ id: null, data: "[DONE]" });
  });

  test("the answer comes as JSON when no stream is requested", async () => {
    const reply = await workspace.api.request("POST", "/chat", request("[[tokens: 50]]", { stream: false }));
    expect(await reply.json()).toEqual({ success: true, message: expect.any(String), data: words(50) });
    const wrapped = await workspace.api.request("POST", "/chat", { data: request("[[tokens: 5]]") });
    expect(await wrapped.json()).toMatchObject({ success: true, data: words(5) });
  });

  test("[C7.49] a kill request stops the answer and the model's call, and is answered with 200", async () => {
    const { api, models } = workspace;
    const requestId = randomUUID();
    models.pauseAfter(30);
    const stream = await api.ask(request("[[tokens: 90]]", { options: { requestId } }));
    await stream.readUntil(({ content }) => content === words(30));
    const killed = await api.request("POST", "/answers", { killSwitch: { requestId, value: true } });
    expect(killed.status).toBe(200);
    expect(await killed.json()).toEqual({ status: "OK" });
    expect(await stream.readToEnd()).toMatchObject({ content: words(30), end: { end: "stopped" } });
    await models.chats()[0]?.aborted;
    expect(models.chats()).toHaveLength(1);
  });

  test("a run outlives its connection: it is listed and can be followed from the last received event", async () => {
    const { api, models } = workspace;
    const requestId = randomUUID();
    const conversationId = randomUUID();
    models.pauseAfter(40);
    const first = await api.ask(request("[[tokens: 80]] [[pace: 2]]", { options: { requestId, conversationId } }));
    await first.readUntil(({ content }) => content === words(40));
    await first.disconnect();
    const seen = idsOf(first);
    const last = seen.at(-1) ?? 0;
    expect(seen).toEqual(upTo(last));
    expect((await api.call(listRuns, { conversationId })).runs).toMatchObject([{ requestId, conversationId }]);
    expect((await api.call(listRuns, { conversationId: randomUUID() })).runs).toEqual([]);

    const again = await api.follow(requestId, last);
    const fromStart = await api.ask(request("[[tokens: 80]] [[pace: 2]]", { options: { requestId, conversationId } }));
    models.resume();
    await again.readToEnd();
    expect(idsOf(again)).toEqual(upTo(last + idsOf(again).length, last + 1));
    const text = (events: unknown[]) => events.flatMap((event) => (isText(event) ? [event.d] : [])).join("");
    expect(text([...eventsOf(first), ...eventsOf(again)])).toBe(words(80));
    expect(await fromStart.readToEnd()).toMatchObject({ content: words(80), end: { end: "done" } });
    expect(models.chats()).toHaveLength(1);

    expect((await api.call(listRuns, {})).runs).toEqual([]);
    const done = await api.request("GET", `/chat/${requestId}`, undefined, { "last-event-id": "9999" });
    expect(done.status).toBe(204);
  });

  test("a cloud conversation contains the turn that the client requested, with a title", async () => {
    const { api, modelId } = workspace;
    const conversationId = randomUUID();
    const options = { conversationId, storage: "cloud" as const, parentId: null };
    const stream = await api.ask(request("Keep this [[answer: It is kept.]]", { options }));
    expect((await stream.readToEnd()).end?.end).toBe("done");
    const { conversation } = await api.call(openConversation, { conversationId });
    expect(conversation).toMatchObject({ modelId, messages: [{ role: "user" }, { content: "It is kept." }] });
    await vi.waitFor(async () => {
      const named = await api.call(openConversation, { conversationId });
      expect(named.conversation.name).toBe("A scripted title");
    });
  });

  test("another person cannot see or stop a run", async () => {
    const { api, models, lectern } = workspace;
    const bob = createApiClient(lectern.url, (await signInByHttp(lectern.url, "bob@example.org")).accessToken);
    const requestId = randomUUID();
    models.pauseAfter(10);
    const stream = await api.ask(request("[[tokens: 20]]", { options: { requestId } }));
    await stream.readUntil(({ content }) => content === words(10));
    expect((await bob.request("GET", `/chat/${requestId}`)).status).toBe(404);
    expect((await bob.call(listRuns, {})).runs).toEqual([]);
    const kill = await bob.request("POST", "/chat", { killSwitch: { requestId, value: true } });
    expect(kill.status).toBe(200);
    models.resume();
    expect(await stream.readToEnd()).toMatchObject({ content: words(20), end: { end: "done" } });
  });

  test("a token is rejected everywhere once its session is signed out; the next sign-in gives the same person", async () => {
    const { lectern } = workspace;
    const carl = await signInByHttp(lectern.url, "carl@example.org");
    const api = createApiClient(lectern.url, carl.accessToken);
    const conversationId = randomUUID();
    const options = { conversationId, storage: "cloud" as const, parentId: null };
    await (await api.ask(request("Mine [[answer: Yours.]]", { options }))).readToEnd();

    const signOut = await fetch(`${lectern.url}/auth/signout`, {
      method: "POST",
      headers: { cookie: carl.cookie, [clientHeader.name]: clientHeader.value },
    });
    expect(signOut.status).toBe(200);
    expect(signOut.headers.get("set-cookie")).toMatch(/^lectern_session=;/);
    const doors = [
      await api.request("POST", "/chat", request("Hello")),
      await api.request("GET", `/chat/${randomUUID()}`),
      await api.request("GET", "/available_models"),
      await api.request("GET", `/state/conversation/open?conversationId=${conversationId}`),
    ];
    expect(doors.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    await expect(carl.renew()).rejects.toThrow("nobody is signed in");

    const back = await signInByHttp(lectern.url, "Carl@Example.org");
    expect(back.session.user?.id).toBe(carl.session.user?.id);
    const found = await createApiClient(lectern.url, back.accessToken).call(openConversation, { conversationId });
    expect(found.conversation.messages).toHaveLength(2);
  });
});

test("a third-party model server is connected: its models are discovered, and it answers", async () => {
  const { api } = workspace;
  const endpoint = { url: await startThirdPartyModelServer(), key: "" };
  await api.call(connectModelEndpoint, { ...endpoint, modelIds: ["echo-large", "echo-mini"] });
  const { models } = await api.call(getAvailableModels, {});
  const names = models.map(({ name }) => name);
  for (const id of ["echo-large", "echo-mini"]) expect(names).toContainEqual(expect.stringContaining(id));
  const model = models.find(({ name }) => name.includes("echo-large"))?.id ?? "";
  const content = "An echo of Grüße, in several pieces";
  const stream = await api.ask({ model, messages: [{ role: "user", content }] });
  expect(await stream.readToEnd()).toMatchObject({ content, end: { end: "done", finishReason: "stop" } });
  expect(stream.frames.at(-1)?.data).toBe("[DONE]");
});

function isText(event: unknown): event is { d: string } {
  return typeof event === "object" && event !== null && "d" in event && typeof event.d === "string";
}

function stringsOf(value: unknown): string[] {
  expect(value).toBeInstanceOf(Array);
  return Array.isArray(value) ? value.map(String) : [];
}

/** Decodes a conversation from LZW codes. */
function decodeConversation(codes: unknown): { id: unknown; messages: unknown } {
  return JSON.parse(decompressText(stringsOf(codes).map(Number)));
}
