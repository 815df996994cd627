import { createAssistant, updateSiteConfigs } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ModelServer, startModelServer } from "../../testing/modelServer/startModelServer.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { rotationLimits } from "./endpointRotation.ts";

const site = "site@example.org";
const refusal = "This model isn’t available to you. Please choose another one.";

describe("chatting with a model for the members of a group", () => {
  let server: ChatServer;
  let member: TestPerson;
  let stranger: TestPerson;
  const clock = createManualClock();

  beforeAll(async () => {
    server = await startChatServer({ environment: { ADMINS: site }, clock });
    await setMembers(["member@example.org"]);
    [member, stranger] = [await server.signIn("member@example.org"), await server.signIn("stranger@example.org")];
    const exclusive_group_availability = JSON.stringify(["Law"]);
    await server.platform.db
      .updateTable("models")
      .set({ exclusive_group_availability })
      .where("id", "=", server.modelId)
      .execute();
  });
  afterAll(() => server.close());

  async function setMembers(members: string[]): Promise<void> {
    const admin = await server.signIn(site);
    const data = { Law: { groupName: "Law", members } };
    await admin.proxy(updateSiteConfigs, { configurations: [{ type: "amplifyGroups", data }] });
  }
  const ask = async (person: TestPerson, more: Parameters<ChatServer["ask"]>[1] = {}) => {
    const { status, text } = await readStream(await server.post(server.ask("Hello", more), { person }));
    return { status, text };
  };

  test("works for members, and is refused for everybody else, before the model is called", async () => {
    expect((await ask(member)).status).toBe(200);
    server.models.reset();
    const refused = await ask(stranger);
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining(refusal) });
    // What a client says of the model counts for nothing.
    const claims = { endpoint: server.models.url, options: { groupType: "Law" } };
    expect((await ask(stranger, claims)).status).toBe(403);
    await server.settled();
    expect(server.models.chats(server.modelId)).toEqual([]);
  });

  test("an assistant does not lend it: neither to who cannot choose it, nor to who is no member any more", async () => {
    const assistant = { name: "Clerk", description: "", instructions: "Help.", data: { model: server.modelId } };
    const { status } = await stranger.proxy(createAssistant, assistant);
    expect(status).toBe(403);
    const created = await member.proxy(createAssistant, assistant);
    expect(created.status).toBe(200);
    const more = { model: "scripted-small", options: { assistantId: created.result.assistantId } };
    expect((await ask(member, more)).status).toBe(200);
    await setMembers([]);
    // Rights are cached this long.
    clock.advance(2_000);
    expect(await ask(member, more)).toMatchObject({ status: 403, text: expect.stringContaining(refusal) });
    expect((await ask(member, { model: "scripted-small" })).status).toBe(200);
  });
});

describe("a model with two addresses", () => {
  let server: ChatServer;
  let second: ModelServer;
  const clock = createManualClock();
  let closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.toReversed()) await close();
    closers = [];
  });

  async function start(): Promise<void> {
    second = await startModelServer();
    server = await startChatServer({ environment: { ADMINS: site }, clock });
    closers.push(second.close, server.close);
    const admin = await server.signIn(site);
    const endpoints = [{ url: second.url, isNew: true, needsNoKey: true }];
    const data = [{ id: server.modelId, endpoints }];
    await admin.proxy(updateSiteConfigs, { configurations: [{ type: "openaiEndpoints", data }] });
  }
  async function ask(): Promise<void> {
    const { status, answer } = await readStream(await server.post(server.ask("Hello")));
    expect({ status, end: answer.end?.end }).toEqual({ status: 200, end: "done" });
  }
  /** Asks several times, and returns how many requests each address got. */
  async function askTimes(count: number): Promise<[number, number]> {
    for (let index = 0; index < count; index++) await ask();
    const counts: [number, number] = [server.models.chats(server.modelId).length, second.chats(server.modelId).length];
    server.models.reset();
    second.reset();
    return counts;
  }

  test("asks each of them in turn", async () => {
    await start();
    expect(await askTimes(4)).toEqual([2, 2]);
  });

  test("goes on while one fails, which is avoided, and asked again when its time is over", async () => {
    await start();
    server.models.script({ status: 503 }, server.modelId);
    expect(await askTimes(4)).toEqual([1, 4]);
    clock.advance(rotationLimits.baseAvoidMs);
    expect(await askTimes(4)).toEqual([2, 2]);
  });

  test("goes on when one of them dies", async () => {
    await start();
    await ask();
    await second.close();
    closers = closers.filter((close) => close !== second.close);
    for (let index = 0; index < 4; index++) await ask();
  });

  test("does not repeat an answer that has begun", async () => {
    await start();
    for (const models of [server.models, second]) models.script({ cutAfter: 2 }, server.modelId);
    const { answer } = await readStream(await server.post(server.ask("[[tokens:10]]")));
    expect(answer.end?.end).toBe("failed");
    expect(server.models.chats(server.modelId).length + second.chats(server.modelId).length).toBe(1);
  });
});
