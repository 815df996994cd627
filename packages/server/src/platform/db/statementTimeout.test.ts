import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import type { Db } from "./database.ts";
import { openPostgres } from "./openPostgres.ts";
import { withoutStatementTimeout } from "./statementTimeout.ts";

const log = pino({ level: "silent" });
let postgres: Awaited<ReturnType<typeof createPostgresDatabase>>;
let db: Db;
beforeEach(async () => {
  postgres = await createPostgresDatabase("empty");
});
afterEach(async () => {
  await db.destroy();
  await postgres.drop();
});

const readTimeout = async (connection: Db) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(connection)).rows[0]?.statement_timeout;

test("PostgreSQL cancels a statement that takes longer than the timeout", async () => {
  db = await openPostgres(postgres.databaseUrl, log, 200);
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: "57014" });
  expect(await readTimeout(db)).toBe("200ms");
});

test("every connection has a timeout of a minute, except while its statements may take any time", async () => {
  db = await openPostgres(postgres.databaseUrl, log);
  expect(await readTimeout(db)).toBe("1min");
  await withoutStatementTimeout(db, async (connection) => {
    expect(await readTimeout(connection)).toBe("0");
    expect(await readTimeout(db)).toBe("1min");
  });
  expect(await Promise.all(Array.from({ length: 10 }, () => readTimeout(db)))).toEqual(Array(10).fill("1min"));
});
