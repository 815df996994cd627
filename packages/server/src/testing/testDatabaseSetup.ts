import { createServer } from "node:http";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { prepareVectorTable } from "../modules/retrieval/service.ts";
import type { Db } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openPostgres } from "../platform/db/openPostgres.ts";
import { createJobTables, findOrCreateMigratedDump, findOrCreatePreparedDataFolder } from "./preparedDatabases.ts";
import { startPostgres } from "./startPostgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the server that creates databases for test files; see `createTestDatabase`. */
    testDatabases: string;
    /** The kind of database for tests that do not name one. */
    defaultDatabaseKind: "pglite" | "postgres";
  }
}

const log = pino({ level: "silent" });
const emptyTemplate = "template1";

/**
 * Vitest's global setup: an HTTP server on 127.0.0.1 from which the test processes request databases. Expensive
 * resources (a PostgreSQL server with templates, a dump of a migrated embedded database) are created on the first
 * request.
 */
export async function setup(project: TestProject) {
  const closers: (() => Promise<void>)[] = [];
  const handlers: Record<string, (name: string) => Promise<string>> = {};
  const getPostgresTemplates = once(() => startPostgresTemplates(closers));
  handlers["/postgres/create"] = async (name) => (await getPostgresTemplates()).create(name);
  handlers["/postgres/drop"] = async (name) => (await getPostgresTemplates()).drop(name);
  handlers["/pglite/dump"] = once(findOrCreateMigratedDump);
  handlers["/pglite/folder"] = once(findOrCreatePreparedDataFolder);

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    // A keep-alive connection could close just when a test sends its next request.
    response.setHeader("connection", "close");
    const handler = handlers[pathname] ?? (() => Promise.reject(new Error(`no ${pathname}`)));
    handler(searchParams.get("name") ?? "").then(
      (text) => response.end(text),
      (error) => response.writeHead(500).end(error instanceof Error ? `${error.message}\n${error.stack}` : "failed"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server for test databases has no port");
  project.provide("testDatabases", `http://127.0.0.1:${address.port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    for (const close of closers.toReversed()) await close();
  };
}

async function startPostgresTemplates(closers: (() => Promise<void>)[]) {
  const server = await startPostgres();
  closers.push(() => server.stop());
  const adminPool = new pg.Pool({ connectionString: server.url("postgres"), max: 1 });
  adminPool.on("error", () => {}); // the server stops before this connection is closed
  closers.push(() => adminPool.end());
  const createFromTemplate = (template: string, name: string) =>
    adminPool.query(`create database ${name} template ${template} strategy file_copy`);
  const createTemplate = async (from: string, name: string, fill: (db: Db, databaseUrl: string) => Promise<void>) => {
    await createFromTemplate(from, name);
    const db = await openPostgres(server.url(name), log);
    await fill(db, server.url(name));
    await db.destroy();
    return name;
  };
  const getMigratedTemplate = once(() => createTemplate(emptyTemplate, "lectern_migrated", (db) => migrate(db, log)));
  const getPreparedTemplate = once(async () =>
    createTemplate(await getMigratedTemplate(), "lectern_prepared", async (db, databaseUrl) => {
      await prepareVectorTable({ db, log });
      await createJobTables(db, { kind: "postgres", databaseUrl });
    }),
  );
  const templates: Record<string, () => Promise<string>> = {
    empty: async () => emptyTemplate,
    migrated: getMigratedTemplate,
    prepared: getPreparedTemplate,
  };
  let count = 0;
  return {
    async create(state: string) {
      const template = await templates[state]?.();
      if (template === undefined) throw new Error(`no databases are ${state}`);
      count += 1;
      const name = `test_${count}`;
      await createFromTemplate(template, name);
      return server.url(name);
    },
    async drop(name: string) {
      await adminPool.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      return "";
    },
  };
}

function once<Result>(create: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= create();
    return result;
  };
}
