import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPostgresDatabase,
  createTestDatabase,
  type TestDatabase,
  testDatabaseKinds,
} from "../../testing/testDatabase.ts";
import { DatabaseOpenError } from "../db/databaseOpenError.ts";
import { openPostgres } from "../db/openPostgres.ts";
import { createJobs } from "./createJobs.ts";
import type { JobRun, Jobs } from "./jobs.ts";
import { countTo, describeJobs } from "./testing/jobsConformance.ts";

for (const kind of testDatabaseKinds) describeJobs(kind);

describe("two processes on one PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("postgres");
  });
  afterAll(() => database.close());

  test("can create the tables concurrently, share the jobs, and never run two jobs with one key concurrently", {
    timeout: 20_000,
  }, async () => {
    const total = 40;
    const running = new Set<unknown>();
    const indexesByProcess: string[][] = [[], []];
    const done = countTo(total);
    const processes = [0, 1].map((index): Jobs => {
      const jobs = createJobs({ db: database.db, access: database.access, log: pino({ level: "silent" }) });
      jobs.handle("work", { concurrency: 2, timeoutSeconds: 60, retries: 0 }, async ({ payload }: JobRun) => {
        expect(running.has(payload.of)).toBe(false);
        running.add(payload.of);
        await new Promise(setImmediate);
        running.delete(payload.of);
        indexesByProcess[index]?.push(String(payload.index));
        done.count();
      });
      return jobs;
    });
    await Promise.all(processes.map((jobs) => jobs.start()));
    for (let index = 0; index < total; index += 1) {
      await processes[index % 2]?.send("work", { index, of: index % 20 }, `key ${index}`);
    }
    await done.reached;
    await Promise.all(processes.map((jobs) => jobs.stop(5_000)));
    await Promise.all(processes.map((jobs) => jobs.close()));
    expect(new Set(indexesByProcess.flat()).size).toBe(total);
    for (const own of indexesByProcess) expect(own.length).toBeGreaterThan(0);
  });
});

test("a PostgreSQL user who cannot create a schema gets instructions, and can use a schema created for it", async () => {
  const log = pino({ level: "silent" });
  const { databaseUrl, drop } = await createPostgresDatabase();
  const user = `plain_${randomUUID().replaceAll("-", "")}`;
  const userUrl = new URL(databaseUrl);
  userUrl.username = user;
  const admin = await openPostgres(databaseUrl, log);
  await sql`create role ${sql.id(user)} login password ${sql.lit(decodeURIComponent(userUrl.password))}`.execute(admin);
  const db = await openPostgres(userUrl.href, log);
  const start = async () => {
    const jobs = createJobs({ db, access: { kind: "postgres", databaseUrl: userUrl.href }, log });
    try {
      await jobs.start();
    } finally {
      await jobs.close();
    }
  };
  try {
    const rejection = await start().catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(DatabaseOpenError);
    expect(rejection).toMatchObject({ userMessage: expect.stringContaining("create schema jobs authorization") });
    await sql`create schema jobs authorization ${sql.id(user)}`.execute(admin);
    await start();
  } finally {
    await db.destroy();
    await sql`drop owned by ${sql.id(user)} cascade`.execute(admin);
    await sql`drop role ${sql.id(user)}`.execute(admin);
    await admin.destroy();
    await drop();
  }
});
