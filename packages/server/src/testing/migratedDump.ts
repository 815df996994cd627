import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { pino } from "pino";
import { prepareVectors } from "../modules/retrieval/service.ts";
import { createDatabase } from "../platform/db/database.ts";
import { createEmbeddedClient } from "../platform/db/embeddedClient.ts";
import { createEmbeddedDialect } from "../platform/db/embeddedDialect.ts";
import { migrate } from "../platform/db/migrate.ts";

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));
/** Makes a table too, at a start. */
const vectorTable = fileURLToPath(new URL("../modules/retrieval/vectorRepository.ts", import.meta.url));
const cacheFolder = fileURLToPath(new URL("../../../../node_modules/.cache/lectern", import.meta.url));
const dayMs = 86_400_000;

/**
 * The path of a dump of a migrated embedded database, which `loadDataDir` takes. Making one takes about 3 s, so it is kept
 * in node_modules until a migration or PGlite changes.
 */
export async function findMigratedDump(): Promise<string> {
  const path = join(cacheFolder, `migrated-${await fingerprint()}.tar`);
  if (!existsSync(path)) {
    await mkdir(cacheFolder, { recursive: true });
    await removeOldDumps();
    const unfinished = `${path}.${randomUUID()}`; // another test run may be making the same one
    await writeFile(unfinished, await makeDump());
    await rename(unfinished, path);
  }
  return path;
}

async function makeDump(): Promise<Buffer> {
  const pglite = await PGlite.create({ extensions: { vector } });
  const db = createDatabase(createEmbeddedDialect(createEmbeddedClient(pglite)));
  const log = pino({ level: "silent" });
  await migrate(db, log);
  await prepareVectors({ db, log });
  const dump = await pglite.dumpDataDir("none");
  await db.destroy();
  return Buffer.from(await dump.arrayBuffer());
}

/** Of all that the dump is made from. */
async function fingerprint(): Promise<string> {
  const files = (await readdir(migrationsFolder)).sort().map((name) => join(migrationsFolder, name));
  files.push(vectorTable);
  files.push(join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "..", "package.json"));
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

async function removeOldDumps(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name);
    if (name.startsWith("migrated-") && Date.now() - (await stat(path)).mtimeMs > dayMs) await rm(path);
  }
}
