import { AbortedTransactionError, sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrations } from "../../../migrations/migrations.ts";
import { createTestDatabase } from "../../../testing/testDatabase.ts";
import type { Db } from "../database.ts";
import { migrate } from "../migrate.ts";
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from "../openDatabase.ts";
import { isUniqueViolation, QueryError } from "../queryError.ts";
import { transaction } from "../transaction.ts";

/** The location of a database that does not exist yet or is empty. A test can open the database several times. */
export interface DatabaseLocation extends Pick<OpenDatabaseOptions, "databaseUrl" | "dataDir"> {
  remove(): Promise<void>;
}

const log = pino({ level: "silent" });
const now = new Date("2026-03-04T05:06:07.089Z");

/** The conformance suite of database drivers. */
export function describeDatabase(name: string, createLocation: () => Promise<DatabaseLocation>): void {
  describe(`the database on ${name}`, () => {
    let location: DatabaseLocation;
    let database: OpenDatabase;
    let db: Db;

    beforeAll(async () => {
      location = await createLocation();
      database = await openDatabase({ ...location, log });
      db = database.db;
    });
    afterAll(async () => {
      await database.close();
      await location.remove();
    });

    test("concurrent migrations create the tables once, and a later migration does nothing", async () => {
      await Promise.all([migrate(db, log), migrate(db, log), migrate(db, log)]);
      await migrate(db, log);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(migrations));
      expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
    });

    test("values are returned with the same types", async () => {
      const { rows } = await sql`
        select 9007199254740991::int8 as int8, count(*) as count, sum(1) as sum, 1.50::numeric as numeric,
          7::int4 as int4, 1.5::float8 as float8, true as boolean, 'x'::text as text, null::text as nothing,
          '2026-03-04 05:06:07.089+00'::timestamptz as timestamptz, '2026-03-04'::date as date,
          '2026-03-04 05:06:07'::timestamp as timestamp, '1 day'::interval as interval,
          '9b1d9e54-0000-4000-8000-000000000000'::uuid as uuid, '{"a":[1,null]}'::jsonb as jsonb, '[1]'::json as json,
          array[1, null]::int8[] as int8s, array[1.50, 2]::numeric[] as numerics, array['a', 'b,"c"'] as texts,
          array['2026-03-04 05:06:07.089+00'::timestamptz] as times, array['2026-03-04'::date] as dates
      `.execute(db);
      expect(rows).toEqual([
        {
          int8: Number.MAX_SAFE_INTEGER,
          count: 1,
          sum: 1,
          numeric: "1.50",
          int4: 7,
          float8: 1.5,
          boolean: true,
          text: "x",
          nothing: null,
          timestamptz: now,
          date: "2026-03-04",
          timestamp: "2026-03-04 05:06:07",
          interval: "1 day",
          uuid: "9b1d9e54-0000-4000-8000-000000000000",
          jsonb: { a: [1, null] },
          json: [1],
          int8s: [1, null],
          numerics: ["1.50", "2"],
          texts: ["a", 'b,"c"'],
          times: [now],
          dates: ["2026-03-04"],
        },
      ]);
    });

    test("a timestamp is the same moment whether written as a Date or as text in another time zone", async () => {
      await insertSecret(db, "as a Date", now);
      await insertSecret(db, "as text", "2026-03-04T10:36:07.089+05:30");
      const rows = await db.selectFrom("secrets").select("created_at").where("name", "like", "as %").execute();
      expect(rows).toEqual([{ created_at: now }, { created_at: now }]);
    });

    test("jsonb returns the value that was written as JSON text", async () => {
      const value = { text: "ä 🎓 \\ \" ' $1 \n", nested: { list: [1, 2.5, true, null, []] }, empty: {} };
      await db
        .insertInto("settings")
        .values({ name: "json", value: JSON.stringify(value), updated_at: now })
        .execute();
      const row = await db.selectFrom("settings").select("value").where("name", "=", "json").executeTakeFirstOrThrow();
      expect(row.value).toEqual(value);
      const result = await sql<{ n: number }>`
        select (value #>> '{nested,list,1}')::float8 as n from settings where name = 'json'`.execute(db);
      expect(result.rows).toEqual([{ n: 2.5 }]);
    });

    test("text sorts and folds case the same way", async () => {
      const { rows } = await sql<{ word: string }>`
        select lower(given) as word from unnest(array['É', 'b', 'a', 'Z']) as given order by given
      `.execute(db);
      expect(rows.map((row) => row.word)).toEqual(["z", "a", "b", "é"]);
    });

    test("updates and deletes return the number of affected rows", async () => {
      for (const name of ["touch 1", "touch 2"]) await insertSecret(db, name);
      const updateResults = await db
        .updateTable("secrets")
        .set({ sealed: "x" })
        .where("name", "like", "touch %")
        .execute();
      expect(updateResults[0]?.numUpdatedRows).toBe(2n);
      const deleteResult = await db.deleteFrom("secrets").where("name", "=", "touch 1").executeTakeFirst();
      expect(deleteResult.numDeletedRows).toBe(1n);
      const deletedRows = await db.deleteFrom("secrets").where("name", "=", "touch 2").returning("sealed").execute();
      expect(deletedRows).toEqual([{ sealed: "x" }]);
    });

    test("a transaction commits everything if it resolves and nothing if it rejects", async () => {
      const result = await transaction(db, async (tx) => {
        await insertSecret(tx, "committed 1");
        await insertSecret(tx, "committed 2");
        return 42;
      });
      expect(result).toBe(42);
      const failure = new Error("on purpose");
      const failedTransaction = transaction(db, async (tx) => {
        await insertSecret(tx, "committed 3");
        throw failure;
      });
      await expect(failedTransaction).rejects.toBe(failure);
      expect(await listSecretsLike(db, "committed %")).toEqual(["committed 1", "committed 2"]);
    });

    test("a transaction inside a transaction joins it", async () => {
      const failedTransaction = transaction(db, async (tx) => {
        await transaction(tx, (inner) => insertSecret(inner, "joined"));
        expect(await listSecretsLike(tx, "joined")).toEqual(["joined"]);
        throw new Error("on purpose");
      });
      await expect(failedTransaction).rejects.toThrow("on purpose");
      expect(await listSecretsLike(db, "joined")).toEqual([]);
    });

    test("a transaction that ignores a failed statement rejects instead of appearing committed", async () => {
      const failedTransaction = transaction(db, async (tx) => {
        await insertSecret(tx, "swallowed");
        await sql`select 1 / 0`.execute(tx).catch(() => {});
      });
      await expect(failedTransaction).rejects.toBeInstanceOf(AbortedTransactionError);
      expect(await listSecretsLike(db, "swallowed")).toEqual([]);
    });

    test("50 concurrent transactions with plain queries between them lose no update", async () => {
      await insertSecret(db, "counter");
      await db.updateTable("secrets").set({ sealed: "0" }).where("name", "=", "counter").execute();
      const increment = () =>
        transaction(db, async (tx) => {
          const row = await tx
            .selectFrom("secrets")
            .select("sealed")
            .where("name", "=", "counter")
            .forUpdate()
            .executeTakeFirstOrThrow();
          const next = String(Number(row.sealed) + 1);
          await tx.updateTable("secrets").set({ sealed: next }).where("name", "=", "counter").execute();
        });
      await Promise.all(Array.from({ length: 50 }, () => Promise.all([increment(), listSecretsLike(db, "counter")])));
      const row = await db.selectFrom("secrets").select("sealed").where("name", "=", "counter").executeTakeFirst();
      expect(row).toEqual({ sealed: "50" });
    });

    test("a duplicate row is a unique violation whose logged error contains no values", async () => {
      await insertSecret(db, "twice, and confidential");
      const error = await insertSecret(db, "twice, and confidential").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(QueryError);
      expect(error).toMatchObject({ code: "23505", constraint: "secrets_pkey", table: "secrets" });
      expect(error).toHaveProperty("detail", "Key (name)=(twice, and confidential) already exists.");
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, "secrets_pkey")).toBe(true);
      expect(isUniqueViolation(error, "users_pkey")).toBe(false);
      // the matcher has verified that it is an Error
      expect(JSON.stringify(pino.stdSerializers.err(error as Error))).not.toContain("confidential");
    });

    test("another failed statement has its own code and the caller in its stack", async () => {
      async function divideByZero() {
        return await sql`select 1 / 0`.execute(db);
      }
      const error = await divideByZero().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "QueryError", code: "22012", message: "division by zero" });
      expect(isUniqueViolation(error)).toBe(false);
      expect((error as Error).stack).toContain("divideByZero"); // the matcher has verified that it is an Error
    });

    test("a query on the pool inside an open transaction throws instead of deadlocking", async () => {
      const misplacedQueries = [
        () => db.selectFrom("secrets").selectAll().execute(),
        () => transaction(db, async () => {}),
        () => sql`select 1`.execute(db.withPlugin({ transformQuery: ({ node }) => node, transformResult })),
      ];
      for (const query of misplacedQueries) {
        const failedTransaction = transaction(db, async (tx) => {
          await insertSecret(tx, "guarded");
          await Promise.resolve();
          await query();
        });
        await expect(failedTransaction).rejects.toThrow("inside an open transaction");
      }
      expect(await listSecretsLike(db, "guarded")).toEqual([]);
    });

    test("a transaction that bypasses the guard is rejected", async () => {
      await expect(db.transaction().execute(async () => {})).rejects.toThrow("use transaction(db, …)");
      expect(await listSecretsLike(db, "no such name")).toEqual([]);
    });

    test("the guard allows queries on another database, and queries after the transaction has ended", async () => {
      const otherDatabase = await createTestDatabase("pglite");
      const committed = Promise.withResolvers<void>();
      const { later: laterQuery } = await transaction(db, async () => {
        expect(await otherDatabase.db.selectFrom("secrets").selectAll().execute()).toEqual([]);
        return { later: committed.promise.then(() => listSecretsLike(db, "no such name")) };
      });
      committed.resolve();
      expect(await laterQuery).toEqual([]);
      await otherDatabase.close();
    });

    test("written rows are still there after closing and reopening", async () => {
      await insertSecret(db, "reopened");
      await database.close();
      await expect(listSecretsLike(db, "reopened")).rejects.toThrow();
      database = await openDatabase({ ...location, log });
      db = database.db;
      await migrate(db, log);
      expect(await listSecretsLike(db, "reopened")).toEqual(["reopened"]);
    });

    test("a database migrated by a newer version is rejected with an explanation", async () => {
      const insertFutureMigration = sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01T00:00:00.000Z')`;
      await insertFutureMigration.execute(db);
      await expect(migrate(db, log)).rejects.toMatchObject({
        name: "DatabaseOpenError",
        userMessage: expect.stringMatching(/newer Lectern.*9999_future/),
      });
      await sql`delete from kysely_migration where name = '9999_future'`.execute(db);
      await migrate(db, log);
    });
  });
}

async function transformResult<Result>({ result }: { result: Result }): Promise<Result> {
  return result;
}

async function insertSecret(db: Db, name: string, createdAt: Date | string = now): Promise<void> {
  await db.insertInto("secrets").values({ name, sealed: "sealed", created_at: createdAt }).execute();
}

async function listSecretsLike(db: Db, pattern: string): Promise<string[]> {
  const rows = await db.selectFrom("secrets").select("name").where("name", "like", pattern).orderBy("name").execute();
  return rows.map((row) => row.name);
}
