import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDiskFull } from "../isDiskFull.ts";
import { assertBlobKey } from "./blobKey.ts";
import { BlobNotFoundError, type BlobStore } from "./blobStore.ts";
import { measureBytes } from "./measureBytes.ts";

/** Keys never start with a dot, so partial files cannot be mistaken for blobs. */
const temporaryFolderName = ".writing";
/** Below this, nothing can be relied on: an upload, the database and the log may share the disk. */
const minFreeBytes = 16 * 1_024 * 1_024;
const quotaProbeBytes = 256 * 1_024;
const quotaProbeLifetimeMs = 2_000;
/** A temporary file that has not changed for this long is abandoned: active writes change theirs more often. */
const abandonedAfterMs = 60 * 60 * 1_000;

export interface DiskBlobStoreOptions {
  folder: string;
  /** True if no other process uses the folder. Any partial file found at the start then belongs to a dead process. */
  isSingleProcess: boolean;
}

/**
 * Stores blobs as files in one folder. A blob is written to a temporary file, synced and renamed, so that it exists
 * completely or not at all, even after a power failure.
 */
export function createDiskBlobStore({ folder, isSingleProcess }: DiskBlobStoreOptions): BlobStore {
  const temporaryFolderPath = join(folder, temporaryFolderName);
  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(folder, ...key.split("/"));
  };
  const getStats = async (key: string) => {
    const fileStats = await nullIfMissing(stat(pathOf(key)));
    return fileStats?.isFile() ? { bytes: fileStats.size } : null;
  };

  /** Lets `fill` create a temporary file, and makes it the blob. */
  const createBlob = async (path: string, fill: (temporaryPath: string) => Promise<void>) => {
    const temporaryPath = join(temporaryFolderPath, randomUUID());
    try {
      await mkdir(temporaryFolderPath, { recursive: true });
      await fill(temporaryPath);
      await createFolder(dirname(path));
      await rename(temporaryPath, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  };

  let quotaProbe = { expiresAtMs: 0, result: Promise.resolve(true) };
  /** Writes a little, because only a write notices a quota. */
  const probeQuota = async () => {
    const path = join(temporaryFolderPath, randomUUID());
    try {
      await createFolder(temporaryFolderPath);
      await writeFile(path, Buffer.alloc(quotaProbeBytes));
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  };

  return {
    origins: [],
    createUploadUrl: async () => null,
    createDownloadUrl: async () => null,
    stat: getStats,
    async write(key, body, options) {
      const { chunks, getResult } = measureBytes(body, options);
      await createBlob(pathOf(key), (temporaryPath) => writeAndSync(temporaryPath, chunks));
      return getResult();
    },
    async copy(fromKey, toKey) {
      const [fromPath, toPath] = [pathOf(fromKey), pathOf(toKey)];
      if (!(await getStats(fromKey))) throw new BlobNotFoundError(fromKey);
      await createBlob(toPath, async (temporaryPath) => {
        const copied = await nullIfMissing(
          copyFile(fromPath, temporaryPath, constants.COPYFILE_FICLONE).then(() => true),
        );
        if (!copied) throw new BlobNotFoundError(fromKey);
        await syncFile(temporaryPath);
      });
    },
    async read(key, range) {
      const file = await nullIfMissing(open(pathOf(key), "r"));
      if (!file) throw new BlobNotFoundError(key);
      try {
        const fileStats = await file.stat();
        if (!fileStats.isFile()) throw new BlobNotFoundError(key);
        const totalBytes = fileStats.size;
        const { start, end } = range ? clampRange(range, totalBytes) : { start: 0, end: totalBytes - 1 };
        const body = file.createReadStream({ start, end: Math.max(end, 0), highWaterMark: 256 * 1_024 });
        return { body, bytes: end - start + 1, totalBytes };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true }).catch(ignoreIfMissing);
    },
    async withLocalFile(key, use) {
      if (!(await getStats(key))) throw new BlobNotFoundError(key);
      return use(pathOf(key));
    },
    async hasRoom() {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < minFreeBytes) return false;
      // Anybody may ask, so the answers of a few seconds share one write.
      if (performance.now() >= quotaProbe.expiresAtMs)
        quotaProbe = { expiresAtMs: performance.now() + quotaProbeLifetimeMs, result: probeQuota() };
      return quotaProbe.result;
    },
    async check() {
      await createFolder(temporaryFolderPath);
      await access(folder, constants.R_OK | constants.W_OK);
      await statfs(folder);
      await removeAbandonedFiles(temporaryFolderPath, isSingleProcess ? 0 : abandonedAfterMs);
    },
    close: () => Promise.resolve(),
  };
}

async function writeAndSync(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunks) await writeFully(file, chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) offset += (await file.write(chunk, offset)).bytesWritten;
}

/** Creates the folder and missing parent folders, and syncs their directory entries. */
async function createFolder(path: string): Promise<void> {
  const firstCreatedFolder = await mkdir(path, { recursive: true, mode: 0o700 });
  if (firstCreatedFolder === undefined) return;
  for (
    let createdFolder = path;
    createdFolder.length >= firstCreatedFolder.length;
    createdFolder = dirname(createdFolder)
  ) {
    await syncFolder(dirname(createdFolder));
  }
}

/** A file's name is durable only after its folder is synced. Windows neither supports nor needs this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeAbandonedFiles(folder: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const fileStats = await nullIfMissing(stat(path));
    // Uses the system clock instead of an injected one, because file times come from it.
    if (fileStats && fileStats.mtimeMs <= Date.now() - olderThanMs) await rm(path, { force: true, recursive: true });
  }
}

/** Limits the range to the blob's size. Throws RangeError if the range starts after the end of the blob. */
function clampRange({ start, end }: { start: number; end: number }, totalBytes: number) {
  if (start < 0 || start >= totalBytes || end < start) throw new RangeError("the range is outside the blob");
  return { start, end: Math.min(end, totalBytes - 1) };
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

async function nullIfMissing<Result>(operation: Promise<Result>): Promise<Result | null> {
  try {
    return await operation;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function ignoreIfMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
