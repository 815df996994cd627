import "fake-indexeddb/auto";
import { type Conversation, downloadGeneratedFile, type GeneratedFile } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { copyFilesHere } from "../../codeInterpreter/conversationFiles.ts";
import { findLocalFile } from "../../codeInterpreter/localFiles.ts";
import { newConversation } from "../newConversation.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";

afterEach(() => vi.unstubAllGlobals());

const createFile = (key: string, smallKey?: string): GeneratedFile => ({
  type: "image/png",
  values: { file_key: key, file_name: "plot.png", file_size: 4, ...(smallKey && { file_key_low_res: smallKey }) },
});
const readKeys = ({ messages }: Conversation) =>
  messages.flatMap(({ data }) =>
    (data.state?.codeInterpreter as { content: GeneratedFile[] } | undefined)?.content.flatMap(({ values }) => [
      values.file_key,
      values.file_key_low_res,
    ]),
  );

/** A cloud conversation with files. `respond` answers the request for the content of a file. */
async function open(respond: (key: string) => Response) {
  const userId = crypto.randomUUID();
  const cloud = startFakeCloud();
  const sendToCloud = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url.startsWith("/bytes/")) return respond(url.slice("/bytes/".length));
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    if (body.data?.path !== downloadGeneratedFile.path) return sendToCloud(url, init);
    const { key } = JSON.parse(atob(body.data.data));
    if (key === "gone") return Response.json({ success: false, message: "Gone.", code: "notFound" }, { status: 404 });
    return Response.json({
      data: encodeBase64(JSON.stringify({ success: true, data: { downloadUrl: `/bytes/${key}` } })),
    });
  });
  const content = [createFile("big", "small"), createFile("gone"), createFile("local:old")];
  const state = { codeInterpreter: { content, threadId: "t" }, other: 1 };
  const messages = [message("q1", null), message("a1", "q1", { data: { state } })];
  const draft = newConversation({ isLocal: false, modelId: "m1", temperature: 0.3 }, new Date());
  const conversation = { ...draft, id: "there", name: "There", messages, headId: "a1", revision: 1 };
  cloud.rows.set("there", conversation);
  const local = createMemoryConversations();
  await local.putStub(conversation);
  return { userId, cloud, store: createConversationStore(userId, local, new QueryClient(), { copyFilesHere }) };
}

test("a conversation that moves to this browser takes its generated files along", async () => {
  const { userId, cloud, store } = await open((key) => new Response(`bytes of ${key}`));
  await store.move("there", "local");
  expect(cloud.rows.has("there")).toBe(false);
  const moved = await store.read("there");
  const [bigKey, smallKey, ...others] = readKeys(moved).filter((key) => key !== undefined);
  expect([bigKey, smallKey]).toEqual(["local:big.there", "local:small.there"]);
  expect(others).toEqual(["gone", "local:old"]);
  const file = await findLocalFile(userId, "local:big.there");
  expect(file).toMatchObject({ conversationId: "there", name: "plot.png" });
  expect(await file?.content.text()).toBe("bytes of big");
  expect(await (await findLocalFile(userId, "local:small.there"))?.content.text()).toBe("bytes of small");
  expect(moved.messages[1]?.data.state).toMatchObject({ other: 1, codeInterpreter: { threadId: "t" } });
});

test("if a file cannot be read, the conversation stays in the cloud", async () => {
  const { cloud, store } = await open(() => new Response(null, { status: 503 }));
  await expect(store.move("there", "local")).rejects.toThrow("503");
  expect(cloud.rows.has("there")).toBe(true);
  expect(await store.read("there")).toMatchObject({ isLocal: false });
});
