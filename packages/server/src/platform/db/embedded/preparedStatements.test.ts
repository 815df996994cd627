import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/testDatabase.ts";
import { prepared } from "../preparedStatements.ts";
import type { EmbeddedClient } from "./embeddedClient.ts";

let database: TestDatabase | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await database?.close();
});

const marker = prepared.toOperationNode().sqlFragments.join("");
const frequent = `select 1 as "frequent" from things where id = $1 ${marker}`;
const rare = `select 1 as "rare" from things where id = $1`;

async function openWithTable(): Promise<EmbeddedClient> {
  database = await createTestDatabase("pglite");
  if (database.access.kind !== "pglite") throw new Error("the database is not embedded");
  const { client } = database.access;
  await client.exec("create table things (id int primary key)");
  return client;
}

/** Returns how often the statement was executed with a cached plan and with one of its own. */
async function countPlans(client: EmbeddedClient, name: string) {
  const { rows } = await client.query<{ cached: number; own: number }>(
    `select generic_plans::int as cached, custom_plans::int as own from pg_prepared_statements
    where statement like '%' || $1 || '%' and statement not like '%pg_prepared%'`,
    [`"${name}"`],
  );
  return rows[0];
}

async function repeat(client: EmbeddedClient, statement: string, count: number): Promise<void> {
  for (let id = 0; id < count; id++) await client.query(statement, [id]);
}

test("the plans of frequent statements are cached, those of others are not", async () => {
  const client = await openWithTable();
  await repeat(client, frequent, 10);
  await repeat(client, rare, 10);
  expect(await countPlans(client, "frequent")).toEqual({ cached: 5, own: 5 });
  expect(await countPlans(client, "rare")).toEqual({ cached: 0, own: 10 });
});

test("a rollback, which restores the previous setting, does not change what is cached", async () => {
  const client = await openWithTable();
  await repeat(client, rare, 1);
  const transaction = await client.begin();
  await transaction.query(frequent, [1]);
  await transaction.rollback();
  await repeat(client, frequent, 10);
  expect(await countPlans(client, "frequent")).toEqual({ cached: 6, own: 5 });
});

test.each([
  { name: "a cached plan stays for 10 s", laterMs: 10_000, plan: "Seq Scan" },
  { name: "a cached plan is then renewed, because its table may have grown", laterMs: 10_001, plan: "Index" },
])("$name", async ({ laterMs, plan }) => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const client = await openWithTable();
  await client.exec("insert into things values (1); analyze things");
  await repeat(client, frequent, 10);
  await client.query("insert into things select generate_series(2, 20000)", []);
  now.mockReturnValue(laterMs);
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_prepared_statements where statement = $1`,
    [frequent],
  );
  const explanation = await client.query<Record<string, string>>(`explain execute ${rows[0]?.name}(1) ${marker}`, []);
  expect(explanation.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(plan);
});
