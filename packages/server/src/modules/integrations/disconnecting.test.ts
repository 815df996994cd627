import { disconnectIntegration, listUserIntegrations } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { waitUntilBlocked } from "../../testing/waitUntilBlocked.ts";
import { getOwnerId } from "../access/service.ts";
import { erasePerson } from "../people/service.ts";
import { deleteConnection, lockAccounts } from "./repository.ts";
import { createIntegrationTestbed, type IntegrationTestbed } from "./testing/createIntegrationTestbed.ts";

let bed: IntegrationTestbed;
let ann: TestPerson;
let ben: TestPerson;
let account: { subject: string; email: string };
let count = 0;
beforeAll(async () => {
  bed = await createIntegrationTestbed();
});
beforeEach(async () => {
  count += 1;
  ann = await bed.signIn(`ann${count}@uni.edu`);
  ben = await bed.signIn(`ben${count}@uni.edu`);
  account = { subject: `${count}`, email: "shared@gmail.test" };
  Object.assign(bed.provider, { failure: null, revoked: [] });
});
afterAll(() => bed.close());

const disconnect = (person: TestPerson, integration: "google_calendar" | "google_docs" = "google_calendar") =>
  person.proxy(disconnectIntegration, { integration });
const list = async (person: TestPerson, integrations?: string[]) =>
  (await person.proxy(listUserIntegrations, integrations ? { integrations } : {})).result;
const listStored = () =>
  bed.platform.db
    .selectFrom("integration_connections")
    .select("integration_id")
    .where("owner_id", "=", ann.actor.principal.id)
    .execute();

describe("the integrations of a person", () => {
  test("[A7.17] are listed with those that are connected, and none until an administrator has enabled some", async () => {
    const names = ["Google Calendar", "Google Sheets", "Google Docs", "Google Drive", "Google Forms", "Gmail"];
    await bed.connect(ann, "google_docs", account);
    const { connected, available } = await list(ann);
    expect(connected).toEqual(["google_docs"]);
    expect(available.map(({ name }) => name)).toEqual(names);
    expect(available.filter(({ isConnected }) => isConnected)).toHaveLength(1);
    expect((await list(ann, ["google_drive", "unknown"])).available.map(({ id }) => id)).toEqual(["google_drive"]);
    await bed.enable([]);
    expect(await list(ben)).toEqual({ connected: [], available: [] });
    // What is connected can still be disconnected.
    expect((await list(ann)).available).toMatchObject([{ id: "google_docs", isConnected: true, isDisabled: true }]);
    await bed.enable(["google_calendar", "google_docs"]);
  });

  test("are nobody else’s, and closed to API keys", async () => {
    await bed.connect(ann, "google_docs", account);
    expect(await list(ben)).toMatchObject({ connected: [] });
    expect((await list(ben)).available.map(({ account: address }) => address)).toEqual([null, null]);
    expect((await disconnect(ben, "google_docs")).status).toBe(200);
    expect((await list(ann)).connected).toEqual(["google_docs"]);
    const { headers } = await createTestKey(bed, ann, { scopes: ["full_access"] });
    for (const path of ["list", "delete"]) {
      const request = { method: "POST" as const, url: `/integrations/oauth/user/${path}`, headers };
      const reply = await bed.app.inject({ ...request, payload: { data: { integration: "google_docs" } } });
      expect(reply.statusCode).toBe(403);
    }
    expect((await list(ann)).connected).toEqual(["google_docs"]);
  });
});

describe("disconnecting", () => {
  test("[A7.18] deletes the tokens, revokes them at the provider, and is in the audit log", async () => {
    await bed.connect(ann, "google_calendar", account);
    expect((await disconnect(ann)).status).toBe(200);
    expect((await list(ann)).connected).toEqual([]);
    expect(await listStored()).toEqual([]);
    await expect.poll(() => bed.provider.revoked).toEqual([expect.stringMatching(/^refresh-/)]);
    expect((await disconnect(ann)).status).toBe(200);
    const entries = await bed.platform.db
      .selectFrom("audit")
      .select(["verb", "object_type", "object_ids"])
      .where("actor_id", "=", ann.actor.principal.id)
      .orderBy("id")
      .execute();
    const entry = { object_type: "integration", object_ids: ["google_calendar"] };
    expect(entries).toEqual([
      { verb: "connect", ...entry },
      { verb: "disconnect", ...entry },
    ]);
  });

  test("revokes nothing as long as another integration or another person uses the account", async () => {
    await bed.connect(ann, "google_calendar", account);
    await bed.connect(ann, "google_docs", account);
    await bed.connect(ben, "google_docs", account);
    await disconnect(ann);
    await disconnect(ann, "google_docs");
    await disconnect(ben, "google_docs");
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
  });

  test("revokes the account if the provider no longer accepts what else is connected", async () => {
    await bed.connect(ann, "google_calendar", account);
    await bed.connect(ann, "google_docs", account);
    await bed.platform.db
      .updateTable("integration_connections")
      .set({ needs_reconnect: true })
      .where("owner_id", "=", ann.actor.principal.id)
      .where("integration_id", "=", "google_docs")
      .execute();
    await disconnect(ann);
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
  });

  test("both integrations of an account at the same time revokes it", async () => {
    const several = await createIntegrationTestbed({ database: "postgres" });
    onTestFinished(() => several.close());
    const cara = await several.signIn("cara@uni.edu");
    await several.connect(cara, "google_calendar", account);
    await several.connect(cara, "google_docs", account);
    const [hasDeleted, hasStarted] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<{ other: Promise<unknown> }>(),
    ];
    const first = transaction(several.platform.db, async (tx) => {
      await lockAccounts(tx);
      await deleteConnection(tx, getOwnerId(cara.actor), "google_docs");
      hasDeleted.resolve();
      await waitUntilBlocked(tx, (await hasStarted.promise).other);
    });
    await hasDeleted.promise;
    const other = disconnect(cara);
    hasStarted.resolve({ other });
    await Promise.all([first, other]);
    await expect.poll(() => several.provider.revoked).toHaveLength(1);
  });

  test("works while the provider cannot be reached, the integration is disabled or its registration is gone", async () => {
    await bed.connect(ann, "google_calendar", account);
    bed.provider.failure = "disconnect";
    expect((await disconnect(ann)).status).toBe(200);
    expect(await listStored()).toEqual([]);
    bed.provider.failure = null;
    await bed.connect(ann, "google_calendar", account);
    await bed.platform.db.deleteFrom("settings").where("name", "=", "integrations").execute();
    expect((await disconnect(ann)).status).toBe(200);
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
    await bed.enable(["google_calendar", "google_docs"]);
  });

  test("is part of the erasure of a person", async () => {
    await bed.connect(ann, "google_calendar", account);
    await bed.connect(ann, "google_docs", account);
    await bed.start(ann);
    const { id } = ann.actor.principal;
    await erasePerson(bed.platform, bed.site.actor, id);
    const { db } = bed.platform;
    for (const table of ["integration_connections", "integration_attempts"] as const) {
      const select = () => db.selectFrom(table).select("owner_id").where("owner_id", "=", id).execute();
      await expect.poll(select, { timeout: 10_000 }).toEqual([]);
    }
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
  });
});
