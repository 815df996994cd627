import { createReadStream } from "node:fs";
import { copyFile, lstat, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Config } from "../../config.ts";
import type { Log } from "../log.ts";
import { ChunkLine, type ReadTask } from "./childMessages.ts";
import { createWarmReader, type WarmProcess } from "./createWarmReader.ts";
import { documentLimits } from "./documentLimits.ts";
import type { Chunk, DocumentReader, ReadDocument, ReadRequest } from "./documentReader.ts";
import { extractionVersion } from "./extractionVersion.ts";
import { getMemoryLimit } from "./memoryLimit.ts";
import { requireOcrLanguages } from "./ocrLanguages.ts";
import { outputFileNames } from "./outputFileNames.ts";
import { createCrashedError } from "./readFailures.ts";
import { readInSandbox } from "./readInSandbox.ts";
import { createReadingFolder, getReadingFoldersRoot, removeAbandonedFolders } from "./readingFolder.ts";

type ReaderConfig = Pick<Config, "dataDir" | "extraction">;

const chunkBatchSize = 100;
/** Larger files are not copied to a waiting process; its start is a small part of their time. */
const maxWarmFileBytes = 16_000_000;
const copyName = "original";
/** Maximum sizes of the files that the sandboxed process writes. */
const maxOutputBytes = { content: documentLimits.contentBytes, chunks: 400_000_000, preview: 20_000_000 };

/**
 * Creates a reader that reads each document in a sandboxed process. Throws `OcrLanguageMissingError` if OCR is enabled
 * and the data of a configured language is not installed.
 */
export function createDocumentReader(
  { dataDir, extraction }: ReaderConfig,
  log: Log,
  readTask: typeof readInSandbox = readInSandbox,
): DocumentReader {
  const root = getReadingFoldersRoot(dataDir);
  const maxMemoryBytes = extraction.memoryMb * 1_048_576;
  const ocrLanguages = extraction.ocrLanguages === null ? null : requireOcrLanguages(extraction.ocrLanguages);
  const cleanupPromise = removeAbandonedFolders(root).catch((error: unknown) =>
    log.warn({ err: error }, "folders of earlier reads could not be removed"),
  );
  const warmReader = readTask === readInSandbox ? createWarmReader(root, maxMemoryBytes) : null;
  return {
    version: extractionVersion,
    prepare: () => warmReader?.prepare(),
    close: () => warmReader?.close(),
    async read(request) {
      request.signal.throwIfAborted();
      await cleanupPromise;
      const { size } = await stat(request.path);
      const usesWarmProcess = size <= maxWarmFileBytes && request.isBackground !== true;
      const warmProcess = usesWarmProcess ? (warmReader?.take() ?? null) : null;
      // Another file often follows.
      if (warmProcess) warmReader?.prepare();
      const folder = warmProcess?.folder ?? (await createReadingFolder(root));
      const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
      const task: ReadTask = {
        path: resolve(warmProcess ? join(folder, copyName) : request.path),
        name: request.name,
        kind: request.kind,
        encoding: request.encoding ?? null,
        folder: resolve(folder),
        memoryBytes: getMemoryLimit(size, { usesOcr: ocrLanguages !== null, maxBytes: maxMemoryBytes }),
        maxMemoryBytes,
        timeoutMs: extraction.timeoutMs,
        ocrLanguages,
      };
      try {
        // A link would let the process change the original.
        if (warmProcess) await copyFile(request.path, task.path);
        return await runTask(readTask, task, { ...request, warmProcess }, log, dispose);
      } catch (error) {
        warmProcess?.child.kill("SIGKILL");
        await dispose();
        throw error;
      }
    },
  };
}

async function runTask(
  readTask: typeof readInSandbox,
  task: ReadTask,
  { signal, onProgress, warmProcess }: ReadRequest & { warmProcess: WarmProcess | null },
  log: Log,
  dispose: () => Promise<void>,
): Promise<ReadDocument> {
  const startedAt = performance.now();
  const summary = await readTask(task, {
    signal,
    onProgress,
    warmProcess,
    onFailure: (details) =>
      log.info({ ...details, ms: Math.round(performance.now() - startedAt) }, "document not read"),
  });
  const { kind, text, image, notes } = summary;
  const contentPath = join(task.folder, outputFileNames.content);
  const chunksPath = join(task.folder, outputFileNames.chunks);
  const previewPath = join(task.folder, outputFileNames.preview);
  if (text)
    await Promise.all([
      checkOutputFile(contentPath, maxOutputBytes.content),
      checkOutputFile(chunksPath, maxOutputBytes.chunks),
    ]);
  if (image) await checkOutputFile(previewPath, maxOutputBytes.preview);
  onProgress(100);
  return {
    kind,
    text: text && { ...text, contentPath, chunks: () => readChunks(chunksPath) },
    image: image && { ...image, previewPath },
    notes,
    dispose,
  };
}

/** Throws `DocumentReadError` if a file that the child reported is missing, not a regular file, or too large. */
async function checkOutputFile(path: string, maxBytes: number): Promise<void> {
  // Use `lstat`, because the child could have created a link to another file.
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile() || stats.size > maxBytes)
    throw createCrashedError(new Error("an output file is missing or too large"));
}

async function* readChunks(path: string): AsyncGenerator<readonly Chunk[]> {
  let batch: Chunk[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const chunk = ChunkLine.safeParse(parseJsonOrNull(line));
    if (!chunk.success) throw createCrashedError(new Error("a chunk is malformed"));
    batch.push(chunk.data);
    if (batch.length < chunkBatchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function parseJsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
