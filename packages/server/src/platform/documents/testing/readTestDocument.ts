import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentItem, FileKind, JsonObject } from "@lectern/contract";
import { createLog } from "../../log.ts";
import { createDocumentReader } from "../createDocumentReader.ts";
import type { Chunk, ReadImage } from "../documentReader.ts";
import { createReusableReader } from "./createReusableReader.ts";

export interface TestRead {
  kind: FileKind;
  items: ContentItem[];
  chunks: Chunk[];
  language: string | null;
  props: JsonObject;
  image: ReadImage | null;
  /** Of the preview. */
  preview: Buffer | null;
  progress: number[];
}

interface TestReader {
  /** Reads bytes under a name. Throws `DocumentReadError`. */
  read(name: string, content: string | Uint8Array, signal?: AbortSignal): Promise<TestRead>;
  readPath(path: string, name: string, signal?: AbortSignal): Promise<TestRead>;
  readonly folder: string;
  close(): Promise<void>;
}

interface TestReaderOptions {
  memoryMb?: number;
  timeoutMs?: number;
  ocrLanguages?: readonly string[] | null;
  /**
   * Each document in a process of its own, as the server does; else one process reads them all, which is much quicker.
   */
  isEachAlone?: boolean;
}

/** The real reader on a folder of its own. `close` must follow. */
export async function openTestReader({
  memoryMb = 1_024,
  timeoutMs = 50_000,
  ocrLanguages = null,
  isEachAlone = false,
}: TestReaderOptions = {}): Promise<TestReader> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-documents-"));
  const shared = isEachAlone ? null : createReusableReader(folder, memoryMb * 1_048_576);
  const config = { dataDir: folder, extraction: { memoryMb, timeoutMs, ocrLanguages } };
  const reader = createDocumentReader(config, createLog("silent"), shared?.read);
  const readPath = async (path: string, name: string, signal = new AbortController().signal): Promise<TestRead> => {
    const progress: number[] = [];
    const document = await reader.read({
      path,
      name,
      kind: null,
      signal,
      onProgress: (percent) => progress.push(percent),
    });
    try {
      const { kind, text, image } = document;
      const chunks: Chunk[] = [];
      if (text) for await (const batch of text.chunks()) chunks.push(...batch);
      const content = text ? JSON.parse(await readFile(text.contentPath, "utf8")) : { content: [], props: {} };
      return {
        kind,
        items: content.content,
        props: content.props,
        chunks,
        language: text?.language ?? null,
        image,
        preview: image ? await readFile(image.previewPath) : null,
        progress,
      };
    } finally {
      await document.dispose();
    }
  };
  let count = 0;
  return {
    folder,
    readPath,
    async read(name, content, signal) {
      const path = join(folder, `original-${count++}`);
      await writeFile(path, content);
      return readPath(path, name, signal);
    },
    async close() {
      shared?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
