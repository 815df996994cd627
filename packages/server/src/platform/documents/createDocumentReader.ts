import { createReadStream } from "node:fs";
import { lstat, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Config } from "../../config.ts";
import type { Log } from "../log.ts";
import { ChunkLine, type ReadTask } from "./childMessages.ts";
import type { Chunk, DocumentReader, ReadDocument, ReadRequest } from "./documentReader.ts";
import { findOcrLanguages } from "./ocrLanguages.ts";
import { outputFileNames } from "./outputFileNames.ts";
import { crashed } from "./readFailures.ts";
import { readInSandbox } from "./readInSandbox.ts";
import { createReadingFolder, readingFoldersRoot, removeAbandonedFolders } from "./readingFolder.ts";

type ReaderConfig = Pick<Config, "dataDir" | "extraction">;

/** Raised with every change of what is taken from the same bytes. */
const version = 2;
const chunksAtOnce = 100;
/** Bytes of one file that a read leaves. */
const mostBytes = { content: 200_000_000, chunks: 400_000_000, preview: 20_000_000 };

/** Reads documents in processes of their own. Throws where OCR is on and a language's data is not installed. */
export function createDocumentReader(
  { dataDir, extraction }: ReaderConfig,
  log: Log,
  readTask: typeof readInSandbox = readInSandbox,
): DocumentReader {
  const root = readingFoldersRoot(dataDir);
  const ocrLanguages = extraction.ocrLanguages === null ? null : findOcrLanguages(extraction.ocrLanguages);
  const cleaned = removeAbandonedFolders(root).catch((error: unknown) =>
    log.warn({ err: error }, "folders of earlier reads could not be removed"),
  );
  return {
    version,
    async read(request) {
      request.signal.throwIfAborted();
      await cleaned;
      const folder = await createReadingFolder(root);
      const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
      const task: ReadTask = {
        path: resolve(request.path),
        name: request.name,
        kind: request.kind,
        folder: resolve(folder),
        memoryBytes: extraction.memoryMb * 1_048_576,
        timeoutMs: extraction.timeoutMs,
        ocrLanguages,
      };
      try {
        return await readInto(readTask, task, request, log, dispose);
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}

async function readInto(
  readTask: typeof readInSandbox,
  task: ReadTask,
  { signal, onProgress }: ReadRequest,
  log: Log,
  dispose: () => Promise<void>,
): Promise<ReadDocument> {
  const startedAt = performance.now();
  const found = await readTask(task, {
    signal,
    onProgress,
    onTrouble: (what) => log.info({ ...what, ms: Math.round(performance.now() - startedAt) }, "document not read"),
  });
  const { kind, text, image } = found;
  const contentPath = join(task.folder, outputFileNames.content);
  const chunksPath = join(task.folder, outputFileNames.chunks);
  const previewPath = join(task.folder, outputFileNames.preview);
  if (text) await Promise.all([check(contentPath, mostBytes.content), check(chunksPath, mostBytes.chunks)]);
  if (image) await check(previewPath, mostBytes.preview);
  onProgress(100);
  return {
    kind,
    text: text && { ...text, contentPath, chunks: () => readChunks(chunksPath) },
    image: image && { ...image, previewPath },
    dispose,
  };
}

/** Throws `DocumentReadError` where the child did not leave what it spoke of. */
async function check(path: string, mostBytes: number): Promise<void> {
  // Not what a link of its making leads to.
  const made = await lstat(path).catch(() => null);
  if (!made?.isFile() || made.size > mostBytes) throw crashed(new Error("what the read left is not as it should be"));
}

async function* readChunks(path: string): AsyncGenerator<readonly Chunk[]> {
  let batch: Chunk[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const chunk = ChunkLine.safeParse(parse(line));
    if (!chunk.success) throw crashed(new Error("a passage is not as it should be"));
    batch.push(chunk.data);
    if (batch.length < chunksAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
