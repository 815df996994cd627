import { beginUpload, deleteFile, downloadFile, getFiles } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFileUrl } from "../../modules/files/fileUrls.ts";
import { giveGrants } from "../../modules/grants/service.ts";
import * as groups from "../../modules/groups/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";

let server: TestApp;
let owner: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  owner = await server.signIn("owner@uni.edu");
  friend = await server.signIn("friend@uni.edu");
});
afterAll(() => server.close());

async function begin(person: TestPerson, groupId: string | null = null): Promise<string> {
  const reply = await person.rest(beginUpload, { name: "a.txt", type: "text/plain", size: 2, groupId });
  expect(reply.status).toBe(200);
  return reply.result.key;
}

/** Uploads with an address that was signed for the person. */
async function upload({ actor }: TestPerson, key: string): Promise<number> {
  const claim = { ownerId: actor.principal.id, key, size: 2, type: "text/plain" };
  const url = createFileUrl(server.platform, "upload", claim);
  const request = { method: "PUT", url, headers: { "content-type": "text/plain" }, payload: "Hi" } as const;
  return (await server.app.inject(request)).statusCode;
}

test("the bytes of a person's file are accepted from the owner and from those who may write it", async () => {
  expect(await upload(owner, await begin(owner))).toBe(200);
  for (const [role, status] of [
    ["use", 404],
    ["read", 404],
    ["write", 200],
  ] as const) {
    const id = await begin(owner);
    const grant = { object: { type: "file", id }, names: [friend.actor.email], role } as const;
    await giveGrants(server.platform, owner.actor, grant);
    expect(await upload(friend, id), role).toBe(status);
  }
  expect(await upload(friend, await begin(owner)), "without a grant").toBe(404);
});

test("the bytes of a group's file are accepted until the member loses the right to write", async () => {
  const { platform } = server;
  const group = await groups.createGroup(platform, owner.actor, {
    name: "Team",
    types: [],
    members: { [friend.actor.email]: "write" },
  });
  const groupId = group.wireId;
  expect(await upload(friend, await begin(friend, groupId))).toBe(200);
  const key = await begin(friend, groupId);
  await groups.changeLevels(platform, owner.actor, { groupId, members: { [friend.actor.email]: "read" } });
  expect(await upload(friend, key)).toBe(404);
  await groups.removeMembers(platform, owner.actor, { groupId, members: [friend.actor.email] });
  expect(await upload(friend, key)).toBe(404);
  expect(await upload(owner, key)).toBe(200);
});

test("site administrators upload to the built-in group, read and delete its files, and others do not", async () => {
  const { db } = server.platform;
  const admin = await server.signIn("admin@uni.edu");
  await db.insertInto("principals").values({ id: "built-in", kind: "group" }).execute();
  const group = { id: "built-in", wire_id: "BuiltIn_1", name: "Built-in", is_built_in: true, created_at: new Date() };
  await db.insertInto("groups").values(group).execute();
  const key = await begin(admin, "BuiltIn_1");
  expect(await upload(friend, key)).toBe(404);
  expect(await upload(admin, key)).toBe(200);
  const getStatuses = async (person: TestPerson) => {
    const claim = { ownerId: person.actor.principal.id, key };
    const url = createFileUrl(server.platform, "status", claim);
    return {
      metadata: (await person.proxy(getFiles, { keys: [key] })).result.items.length,
      download: (await person.rest(downloadFile, { key })).status,
      signed: (await server.app.inject({ url })).statusCode,
    };
  };
  expect(await getStatuses(admin)).toEqual({ metadata: 1, download: 200, signed: 200 });
  expect(await getStatuses(friend)).toEqual({ metadata: 0, download: 404, signed: 404 });
  expect((await friend.rest(deleteFile, { key })).status).toBe(404);
  expect((await admin.rest(deleteFile, { key })).status).toBe(200);
});
