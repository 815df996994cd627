import { randomUUID } from "node:crypto";
import {
  type ChatRequestInput,
  clientHeader,
  connectModelEndpoint,
  getAvailableModels,
  listRuns,
  openConversation,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ChatStream, listEventIds, listRange, readChatStream } from "../../support/content/chatStream.ts";
import { createApiClient } from "../../support/content/createApiClient.ts";
import { signInByHttp } from "../../support/content/signInByHttp.ts";
import { startThirdPartyModelServer } from "../../support/servers/startThirdPartyModelServer.ts";
import { startWorkspace, type Workspace } from "../../support/servers/startWorkspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace("postgres", { CHAT_ENDPOINT: "/answers" });
});
afterAll(() => workspace?.close());
afterEach(() => workspace.models.reset());

describe("the chat for an API client", () => {
  const buildRequest = (content: string, more: Partial<ChatRequestInput> = {}): ChatRequestInput => ({
    model: workspace.modelId,
    messages: [{ role: "user", content }],
    ...more,
  });
  const parseEvents = ({ frames }: ChatStream): unknown[] =>
    frames.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));

  test("[C7.45] works from sign-in to a streamed answer with fetch alone, at the configured endpoint", async () => {
    const { lectern } = workspace;
    const { accessToken, session } = await signInByHttp(lectern.url, "client@example.org");
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const modelsResponse = await fetch(`${lectern.url}/available_models`, { headers });
    const { default: model } = getAvailableModels.output.parse((await modelsResponse.json()).data);
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
      const refusedResponse = await fetch(address, {
        method: "POST",
        headers: { ...headers, authorization },
        body: JSON.stringify(body),
      });
      expect(refusedResponse.status).toBe(401);
      expect(await refusedResponse.json()).toMatchObject({ success: false, code: "unauthenticated" });
    }
  });

  test("a run outlives its connection: it is listed and can be followed from the last received event", async () => {
    const { api, models } = workspace;
    const requestId = randomUUID();
    const conversationId = randomUUID();
    models.pauseAfter(40);
    const firstStream = await api.ask(
      buildRequest("[[tokens: 80]] [[pace: 2]]", { options: { requestId, conversationId } }),
    );
    await firstStream.readUntil(({ content }) => content === generateWords(40));
    await firstStream.disconnect();
    const seenIds = listEventIds(firstStream);
    const lastId = seenIds.at(-1) ?? 0;
    expect(seenIds).toEqual(listRange(lastId));
    expect((await api.call(listRuns, { conversationId })).runs).toMatchObject([{ requestId, conversationId }]);
    expect((await api.call(listRuns, { conversationId: randomUUID() })).runs).toEqual([]);

    const resumedStream = await api.follow(requestId, lastId);
    const wholeStream = await api.ask(
      buildRequest("[[tokens: 80]] [[pace: 2]]", { options: { requestId, conversationId } }),
    );
    models.resume();
    await resumedStream.readToEnd();
    expect(listEventIds(resumedStream)).toEqual(listRange(lastId + listEventIds(resumedStream).length, lastId + 1));
    const joinText = (events: unknown[]) => events.flatMap((event) => (isText(event) ? [event.d] : [])).join("");
    expect(joinText([...parseEvents(firstStream), ...parseEvents(resumedStream)])).toBe(generateWords(80));
    expect(await wholeStream.readToEnd()).toMatchObject({ content: generateWords(80), end: { end: "done" } });
    expect(models.chats()).toHaveLength(1);

    expect((await api.call(listRuns, {})).runs).toEqual([]);
    const doneResponse = await api.request("GET", `/chat/${requestId}`, undefined, { "last-event-id": "9999" });
    expect(doneResponse.status).toBe(204);
  });

  test("a token is rejected everywhere once its session is signed out; the next sign-in gives the same person", async () => {
    const { lectern } = workspace;
    const carl = await signInByHttp(lectern.url, "carl@example.org");
    const api = createApiClient(lectern.url, carl.accessToken);
    const conversationId = randomUUID();
    const options = { conversationId, storage: "cloud" as const, parentId: null };
    await (await api.ask(buildRequest("Mine [[answer: Yours.]]", { options }))).readToEnd();

    const signOutResponse = await fetch(`${lectern.url}/auth/signout`, {
      method: "POST",
      headers: { cookie: carl.cookie, [clientHeader.name]: clientHeader.value },
    });
    expect(signOutResponse.status).toBe(200);
    expect(signOutResponse.headers.get("set-cookie")).toMatch(/^lectern_session=;/);
    const rejectedResponses = [
      await api.request("POST", "/chat", buildRequest("Hello")),
      await api.request("GET", `/chat/${randomUUID()}`),
      await api.request("GET", "/available_models"),
      await api.request("GET", `/state/conversation/open?conversationId=${conversationId}`),
    ];
    expect(rejectedResponses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    await expect(carl.renew()).rejects.toThrow("nobody is signed in");

    const signedInAgain = await signInByHttp(lectern.url, "Carl@Example.org");
    expect(signedInAgain.session.user?.id).toBe(carl.session.user?.id);
    const foundConversation = await createApiClient(lectern.url, signedInAgain.accessToken).call(openConversation, {
      conversationId,
    });
    expect(foundConversation.conversation.messages).toHaveLength(2);
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
