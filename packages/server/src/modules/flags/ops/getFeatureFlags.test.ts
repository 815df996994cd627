import { beginUpload, flagNames, getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { createTestApp } from "../../../testing/createTestApp.ts";
import { connectTestIntegration, enableTestIntegrations } from "../../integrations/testing/connectTestIntegration.ts";

test("[A7.22] GET /feature_flags/get returns the flags, which follow the settings in the database", async () => {
  const server = await createTestApp({ environment: { ADMINS: "admin@example.org" } });
  const admin = await server.signIn("admin@example.org");
  const person = await server.signIn("person@example.org");
  const authorization = `Bearer ${person.token}`;
  const reply = await server.app.inject({ method: "GET", url: "/feature_flags/get", headers: { authorization } });
  expect(reply.statusCode).toBe(200);
  const { result } = await person.rest(getFeatureFlags, {});
  expect(reply.json()).toEqual({ success: true, data: result });
  expect(Object.keys(result)).toHaveLength(flagNames.length);
  expect(result).toMatchObject({ storeCloudConversations: true, mtdCost: false, adminInterface: false });

  const value = JSON.stringify({ storeCloudConversations: { enabled: true, userExceptions: ["Person@example.org"] } });
  await server.platform.db
    .insertInto("settings")
    .values({ name: "featureFlags", value, updated_at: server.platform.clock.now() })
    .execute();
  expect((await person.proxy(getFeatureFlags, {})).result.storeCloudConversations).toBe(false);
  expect((await admin.proxy(getFeatureFlags, {})).result).toMatchObject({
    storeCloudConversations: true,
    mtdCost: true,
  });
  await server.close();
});

test("[A6.04] [C1.12] [A1.10] flags are limited to people and to members of groups, wherever the server checks them", async () => {
  const server = await createTestApp({ environment: { ADMINS: "admin@example.org" } });
  const member = await server.signIn("member@example.org");
  const other = await server.signIn("other@example.org");
  const value = JSON.stringify({
    uploadDocuments: { enabled: false, userExceptions: ["other@example.org"] },
    storeCloudConversations: { enabled: false, amplifyGroupExceptions: ["All staff"] },
  });
  const { db, clock } = server.platform;
  const now = clock.now();
  await db.insertInto("settings").values({ name: "featureFlags", value, updated_at: now }).execute();
  await db
    .insertInto("directory_groups")
    .values(["Library", "All staff"].map((name) => ({ id: name, name, created_at: now })))
    .execute();
  await db
    .insertInto("directory_group_members")
    .values({ directory_group_id: "Library", email: "member@example.org" })
    .execute();
  await db
    .insertInto("directory_group_includes")
    .values({ directory_group_id: "All staff", included_id: "Library" })
    .execute();
  const readFlags = async (person: typeof member) => (await person.proxy(getFeatureFlags, {})).result;
  expect(await readFlags(member)).toMatchObject({ uploadDocuments: false, storeCloudConversations: true });
  expect(await readFlags(other)).toMatchObject({ uploadDocuments: true, storeCloudConversations: false });
  expect((await member.rest(beginUpload, { name: "a.txt", type: "text/plain" })).status).toBe(403);
  expect((await other.rest(beginUpload, { name: "a.txt", type: "text/plain" })).status).toBe(200);
  await server.close();
});

test("integrations show once an administrator has enabled one, and to those who still have one connected", async () => {
  const server = await createTestApp();
  const person = await server.signIn("person@example.org");
  const other = await server.signIn("other@example.org");
  const isShown = async (each: typeof person) => (await each.proxy(getFeatureFlags, {})).result.integrations;
  expect(await isShown(person)).toBe(false);
  await enableTestIntegrations(server.platform, [], ["google_drive"]);
  expect(await isShown(person)).toBe(true);
  await connectTestIntegration(server.platform, person.actor.principal.id, "google_drive", { token: "t" });
  await enableTestIntegrations(server.platform, [], []);
  expect([await isShown(person), await isShown(other)]).toEqual([true, false]);
  await server.close();
});
