import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const abandonedAfterMs = 86_400_000;

/** Where reads leave what they make, each in a folder of its own that carries the name of its process. */
export function readingFoldersRoot(dataDir: string): string {
  return join(dataDir, "reading");
}

/** An empty folder, which only this user may enter. */
export async function createReadingFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return mkdtemp(join(root, `${ownName()}~${process.pid}~`));
}

/**
 * Removes what dead processes left: those of this machine whose process is gone, and those of another one after a day. What is this
 * process's own stays, unless it is older than the process: another one had its number.
 */
export async function removeAbandonedFolders(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  const startedAt = Date.now() - process.uptime() * 1_000;
  for (const name of names) {
    const folder = join(root, name);
    const made = await stat(folder).catch(() => null);
    if (!made) continue;
    const [host, pid] = name.split("~");
    const isLeft =
      host !== ownName()
        ? Date.now() - made.mtimeMs > abandonedAfterMs
        : Number(pid) === process.pid
          ? made.mtimeMs < startedAt
          : !isAlive(Number(pid));
    if (isLeft) await rm(folder, { recursive: true, force: true });
  }
}

function ownName(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, "_");
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
