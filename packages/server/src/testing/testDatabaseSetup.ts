import { createServer } from "node:http";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrate } from "../platform/db/migrate.ts";
import { openPostgres } from "../platform/db/openPostgres.ts";
import { findMigratedDump } from "./migratedDump.ts";
import { startPostgres } from "./startPostgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files ask for databases; see `createTestDatabase`. */
    testDatabases: string;
  }
}

const log = pino({ level: "silent" });
const template = "lectern_template";

/**
 * Vitest's global setup: a door on 127.0.0.1 at which the test processes ask for databases. What is dear (a PostgreSQL server
 * with a migrated template, a dump of a migrated embedded database) is made when first asked for.
 */
export async function setup(project: TestProject) {
  const closers: (() => Promise<void>)[] = [];
  const answers: Record<string, (name: string) => Promise<string>> = {};
  const postgres = once(() => startMigratedPostgres(closers));
  answers["/postgres/create"] = async (name) => (await postgres()).create(name === "empty" ? "template1" : template);
  answers["/postgres/drop"] = async (name) => (await postgres()).drop(name);
  answers["/pglite/dump"] = once(findMigratedDump);

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    // A kept connection could end just as a test asks again.
    response.setHeader("connection", "close");
    const answer = answers[pathname] ?? (() => Promise.reject(new Error(`no ${pathname}`)));
    answer(searchParams.get("name") ?? "").then(
      (text) => response.end(text),
      (error) => response.writeHead(500).end(error instanceof Error ? `${error.message}\n${error.stack}` : "failed"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the door of the test databases has no port");
  project.provide("testDatabases", `http://127.0.0.1:${address.port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    for (const close of closers.toReversed()) await close();
  };
}

async function startMigratedPostgres(closers: (() => Promise<void>)[]) {
  const server = await startPostgres();
  closers.push(() => server.stop());
  const admin = new pg.Pool({ connectionString: server.url("postgres"), max: 1 });
  admin.on("error", () => {}); // the server ends before its last connection does
  closers.push(() => admin.end());
  await admin.query(`create database ${template}`);
  const db = await openPostgres(server.url(template), log);
  await migrate(db, log);
  await db.destroy();
  let count = 0;
  return {
    async create(from: string) {
      count += 1;
      const name = `test_${count}`;
      await admin.query(`create database ${name} template ${from} strategy file_copy`);
      return server.url(name);
    },
    async drop(name: string) {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      return "";
    },
  };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
