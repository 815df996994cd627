import { blockPerson, listUserIntegrations } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Platform } from "../../../core/context.ts";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { configureFlags } from "../../../testing/configureFlags.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { getIntegrationToken } from "../service.ts";
import { createIntegrationTestbed, type IntegrationTestbed } from "../testing/createIntegrationTestbed.ts";
import { refreshConnection } from "./refreshConnection.ts";

const hourMs = 3_600_000;
let bed: IntegrationTestbed;
let ann: TestPerson;
let count = 0;
beforeAll(async () => {
  bed = await createIntegrationTestbed();
});
beforeEach(async () => {
  ann = await bed.signIn(`ann${++count}@uni.edu`);
  Object.assign(bed.provider, { failure: null, refreshes: [], beforeRefresh: async () => undefined });
  await bed.enable(["google_calendar", "google_docs"]);
});
afterAll(() => bed.close());

const { signal } = new AbortController();
const get = (person = ann, platform: Platform = bed.platform, options: { signal: AbortSignal } = { signal }) =>
  getIntegrationToken(platform, person.actor.principal.id, "google_calendar", options);
const isToken = { token: expect.stringMatching(/^access-/) };

/** Another process on the same database, with its own memory. */
function createProcess(changes: Partial<Platform> = {}): Platform {
  const platform = { ...bed.platform, state: new Map(), ...changes };
  bed.provider.installIn(platform);
  return platform;
}

describe("the token of an integration", () => {
  test("is that of the person’s own connection, and none without one", async () => {
    const ben = await bed.signIn(`ben${count}@uni.edu`);
    await bed.connect(ann);
    expect(await get()).toEqual(isToken);
    expect(await get()).toEqual(await get());
    expect(await get(ben)).toEqual({ problem: "notConnected" });
    expect(await getIntegrationToken(bed.platform, "nobody", "google_calendar", { signal })).toEqual({
      problem: "notEnabled",
    });
    expect(bed.provider.refreshes).toEqual([]);
  });

  test("is refreshed shortly before it expires, each time with the last refresh token", async () => {
    await bed.connect(ann);
    const first = await get();
    bed.clock.advance(hourMs - 121_000);
    expect(await get()).toEqual(first);
    bed.clock.advance(1_000);
    const second = await get();
    expect(second).toEqual(isToken);
    expect(second).not.toEqual(first);
    expect(await get()).toEqual(second);
    bed.clock.advance(24 * hourMs);
    expect(await get()).not.toEqual(second);
    expect(new Set(bed.provider.refreshes).size).toBe(2);
  });

  test("is refreshed once for all who need it at the same time, also in other processes", async () => {
    await bed.connect(ann);
    bed.clock.advance(2 * hourMs);
    const answered = Promise.withResolvers<void>();
    const asked = new Promise<void>((resolve) => {
      bed.provider.beforeRefresh = async () => {
        resolve();
        await answered.promise;
      };
    });
    const process = createProcess({ wait: () => Promise.reject(new Error("one process does not wait for itself")) });
    const own = [get(ann, process), get(ann, process)];
    await asked;
    const other = createProcess({
      async wait() {
        answered.resolve();
        await Promise.all(own);
      },
    });
    const tokens = await Promise.all([...own, get(ann, other), get(ann, other)]);
    expect(tokens).toEqual([isToken, isToken, isToken, isToken]);
    expect(new Set(tokens.map((token) => "token" in token && token.token)).size).toBe(1);
    expect(bed.provider.refreshes).toHaveLength(1);
  });

  test("is not waited for once its caller is stopped, while the others get it", async () => {
    await bed.connect(ann);
    bed.clock.advance(2 * hourMs);
    const stopped = new AbortController();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bed.provider.beforeRefresh = async () => {
      asked.resolve();
      await answered.promise;
    };
    const process = createProcess();
    const [first, second] = [get(ann, process, { signal: stopped.signal }), get(ann, process)];
    await asked.promise;
    const waiting = createProcess({ wait: async () => stopped.abort(new Error("stopped")) });
    await expect(get(ann, waiting, { signal: stopped.signal })).rejects.toThrow("stopped");
    await expect(first).rejects.toThrow("stopped");
    answered.resolve();
    expect(await second).toEqual(isToken);
  });

  test("is not refreshed with what another process has used since it was read", async () => {
    await bed.connect(ann);
    const connection = await bed.platform.db
      .selectFrom("integration_connections")
      .selectAll()
      .where("owner_id", "=", ann.actor.principal.id)
      .executeTakeFirstOrThrow();
    bed.clock.advance(2 * hourMs);
    const token = await get();
    const stale = { connection, tokens: { accessToken: "old", refreshToken: "old" }, isExpired: true };
    const refresh = { ...stale, registration: bed.provider.registration };
    expect(await refreshConnection(createProcess(), refresh, signal)).toEqual(token);
    expect(bed.provider.refreshes).toHaveLength(1);
  });

  test("is the present one while another process refreshes it, as long as it is valid", async () => {
    await bed.connect(ann);
    const present = await get();
    bed.clock.advance(hourMs - 60_000);
    const other = createProcess();
    let whileRefreshing: unknown;
    bed.provider.beforeRefresh = async () => {
      whileRefreshing ??= await get(ann, other);
    };
    expect(await get()).not.toEqual(present);
    expect(whileRefreshing).toEqual(present);
    expect(bed.provider.refreshes).toHaveLength(1);
  });

  test("is not lost if the provider cannot be reached or does not know this server", async () => {
    await bed.connect(ann);
    const first = await get();
    bed.clock.advance(hourMs - 60_000);
    bed.provider.failure = "disconnect";
    expect(await get()).toEqual(first);
    bed.clock.advance(hourMs);
    for (const failure of [
      "disconnect",
      { status: 503, error: "x" },
      { status: 401, error: "invalid_client" },
    ] as const) {
      bed.provider.failure = failure;
      expect(await get()).toEqual({ problem: "unavailable" });
    }
    bed.provider.failure = null;
    expect(await get()).toEqual(isToken);
  });

  test("is refreshed by another process if the one that refreshed it has crashed", async () => {
    await bed.connect(ann);
    bed.clock.advance(2 * hourMs);
    await bed.platform.db
      .updateTable("integration_connections")
      .set({ refresh_locked_until: new Date(bed.clock.now().getTime() + 30_000) })
      .execute();
    expect(await get()).toEqual({ problem: "unavailable" });
    bed.clock.advance(30_000);
    expect(await get()).toEqual(isToken);
  });

  test("needs a new connection once the provider refuses to refresh it, which the person sees", async () => {
    await bed.connect(ann);
    bed.clock.advance(2 * hourMs);
    bed.provider.failure = { status: 400, error: "invalid_grant" };
    expect(await get()).toEqual({ problem: "needsReconnect" });
    bed.provider.failure = null;
    expect(await get()).toEqual({ problem: "needsReconnect" });
    const { result } = await ann.proxy(listUserIntegrations, { integrations: ["google_calendar"] });
    expect(result).toMatchObject({ connected: [], available: [{ isConnected: false, needsReconnect: true }] });
    await bed.connect(ann);
    expect(await get()).toEqual(isToken);
  });

  test("is not stored over a connection that was made or ended during the refresh", async () => {
    await bed.connect(ann);
    bed.clock.advance(2 * hourMs);
    let ofNewConnection: unknown;
    bed.provider.beforeRefresh = async () => {
      await bed.connect(ann);
      ofNewConnection = await get(ann, createProcess());
    };
    expect(await get()).toEqual(isToken);
    expect([await get(), ofNewConnection]).toEqual([ofNewConnection, isToken]);
    bed.clock.advance(2 * hourMs);
    bed.provider.beforeRefresh = async () => {
      await bed.platform.db.deleteFrom("integration_connections").execute();
    };
    expect(await get()).toEqual({ problem: "notConnected" });
    expect(await get()).toEqual({ problem: "notConnected" });
  });

  test("is not given while the integration is disabled, the feature is off or the person is blocked", async () => {
    await bed.connect(ann);
    await bed.enable(["google_docs"]);
    expect(await get()).toEqual({ problem: "notEnabled" });
    await bed.enable(["google_calendar"]);
    await configureFlags(bed.platform.db, { integrations: false });
    bed.clock.advance(2_000);
    expect(await get()).toEqual({ problem: "notEnabled" });
    await configureFlags(bed.platform.db, { integrations: true });
    bed.clock.advance(2_000);
    expect(await get()).toEqual(isToken);
    const { id } = ann.actor.principal;
    expect((await bed.site.proxy(blockPerson, { personId: id })).status).toBe(200);
    bed.clock.advance(2_000);
    expect(await get()).toEqual({ problem: "notEnabled" });
  });

  test("is not given if its row was copied, or if the registration or the server’s secret was replaced", async () => {
    const ben = await bed.signIn(`ben${count}@uni.edu`);
    await bed.connect(ann);
    await bed.connect(ben);
    const { db } = bed.platform;
    const row = await db
      .selectFrom("integration_connections")
      .select("sealed_tokens")
      .where("owner_id", "=", ann.actor.principal.id)
      .executeTakeFirstOrThrow();
    await db.updateTable("integration_connections").set(row).where("owner_id", "=", ben.actor.principal.id).execute();
    expect(await get(ben)).toEqual({ problem: "needsReconnect" });
    expect(await get(ann)).toEqual(isToken);
    const withAnotherSecret = createProcess({ secrets: createSecretBox("another secret of the tests") });
    expect(await get(ann, withAnotherSecret)).toEqual({ problem: "unavailable" });
    await db.updateTable("integration_connections").set({ client_id: "the client before" }).execute();
    expect(await get(ann)).toEqual({ problem: "needsReconnect" });
  });
});
