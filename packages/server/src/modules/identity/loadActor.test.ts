import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { createService } from "../principals/service.ts";
import { loadActor } from "./service.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

test("a signed URL of a service acts as the service, without the rights of its owner, and is blocked with the owner", async () => {
  const { platform } = server;
  const owner = await server.signIn("owner@uni.edu");
  const { id } = await createService(platform, owner.actor, { name: "Reports" });
  expect(await loadActor(platform, id, "link")).toMatchObject({
    principal: { id, kind: "service" },
    credential: { kind: "link", id },
    verifiedEmail: null,
    directoryGroups: [],
    isAdmin: false,
    isBlocked: false,
  });
  const { id: otherId } = await createService(platform, owner.actor, { name: "Figures" });
  await platform.db.updateTable("users").set({ blocked_at: new Date() }).execute();
  expect(await loadActor(platform, otherId, "job")).toMatchObject({ principal: { id: otherId }, isBlocked: true });
});

test("there is no actor for an unknown or erased principal", async () => {
  const { platform } = server;
  expect(await loadActor(platform, "nobody", "link")).toBeNull();
  const erased = await server.signIn("erased@uni.edu");
  await platform.db.updateTable("users").set({ erased_at: new Date() }).where("email", "=", "erased@uni.edu").execute();
  expect(await loadActor(platform, erased.actor.principal.id, "link")).toBeNull();
});
