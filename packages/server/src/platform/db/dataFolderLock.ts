import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isFileError } from "./databaseOpenError.ts";

/** A lock or its takeover that says nothing of its holder is believed this long: it may just be being written. */
const unreadableForMs = 10_000;

interface Holder {
  pid: number;
  /** When that process began, where the system tells: a pid alone may since belong to another process. */
  started: string | null;
}

/** The folder is held. `pid` is null when the holder cannot be read, as while it is starting. */
export class FolderInUseError extends Error {
  readonly pid: number | null;
  constructor(pid: number | null) {
    super(pid === null ? "in use" : `in use by process ${pid}`);
    this.name = "FolderInUseError";
    this.pid = pid;
  }
}

/**
 * Makes the folder where needed and takes its lock: a file that only one process can create. The lock of a process that no
 * longer lives is taken over. Throws FolderInUseError, or the file system's error. The reply releases it.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock");
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid)?.started ?? null } satisfies Holder);
  if (!createExclusively(path, mine)) takeOver(path, mine);
  let isReleased = false;
  return () => {
    if (!isReleased && readOrNull(path) === mine) rmSync(path, { force: true });
    isReleased = true; // later it may be another holder's, even one of this same process
  };
}

/** Two processes may find the same dead holder: only who holds the takeover may remove its lock, after a second look. */
function takeOver(path: string, mine: string): void {
  assertAbandoned(path);
  const takeover = `${path}.takeover`;
  if (isOld(takeover)) rmSync(takeover, { force: true });
  if (!createExclusively(takeover, mine)) throw new FolderInUseError(null);
  try {
    assertAbandoned(path);
    rmSync(path, { force: true });
    if (!createExclusively(path, mine)) throw new FolderInUseError(null);
  } finally {
    rmSync(takeover, { force: true });
  }
}

function assertAbandoned(path: string): void {
  const holder = parseHolder(readOrNull(path));
  if (holder === null) {
    if (!isOld(path)) throw new FolderInUseError(null);
  } else if (isAlive(holder)) {
    throw new FolderInUseError(holder.pid);
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isFileError(error) && error.code === "EPERM"; // it lives, and is another user's
  }
  const now = startOf(pid);
  if (now === null) return true;
  return !now.isZombie && (started === null || started === now.started);
}

/** From Linux's /proc/[pid]/stat (proc(5)): field 3 is the state, field 22 the start in ticks since boot. Else null. */
function startOf(pid: number): { started: string; isZombie: boolean } | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before it may hold spaces
  return { started: fields[19] ?? "", isZombie: fields[0] === "Z" };
}

function parseHolder(text: string | null): Holder | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value !== "object" || value === null || !("pid" in value) || !("started" in value)) return null;
    const { pid, started } = value;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return null;
    return { pid, started: typeof started === "string" ? started : null };
  } catch {
    return null; // cut short by a crash of the machine
  }
}

/** False when the file is there already. */
function createExclusively(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (isFileError(error) && error.code === "EEXIST") return false;
    throw error;
  }
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  return true;
}

/** A file that is gone counts as old: nothing stands in the way. */
function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs > unreadableForMs;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // not there, or not ours to read: the caller asks no more
  }
}
