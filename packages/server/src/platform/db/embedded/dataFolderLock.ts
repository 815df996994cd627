import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isFileError } from "../databaseOpenError.ts";

/** An unreadable lock file or any takeover file counts as valid for this long: its owner may still be using it. */
const unreadableGraceMs = 10_000;

interface Holder {
  pid: number;
  /** Start of the process, to detect a reused pid; null if the system does not provide it. */
  started: string | null;
}

/** The folder is locked. `pid` is null if the holder is unknown, for example because it is still starting. */
export class FolderInUseError extends Error {
  readonly pid: number | null;
  constructor(pid: number | null) {
    super(pid === null ? "in use" : `in use by process ${pid}`);
    this.name = "FolderInUseError";
    this.pid = pid;
  }
}

/**
 * Creates the folder if needed and locks it with a file that only one process can create. Reclaims the lock of a dead
 * process. Returns a function that releases the lock. Throws FolderInUseError, or the file system's error.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock");
  const started = readProcessStart(process.pid)?.started ?? null;
  const ownHolderText = JSON.stringify({ pid: process.pid, started } satisfies Holder);
  if (!createExclusively(path, ownHolderText)) reclaimLock(path, ownHolderText);
  let isReleased = false;
  return () => {
    if (!isReleased && readOrNull(path) === ownHolderText) rmSync(path, { force: true });
    isReleased = true; // Release only once: a later lock may belong to another holder, even in this process.
  };
}

/**
 * Replaces the lock of a dead process. If several processes detect the dead holder, only the one that creates the
 * takeover file may replace the lock, after it has checked the holder again. Throws FolderInUseError.
 */
function reclaimLock(path: string, ownHolderText: string): void {
  assertAbandoned(path);
  const takeoverPath = `${path}.takeover`;
  if (isOld(takeoverPath)) rmSync(takeoverPath, { force: true });
  if (!createExclusively(takeoverPath, ownHolderText)) throw new FolderInUseError(null);
  try {
    assertAbandoned(path);
    rmSync(path, { force: true });
    if (!createExclusively(path, ownHolderText)) throw new FolderInUseError(null);
  } finally {
    rmSync(takeoverPath, { force: true });
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
    return isFileError(error) && error.code === "EPERM"; // EPERM: the process is alive and belongs to another user.
  }
  const current = readProcessStart(pid);
  if (current === null) return true;
  return !current.isZombie && (started === null || started === current.started);
}

/**
 * Reads Linux's /proc/[pid]/stat (proc(5)): field 3 is the state, field 22 the start in ticks since boot. Null if there
 * is no such file, as on other systems.
 */
function readProcessStart(pid: number): { started: string; isZombie: boolean } | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The process name precedes the last parenthesis and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
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
    return null; // The lock file is truncated, for example after a power failure.
  }
}

/** Creates a file with this text. Returns false if the file already exists. */
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

/** Returns true if the file is older than the grace period. A missing file counts as old, because it blocks nobody. */
function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs > unreadableGraceMs;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // The file is missing or unreadable. Callers treat both cases alike.
  }
}
