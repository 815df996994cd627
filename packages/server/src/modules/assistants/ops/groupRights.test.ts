import { randomUUID } from "node:crypto";
import {
  createAssistant,
  createGroup,
  deleteAssistant,
  deleteGroup,
  getAssistant,
  getGroupDashboard,
  listAssistants,
  listAssistantVersions,
  listGroups,
  updateBuiltInGroup,
  updateGroupAnalysis,
  updateGroupAssistants,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupTypes,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { configureFlags } from "../../../testing/configureFlags.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { type ChatServer, startChatServer } from "../../../testing/startChatServer.ts";
import { seedSystemAssistants } from "../builtIn/seedSystemAssistants.ts";

const features = { createAstAdminGroups: true, assistantAdminInterface: true };
const clock = createManualClock();
let server: ChatServer;
let ada: TestPerson;
let bob: TestPerson;
let groupId: string;
let publishedId: string;
let draftId: string;
let count = 0;

beforeAll(async () => {
  server = await startChatServer({ clock, environment: { ADMINS: "site@uni.edu" } });
});
afterEach(() => server.settled());
afterAll(() => server.close());

beforeEach(async () => {
  await setFeatures(features);
  count += 1;
  [ada, bob] = [await server.signIn(`ada${count}@uni.edu`), await server.signIn(`bob${count}@uni.edu`)];
  const members = { [bob.actor.email]: "admin" as const };
  groupId = (await ada.proxy(createGroup, { group_name: `Physics ${count}`, types: ["Student"], members })).result.id;
  const create = async (name: string, isPublished: boolean) =>
    (await ada.proxy(createAssistant, { name, groupId, isPublished })).result.assistantId;
  [publishedId, draftId] = [await create("Heat", true), await create("Light", false)];
});

async function setFeatures(flags: typeof features): Promise<void> {
  await configureFlags(server.platform.db, flags);
  clock.advance(2_000); // longer than anything is cached
}

async function setLevel(person: TestPerson, level: "read" | "write" | "admin", actor = ada): Promise<void> {
  const input = { group_id: groupId, affected_members: { [person.actor.email]: level } };
  expect((await actor.proxy(updateGroupPermissions, input)).status).toBe(200);
  clock.advance(2_000);
}

async function chat(person: TestPerson, assistantId: string): Promise<number | undefined> {
  const body = server.ask("Hi [[answer: Hello.]]", { options: { requestId: randomUUID(), assistantId } });
  const response = await server.post(body, { person });
  await response.resume().toArray();
  return response.statusCode;
}

/** Switches the analysis of the group on, as only a site administrator can. */
async function supportAnalysis(): Promise<void> {
  const site = await server.signIn("site@uni.edu");
  const { status } = await site.proxy(updateGroupAnalysis, { group_id: groupId, supportConvAnalysis: true });
  expect(status).toBe(200);
}

const listOfGroup = async (person: TestPerson) => (await person.proxy(listAssistants, { groupId })).result.assistants;

/** The statuses of what a person does to the group, in the order in which nothing is in the way of the next. */
async function tryEverything(person: TestPerson) {
  const status = async (reply: Promise<{ status: number }>) => (await reply).status;
  const member = { group_id: groupId, members: [`guest${count}@uni.edu`] };
  const changeAssistants = (update_type: string, assistants: object[]) =>
    status(person.proxy(updateGroupAssistants, { group_id: groupId, update_type, assistants: assistants as [] }));
  return {
    listed: (await listOfGroup(person)).map(({ name }) => name),
    analytics: await status(person.proxy(getGroupDashboard, { groupId })),
    chat: await chat(person, publishedId),
    chatWithDraft: await chat(person, draftId),
    create: await status(person.proxy(createAssistant, { name: "New", groupId })),
    add: await changeAssistants("ADD", [{ name: "Newer" }]),
    edit: await status(person.proxy(createAssistant, { name: "Heat", assistantId: publishedId })),
    deleteAssistant: await status(person.proxy(deleteAssistant, { assistantId: draftId })),
    types: await status(person.proxy(updateGroupTypes, { group_id: groupId, types: ["Staff"] })),
    addMembers: await status(person.proxy(updateGroupMembers, { ...member, update_type: "ADD" })),
    removeMembers: await status(person.proxy(updateGroupMembers, { ...member, update_type: "REMOVE" })),
    levels: await status(
      person.proxy(updateGroupPermissions, { group_id: groupId, affected_members: { [ada.actor.email]: "admin" } }),
    ),
    deleteGroup: await status(person.rest(deleteGroup, { group_id: groupId })),
  };
}

const none = { analytics: 403, create: 403, add: 403, edit: 403, deleteAssistant: 403 };
const noManagement = { types: 403, addMembers: 403, removeMembers: 403, levels: 403, deleteGroup: 403 };

test("[G6.05] a reader sees and chats with published assistants only", async () => {
  await setLevel(bob, "read");
  await supportAnalysis();
  expect(await tryEverything(bob)).toEqual({
    ...{ listed: ["Heat"], chat: 200, chatWithDraft: 404 },
    ...{ ...none, deleteAssistant: 404, ...noManagement },
  });
});

test("[G1.02] [G6.04] a writer sees, chats with, creates and edits all assistants, sees the analytics, and does not manage the group", async () => {
  await setLevel(bob, "write");
  await supportAnalysis();
  expect(await tryEverything(bob)).toEqual({
    ...{ listed: ["Heat", "Light"], chat: 200, chatWithDraft: 200 },
    ...{ analytics: 200, create: 200, add: 200, edit: 200, deleteAssistant: 200, ...noManagement },
  });
});

test("[G1.02] [G6.03] an administrator has the rights of a writer, changes types, members and access, and deletes the group", async () => {
  await supportAnalysis();
  const outcomes = await tryEverything(bob);
  expect(outcomes.listed).toEqual(["Heat", "Light"]);
  expect(new Set(Object.values({ ...outcomes, listed: 200 }))).toEqual(new Set([200]));
});

test("[G1.02] a group that does not support analysis has no analytics for anybody", async () => {
  expect(await tryEverything(ada)).toMatchObject({ analytics: 403, create: 200, types: 200 });
});

test("[G3.02] [G4.05] who sets their own access to write no longer manages the group; with read, they cannot edit its assistants either", async () => {
  await setLevel(bob, "write", bob);
  expect(await listOfGroup(bob)).toMatchObject([{ noEdit: false }, { noEdit: false }]);
  expect((await bob.proxy(updateGroupTypes, { group_id: groupId, types: [] })).status).toBe(403);
  expect((await bob.proxy(createAssistant, { name: "Heat", assistantId: publishedId })).status).toBe(200);
  await setLevel(bob, "admin");
  await setLevel(bob, "read", bob);
  expect(await listOfGroup(bob)).toMatchObject([{ name: "Heat", noEdit: true, noDelete: true }]);
  expect((await bob.proxy(createAssistant, { name: "Heat", assistantId: publishedId })).status).toBe(403);
  const { groups } = (await bob.proxy(listGroups, {})).result;
  expect(groups.find(({ id }) => id === groupId)).toMatchObject({ level: "read" });
});

test("[A6.03] without the flag assistantAdminInterface, writers chat with a group's assistants, but nobody edits them through any door", async () => {
  const personal = (await bob.proxy(createAssistant, { name: "Own" })).result.assistantId;
  await setFeatures({ ...features, assistantAdminInterface: false });
  const refused = { status: 403, body: { message: "Editing the assistants of groups is turned off for you." } };
  for (const call of [bob.proxy, bob.rest]) {
    const changes = { group_id: groupId, update_type: "ADD", assistants: [{ name: "New" }] };
    expect(await call(updateGroupAssistants, changes)).toMatchObject(refused);
    expect(await call(createAssistant, { name: "New", groupId })).toMatchObject(refused);
    expect(await call(createAssistant, { name: "Heat", assistantId: publishedId })).toMatchObject(refused);
    expect(await call(deleteAssistant, { assistantId: publishedId })).toMatchObject(refused);
  }
  expect(await listOfGroup(bob)).toMatchObject([
    { name: "Heat", role: "admin", noEdit: true, noDelete: true },
    { name: "Light", role: "admin", noEdit: true, noDelete: true },
  ]);
  expect((await bob.proxy(getAssistant, { assistantId: draftId })).result).toMatchObject({
    assistant: { noEdit: true },
    definition: { noEdit: true },
  });
  expect(await chat(bob, draftId)).toBe(200);
  expect((await bob.proxy(createAssistant, { name: "Own", assistantId: personal })).status).toBe(200);
});

test("[A7.55] [G7.26] a site administrator adds assistants and members to the group of the server, by the proxy and by the path", async () => {
  const site = await server.signIn("site@uni.edu");
  const add = (input: Parameters<typeof site.proxy<typeof updateBuiltInGroup>>[1], person = site) =>
    person.proxy(updateBuiltInGroup, input);
  const added = await add({
    assistants: [{ name: "House rules", isPublished: true }, { name: "Unfinished" }],
    members: { [ada.actor.email]: "write" },
  });
  expect(added.body).toMatchObject({ success: true, assistantData: [{ version: 1 }, { version: 1 }] });
  const assistantId = added.result.assistantData[0]?.assistantId ?? "";
  const assistants = [{ assistantId, name: "House rules", instructions: "Be kind.", isPublished: true }];
  const { status, body } = await site.rest(updateBuiltInGroup, { assistants, members: [bob.actor.email] });
  expect([status, body.assistantData]).toEqual([200, [{ id: expect.any(String), assistantId, version: 2 }]]);
  expect((await ada.proxy(listAssistantVersions, { assistantId })).result.versions).toHaveLength(2);
  const findGroup = async (person: TestPerson) =>
    (await person.proxy(listGroups, {})).result.groups.find(({ isBuiltIn }) => isBuiltIn);
  expect(await findGroup(ada)).toMatchObject({ level: "write", members: { [bob.actor.email]: "read" } });
  expect((await findGroup(bob))?.assistants.map(({ name }) => name)).toEqual(["House rules"]);
  for (const person of [ada, bob]) {
    expect(
      (await add({ assistants: [{ name: "Mine" }], members: { [person.actor.email]: "admin" } }, person)).status,
    ).toBe(403);
  }
  expect((await add({ assistants: [{ name: "" }], members: [] })).status).toBe(400);
});

test("the same assistants can be added to the group of the server again: each exists once, and a change makes a version", async () => {
  const site = await server.signIn("site@uni.edu");
  const name = `Library guide ${count}`;
  const add = async (fields: object = {}) =>
    (
      await site.proxy(updateBuiltInGroup, {
        assistants: [{ name, instructions: "Help.", isPublished: true, ...fields }],
      })
    ).result.assistantData[0];
  const first = await add();
  expect(first).toMatchObject({ version: 1 });
  const assistantId = first?.assistantId ?? "";
  expect(await add()).toEqual(first);
  expect(await add({ isPublished: undefined, name: ` ${name} ` })).toEqual(first);
  expect(await add({ instructions: "Help more." })).toMatchObject({ assistantId, version: 2 });
  expect(await add({ instructions: "Help more.", isPublished: false })).toMatchObject({ assistantId, version: 3 });
  const again = await Promise.all([1, 2, 3].map(() => add({ instructions: "All at once." })));
  expect(new Set(again.map((saved) => saved?.assistantId))).toEqual(new Set([assistantId]));
  expect(new Set(again.map((saved) => saved?.version))).toEqual(new Set([4]));
  const other = `${name}, at once`;
  const created = await Promise.all([1, 2, 3].map(() => add({ name: other })));
  expect(new Set(created.map((saved) => saved?.assistantId)).size).toBe(1);
  const listNamesakes = async () =>
    (await site.proxy(listAssistants, { query: name })).result.assistants.map((assistant) => assistant.name);
  expect(await listNamesakes()).toEqual([name, other]);

  // Assistants of the server itself and of other groups keep theirs.
  await seedSystemAssistants(server.platform);
  const builtIn = (await site.proxy(listAssistants, {})).result.assistants.find(({ isSystem }) => isSystem);
  const namesake = await add({ name: builtIn?.name });
  expect(namesake).toMatchObject({ version: 1 });
  expect(namesake?.assistantId).not.toBe(builtIn?.assistantId);
  expect((await add({ name: "Heat" }))?.assistantId).not.toBe(publishedId);
  expect((await site.proxy(deleteAssistant, { assistantId })).status).toBe(200);
  expect((await add())?.assistantId).not.toBe(assistantId);
});
