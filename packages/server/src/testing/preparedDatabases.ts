import { createHash, randomUUID } from "node:crypto";
import { existsSync, openAsBlob } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { pino } from "pino";
import { prepareVectorTable } from "../modules/retrieval/service.ts";
import { createDatabase, type Db } from "../platform/db/database.ts";
import { createEmbeddedClient, openEmbeddedClient } from "../platform/db/embedded/embeddedClient.ts";
import { createEmbeddedDialect } from "../platform/db/embedded/embeddedDialect.ts";
import { migrate } from "../platform/db/migrate.ts";
import type { DatabaseAccess } from "../platform/db/openDatabase.ts";
import { openPgBoss } from "../platform/jobs/openPgBoss.ts";

const resolveSourceFile = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const migrationsFolder = resolveSourceFile("../migrations");
/** Files whose code creates further tables when a server starts. */
const tableSources = [
  resolveSourceFile("../modules/retrieval/vectorRepository.ts"),
  resolveSourceFile("../platform/jobs/openPgBoss.ts"),
];
const cacheFolder = fileURLToPath(new URL("../../../../node_modules/.cache/lectern-databases", import.meta.url));
const dayMs = 86_400_000;

const log = pino({ level: "silent" });

/** Returns the path of a dump of a migrated, empty embedded database. PGlite's option `loadDataDir` loads it. */
export async function findOrCreateMigratedDump(): Promise<string> {
  return findOrCreate("migrated.tar", async (path) => {
    const pglite = await PGlite.create({ extensions: { vector } });
    const db = createDatabase(createEmbeddedDialect(createEmbeddedClient(pglite)));
    await migrate(db, log);
    await prepareVectorTable({ db, log });
    const dump = await pglite.dumpDataDir("none");
    await db.destroy();
    await writeFile(path, Buffer.from(await dump.arrayBuffer()));
  });
}

/**
 * Returns the path of a data folder whose embedded database has all tables, including those of background jobs. A
 * server that starts on a copy of the folder has nothing to create, so it starts in a third of the time.
 */
export async function findOrCreatePreparedDataFolder(): Promise<string> {
  const dumpPath = await findOrCreateMigratedDump();
  return findOrCreate("data", async (path) => {
    await mkdir(path, { mode: 0o700 });
    const client = await openEmbeddedClient({
      dataDir: join(path, "database"),
      loadDataDir: await openAsBlob(dumpPath),
    });
    const db = createDatabase(createEmbeddedDialect(client));
    await createJobTables(db, { kind: "pglite", client });
    await db.destroy();
    await client.close();
  });
}

/** Creates the tables of background jobs, as a server does when it starts. */
export async function createJobTables(db: Db, access: DatabaseAccess): Promise<void> {
  const { boss } = await openPgBoss(db, access, log);
  await boss.stop({ graceful: false });
}

/** Returns a cached file or folder, or creates it. The cache is valid until a file of `computeFingerprint` changes. */
async function findOrCreate(name: string, create: (path: string) => Promise<void>): Promise<string> {
  const currentFingerprint = await computeFingerprint();
  const path = join(cacheFolder, `${currentFingerprint}-${name}`);
  if (existsSync(path)) {
    const now = new Date();
    // Prevents a run on another branch from removing it as expired. Rarely, because a Blob of a file cannot be read after
    // the file's time has changed, and another test may be reading one.
    if (now.getTime() - (await stat(path)).mtimeMs > dayMs / 4) await utimes(path, now, now);
    return path;
  }
  await mkdir(cacheFolder, { recursive: true });
  await removeExpiredFiles(currentFingerprint);
  const temporaryPath = `${path}.${randomUUID()}`; // another test run may be creating the same file
  await create(temporaryPath);
  await rename(temporaryPath, path).catch((error: unknown) => {
    if (!existsSync(path)) throw error;
  });
  return path;
}

/** Hashes all files that determine the content of the databases. */
async function computeFingerprint(): Promise<string> {
  const require = createRequire(import.meta.url);
  const packageFiles = ["@electric-sql/pglite", "@electric-sql/pglite-pgvector", "pg-boss"].map((name) =>
    join(dirname(require.resolve(name)), "..", "package.json"),
  );
  const names = await readdir(migrationsFolder);
  const migrationFiles = names.sort().map((name) => join(migrationsFolder, name));
  const hash = createHash("sha256");
  for (const file of [...migrationFiles, ...tableSources, ...packageFiles])
    hash.update(await readFile(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Removes the files that no run has used for a day, except those with the current fingerprint. */
async function removeExpiredFiles(currentFingerprint: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(currentFingerprint)) continue;
    const path = join(cacheFolder, name);
    if (Date.now() - (await stat(path)).mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}
