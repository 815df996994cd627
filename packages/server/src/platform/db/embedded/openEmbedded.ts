import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "../../log.ts";
import { createDatabase, type Db } from "../database.ts";
import { DatabaseOpenError, isFileError } from "../databaseOpenError.ts";
import { FolderInUseError, lockDataFolder } from "./dataFolderLock.ts";
import type { EmbeddedClient } from "./embeddedClient.ts";
import { createEmbeddedDialect } from "./embeddedDialect.ts";
import { openEmbeddedThread } from "./openEmbeddedThread.ts";

/** The major version of PGlite's PostgreSQL. PGlite cannot read folders of other major versions. */
export const embeddedMajorVersion = "18";

export interface OpenEmbedded {
  db: Db;
  /** The client that `db` uses. */
  client: EmbeddedClient;
  close(): Promise<void>;
}

/** Opens or creates the embedded database in `{dataDir}/database`. Throws DatabaseOpenError. */
export async function openEmbedded(dataDir: string, log: Log): Promise<OpenEmbedded> {
  const dataFolder = resolve(dataDir);
  const release = lockFolder(dataFolder);
  try {
    const client = await openDatabaseFolder(dataFolder, log);
    const db = createDatabase(createEmbeddedDialect(client));
    return {
      db,
      client,
      async close() {
        await client.close(); // Close the client here, because Kysely closes it only after a first query.
        await db.destroy();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function lockFolder(dataFolder: string): () => void {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (error instanceof FolderInUseError) {
      const holder = error.pid === null ? "another process that is starting" : `process ${error.pid}`;
      throw new DatabaseOpenError(
        `The data folder ${dataFolder} is in use by ${holder}. Stop that Lectern first, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    }
    throw createNotWritableError(dataFolder, error);
  }
}

async function openDatabaseFolder(dataFolder: string, log: Log): Promise<EmbeddedClient> {
  const folder = join(dataFolder, "database");
  // This file exists while a new database is being created. If it exists at a start, the previous creation was
  // interrupted, so the database is created again.
  const unfinishedMarker = join(dataFolder, "database.unfinished");
  try {
    if (existsSync(unfinishedMarker)) rmSync(folder, { recursive: true, force: true });
    if (existsSync(folder)) assertUsable(folder);
    else {
      writeFileSync(unfinishedMarker, "");
      // Creating a database takes several hundred megabytes, which only the end of the thread frees.
      await (await openEmbeddedThread(folder, log)).close();
      rmSync(unfinishedMarker);
    }
    return await openEmbeddedThread(folder, log);
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    if (isFileError(error)) throw createNotWritableError(dataFolder, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseOpenError(`The database in ${folder} cannot be opened: ${reason}`, { cause: error });
  }
}

function assertUsable(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const versionFile = join(folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new DatabaseOpenError(`${folder} is not a database. Move it elsewhere, or set DATA_DIR to another folder.`);
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== embeddedMajorVersion) {
    throw new DatabaseOpenError(
      `The database in ${folder} was created by PostgreSQL ${version}, but this Lectern needs ${embeddedMajorVersion}. ` +
        "Start the Lectern version that created it and dump its data. Then move the folder elsewhere and restore the dump with this version.",
    );
  }
}

function createNotWritableError(dataFolder: string, error: unknown): DatabaseOpenError {
  const reason = isFileError(error) ? error.code : String(error);
  return new DatabaseOpenError(
    `The data folder ${dataFolder} cannot be created or written (${reason}). Set DATA_DIR to a folder that this user can write to.`,
    { cause: error },
  );
}
