import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openWorkspaceDatabase } from "../servers/openWorkspaceDatabase.ts";
import type { Workspace } from "../servers/startWorkspace.ts";

export interface StoredContent {
  /** Returns where the bytes of this text occur: paths of files, `table {name}`, or `log` for the output. */
  findLocations(text: string): string[];
  /** Numbers of files and rows read, so that a test notices if nothing was searched. */
  files: number;
  rows: number;
}

/**
 * Reads everything that a server has stored: each file below `folder`, each row of its database as JSON (database pages
 * may be compressed), and all its output. The server must have ended.
 */
export async function readStoredContent(workspace: Workspace, folder: string): Promise<StoredContent> {
  const contents = new Map<string, Buffer[]>([["log", [Buffer.from(workspace.lectern.output())]]]);
  // Read the files before opening the database, which changes them.
  const files = await readFiles(folder);
  for (const [path, bytes] of files) contents.set(path, [bytes]);
  const tables = await readTables(workspace);
  for (const [name, rows] of tables) contents.set(`table ${name}`, rows);
  return {
    findLocations: (text) =>
      [...contents].filter(([, parts]) => parts.some((part) => part.includes(text))).map(([location]) => location),
    files: files.size,
    rows: [...tables.values()].reduce((sum, rows) => sum + rows.length, 0),
  };
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path, await readFile(path));
  }
  return files;
}

async function readTables(workspace: Workspace): Promise<Map<string, Buffer[]>> {
  const { db, close } = await openWorkspaceDatabase(workspace);
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    const untypedDb = db.withTables<Record<string, Record<string, unknown>>>();
    const contents = new Map<string, Buffer[]>();
    for (const table of tables) {
      const name = table.schema === "public" ? table.name : `${table.schema}.${table.name}`;
      const rows = await untypedDb.selectFrom(name).selectAll().execute();
      contents.set(
        name,
        rows.map((row) => Buffer.from(JSON.stringify(row))),
      );
    }
    return contents;
  } finally {
    await close();
  }
}
