import {
  createAssistant,
  deleteAssistant,
  deleteGroup,
  type GroupLevel,
  leaveAssistant,
  leaveGroup,
  listAssistantShares,
  saveUserSettings,
  shareAssistant,
  unshareAssistant,
  updateGroupPublic,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { openBrowserEvents, type TestEventStream } from "../../testing/openBrowserEvents.ts";
import { type ChatServer, startChatServer } from "../../testing/startChatServer.ts";
import { createGroup } from "../groups/service.ts";

const names = ["owner", "writer", "reader", "stranger"] as const;
type Name = (typeof names)[number];

describe("events about assistants", () => {
  let server: ChatServer;
  const people = {} as Record<Name, TestPerson>; // filled before the tests
  const streams = {} as Record<Name, TestEventStream>;

  beforeAll(async () => {
    server = await startChatServer({ environment: { FEATURES: "assistantAdminInterface" } });
    for (const name of names) {
      people[name] = await server.signIn(`${name}@uni.edu`);
      streams[name] = await openBrowserEvents(server.origin, people[name]);
    }
  });
  afterAll(async () => {
    for (const { close } of Object.values(streams)) close();
    await server.close();
  });

  /** Runs a change and returns who was told that assistants have changed. */
  async function findTold(change: () => Promise<{ status: number }>): Promise<string[]> {
    for (const name of names) streams[name].events.length = 0;
    expect((await change()).status).toBe(200);
    // What is published later arrives later.
    await Promise.all(names.map((name) => people[name].proxy(saveUserSettings, { settings: {} })));
    await vi.waitFor(() => {
      for (const name of names) expect(streams[name].events).toContainEqual({ type: "settings" });
    });
    return names.filter((name) => streams[name].events.some(({ type }) => type === "assistants"));
  }

  const save = (input: object) => people.owner.proxy(createAssistant, { name: "Tutor", ...input });

  test("a change of one's own assistant is told to those who have it, and sharing to the owner and to those who get, lose or give it up", async () => {
    const { assistantId } = (await save({})).result;
    expect(await findTold(() => save({ assistantId }))).toEqual(["owner"]);
    const recipients = { assistantId, recipientUsers: [people.reader.actor.email] };
    const share = () => people.owner.proxy(shareAssistant, recipients);
    expect(await findTold(share)).toEqual(["owner", "reader"]);
    expect(await findTold(() => save({ assistantId }))).toEqual(["owner", "reader"]);
    expect(await findTold(() => people.owner.proxy(unshareAssistant, recipients))).toEqual(["owner", "reader"]);
    expect(await findTold(() => save({ assistantId }))).toEqual(["owner"]);
    expect(await findTold(share)).toEqual(["owner", "reader"]);
    expect(await findTold(() => people.reader.proxy(leaveAssistant, { assistantId }))).toEqual(["owner", "reader"]);
    expect(streams.reader.events).toContainEqual({ type: "rights" });
    expect(await findTold(share)).toEqual(["owner", "reader"]);
    // Nobody else is concerned by an invitation.
    const invited = { assistantId, recipientUsers: ["invited@uni.edu"] };
    expect(await findTold(() => people.owner.proxy(shareAssistant, invited))).toEqual(["owner"]);
    expect(await findTold(() => people.owner.proxy(unshareAssistant, invited))).toEqual(["owner"]);
    const deletion = () => people.owner.proxy(deleteAssistant, { assistantId });
    expect(await findTold(deletion)).toEqual(["owner", "reader"]);
  });

  test("the deletion of a group is told to its members of all levels, and to those outside it who have shared an assistant with it", async () => {
    const members: Record<string, GroupLevel> = {
      [people.writer.actor.email]: "admin",
      [people.reader.actor.email]: "read",
      [people.stranger.actor.email]: "write",
    };
    const { wireId: group_id } = await createGroup(server.platform, people.owner.actor, {
      name: "Seminar",
      types: [],
      members,
    });
    const { assistantId } = (await people.stranger.proxy(createAssistant, { name: "Own" })).result;
    const share = { assistantId, recipientUsers: [group_id] };
    expect((await people.stranger.proxy(shareAssistant, share)).status).toBe(200);
    expect((await people.stranger.proxy(leaveGroup, { group_id })).status).toBe(200);
    const outsider = await people.stranger.proxy(listAssistantShares, { assistantId });
    expect(outsider.result.shares).toMatchObject([{ id: group_id }]);
    expect(await findTold(() => people.writer.proxy(deleteGroup, { group_id }))).toEqual([...names]);
    for (const name of names) expect(streams[name].events).toContainEqual({ type: "rights" });
    expect((await people.stranger.proxy(listAssistantShares, { assistantId })).result.shares).toEqual([]);
  });

  test("a draft of a group is told to its writers, and a published assistant to all members", async () => {
    const members: Record<string, GroupLevel> = {
      [people.writer.actor.email]: "write",
      [people.reader.actor.email]: "read",
    };
    const group = { name: "Team", types: [], members };
    const { wireId: group_id } = await createGroup(server.platform, people.owner.actor, group);
    const groupId = group_id;
    const { assistantId } = (await save({ groupId })).result;
    expect(await findTold(() => save({ assistantId }))).toEqual(["owner", "writer"]);
    const all = ["owner", "writer", "reader"];
    expect(await findTold(() => save({ assistantId, isPublished: true }))).toEqual(all);
    expect(await findTold(() => save({ assistantId, isPublished: false }))).toEqual(all);
    expect((await people.owner.proxy(updateGroupPublic, { group_id, isPublic: true })).status).toBe(200);
    expect(await findTold(() => save({ assistantId }))).toEqual(["owner", "writer"]);
    expect(await findTold(() => save({ assistantId, isPublished: true }))).toEqual([...all, "stranger"]);
    expect(await findTold(() => people.owner.proxy(deleteGroup, { group_id }))).toEqual([...all, "stranger"]);
  });
});
