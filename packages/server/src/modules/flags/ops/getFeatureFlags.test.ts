import { flagNames, getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { createTestApp } from "../../../testing/createTestApp.ts";

test("[A7.22] the flags follow the settings in the database", async () => {
  const server = await createTestApp({ environment: { ADMINS: "admin@example.org" } });
  const admin = await server.signIn("admin@example.org");
  const person = await server.signIn("person@example.org");
  const { status, result } = await person.rest(getFeatureFlags, {});
  expect(status).toBe(200);
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
