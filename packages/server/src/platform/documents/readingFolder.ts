import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const abandonedAfterMs = 86_400_000;

/** Returns the parent of all reading folders. A folder's name contains the host name and id of its server process. */
export function getReadingFoldersRoot(dataDir: string): string {
  return join(dataDir, "reading");
}

/**
 * Creates an empty folder for one read or conversion, which only the operating system's user of this process can
 * access.
 */
export async function createReadingFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return mkdtemp(join(root, `${getSafeHostname()}~${process.pid}~`));
}

/**
 * Removes the folders of dead processes: folders of this host whose process has exited, and folders of other hosts that
 * are older than a day. Folders with this process's id stay, unless they are older than the process, because then an
 * earlier process had the same id.
 */
export async function removeAbandonedFolders(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  const processStartedAt = Date.now() - process.uptime() * 1_000;
  for (const name of names) {
    const folder = join(root, name);
    const stats = await stat(folder).catch(() => null);
    if (!stats) continue;
    const [host, pid] = name.split("~");
    const isAbandoned =
      host !== getSafeHostname()
        ? Date.now() - stats.mtimeMs > abandonedAfterMs
        : Number(pid) === process.pid
          ? stats.mtimeMs < processStartedAt
          : !isAlive(Number(pid));
    if (isAbandoned) await rm(folder, { recursive: true, force: true });
  }
}

function getSafeHostname(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, "_");
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
