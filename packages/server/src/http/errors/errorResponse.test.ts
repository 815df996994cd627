import { saveUserSettings } from "@lectern/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openPostgres } from "../../platform/db/openPostgres.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestApp } from "../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";

test("a statement that the database cancels is reported as 503 with an explanation", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("prepared");
  const server = await createTestApp({ databaseUrl });
  const db = await openPostgres(databaseUrl, pino({ level: "silent" }));
  const ann = await server.signIn("ann@uni.edu");
  const response = await transaction(db, async (tx) => {
    await sql`lock table user_settings in access exclusive mode`.execute(tx);
    const pendingResponse = ann.proxy(saveUserSettings, { settings: {} });
    let isCancelled = false;
    while (!isCancelled) {
      const { rows } = await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.platform.db);
      isCancelled = rows.length > 0;
    }
    return pendingResponse;
  });
  expect(response).toMatchObject({
    status: 503,
    body: {
      success: false,
      code: "unavailable",
      message: "This took too long and was stopped. Please try again later, or request less at once.",
    },
  });
  await db.destroy();
  await server.close();
  await drop();
});
