import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertBlobKey } from "./blobKey.ts";
import { BlobMissing, type BlobStore } from "./blobStore.ts";
import { countedBytes } from "./countedBytes.ts";

/** No key begins with a dot, so that nothing here can be taken for a blob. */
const temporaryFolder = ".writing";
/** A write that goes on touches its file more often. */
const abandonedAfterMs = 60 * 60 * 1_000;

export interface DiskBlobStoreOptions {
  folder: string;
  /** No other process writes there: whatever is half written at the start is left from one that died. */
  isAlone: boolean;
}

/**
 * Blobs as files below one folder. A blob is written beside, flushed, and put in its place in one step, so that it is there whole or not at
 * all, also when the power fails.
 */
export function createDiskBlobStore({ folder, isAlone }: DiskBlobStoreOptions): BlobStore {
  const temporaries = join(folder, temporaryFolder);
  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(folder, ...key.split("/"));
  };
  const stats = async (key: string) => {
    const found = await missingAsNull(stat(pathOf(key)));
    return found?.isFile() ? { bytes: found.size } : null;
  };

  return {
    origins: [],
    uploadUrl: async () => null,
    downloadUrl: async () => null,
    stat: stats,
    async write(key, body, options) {
      const path = pathOf(key);
      const temporary = join(temporaries, randomUUID());
      const { chunks, written } = countedBytes(body, options);
      try {
        await mkdir(temporaries, { recursive: true });
        await writeFlushed(temporary, chunks);
        await makeFolder(dirname(path));
        await rename(temporary, path);
        await flushFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return written();
    },
    async read(key, range) {
      const file = await missingAsNull(open(pathOf(key), "r"));
      if (!file) throw new BlobMissing(key);
      try {
        const found = await file.stat();
        if (!found.isFile()) throw new BlobMissing(key);
        const { start, end } = range ? withinBytes(range, found.size) : { start: 0, end: found.size - 1 };
        const body = file.createReadStream({ start, end: Math.max(end, 0), highWaterMark: 256 * 1_024 });
        return { body, bytes: end - start + 1, totalBytes: found.size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true }).catch(passIfAbsent);
    },
    async withLocalFile(key, use) {
      if (!(await stats(key))) throw new BlobMissing(key);
      return use(pathOf(key));
    },
    async check() {
      await makeFolder(temporaries);
      await access(folder, constants.R_OK | constants.W_OK);
      await statfs(folder);
      await removeAbandoned(temporaries, isAlone ? 0 : abandonedAfterMs);
    },
    close: () => Promise.resolve(),
  };
}

async function writeFlushed(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunks) await writeWhole(file, chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let done = 0;
  while (done < chunk.byteLength) done += (await file.write(chunk, done)).bytesWritten;
}

/** Makes the folder, and has the disk keep its entry and those of the folders above that were made with it. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** A file's name is kept for good only once its folder is flushed. Windows cannot and need not. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeAbandoned(folder: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await missingAsNull(stat(path));
    // The file system's own times are compared with the machine's clock.
    if (found && found.mtimeMs <= Date.now() - olderThanMs) await rm(path, { force: true, recursive: true });
  }
}

/** The part of the range that is there. Throws RangeError where nothing is. */
function withinBytes({ start, end }: { start: number; end: number }, totalBytes: number) {
  if (start < 0 || start >= totalBytes || end < start) throw new RangeError("not a range of this blob");
  return { start, end: Math.min(end, totalBytes - 1) };
}

const isAbsent = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

async function missingAsNull<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function passIfAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}
