import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { Platform } from "../../core/context.ts";
import { modules } from "../../modules.ts";
import { openPostgres } from "../../platform/db/openPostgres.ts";
import { createTestApp } from "../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { runReaper } from "./reapDeadRuns.ts";

test("a server starts although the database fails, and later ends what an earlier version left open", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("prepared");
  const server = await createTestApp({ databaseUrl });
  const ann = await server.signIn("ann@uni.edu");
  const { db } = server.platform;
  const counts = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0, is_estimate: false };
  const row = { id: "u1", user_id: ann.actor.principal.id, request_id: "r1", model_id: "m", purpose: "chat" as const };
  await db
    .insertInto("usage")
    .values({ ...row, ...counts, opened_at: new Date(), process_id: null })
    .execute();
  const closedDb = await openPostgres(databaseUrl, pino({ level: "silent" }));
  await closedDb.destroy();
  let isDatabaseUp = false;
  const platform: Platform = {
    ...server.platform,
    config: { ...server.platform.config, databaseUrl },
    get db() {
      return isDatabaseUp ? db : closedDb;
    },
  };

  const chatModule = modules.find(({ name }) => name === "chat");
  await chatModule?.prepare?.(platform);
  const tasks = await chatModule?.start?.(platform);
  const reaper = runReaper(platform).current;
  const findRow = () => db.selectFrom("usage").selectAll().where("id", "=", "u1").executeTakeFirst();
  isDatabaseUp = true;
  await vi.waitFor(async () => {
    reaper?.trigger();
    expect(await findRow()).toMatchObject({ outcome: "interrupted" });
  });
  for (const task of tasks ?? []) await task.stop();
  await server.close();
  await drop();
});
