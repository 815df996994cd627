import { type ChatRequestInput, compressText, decompressText } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, createApiClient } from "../../support/createApiClient.ts";
import { signInByHttp } from "../../support/signInByHttp.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

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
  let workspace: Workspace;
  let api: ApiClient;
  let bob: ApiClient;
  beforeAll(async () => {
    workspace = await startWorkspace("postgres");
    api = workspace.api;
    bob = createApiClient(
      workspace.lectern.url,
      (await signInByHttp(workspace.lectern.url, "bob@example.org")).accessToken,
    );
  });
  afterAll(() => workspace?.close());

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

function stringsOf(value: unknown): string[] {
  expect(value).toBeInstanceOf(Array);
  return Array.isArray(value) ? value.map(String) : [];
}

/** Decodes a conversation from LZW codes. */
function decodeConversation(codes: unknown): { id: unknown; messages: unknown } {
  return JSON.parse(decompressText(stringsOf(codes).map(Number)));
}
