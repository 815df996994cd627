import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentItem, ExtractionNote, FileKind, JsonObject } from "@lectern/contract";
import { createLog } from "../../log.ts";
import { createDocumentReader } from "../createDocumentReader.ts";
import type { Chunk, DocumentReader, ReadImage } from "../documentReader.ts";
import { createReusableReader } from "./createReusableReader.ts";

export interface TestRead {
  kind: FileKind;
  items: ContentItem[];
  chunks: Chunk[];
  notes: ExtractionNote[];
  language: string | null;
  props: JsonObject;
  image: ReadImage | null;
  /** The bytes of the preview. */
  preview: Buffer | null;
  progress: number[];
}

interface TestReader {
  /** The reader for a server under test. */
  readonly documents: DocumentReader;
  /** Reads bytes under a name. Throws `DocumentReadError`. */
  read(name: string, content: string | Uint8Array, signal?: AbortSignal, encoding?: string): Promise<TestRead>;
  readPath(path: string, name: string, signal?: AbortSignal): Promise<TestRead>;
  readonly folder: string;
  close(): Promise<void>;
}

interface TestReaderOptions {
  memoryMb?: number;
  timeoutMs?: number;
  ocrLanguages?: readonly string[] | null;
  /**
   * True: each document is read in a new process, as in the server. False: one process reads them all, which is much
   * faster.
   */
  isolatesReads?: boolean;
}

/** Creates the real reader with a temporary folder. The caller must call `close`. */
export async function openTestReader({
  memoryMb = 1_024,
  timeoutMs = 50_000,
  ocrLanguages = null,
  isolatesReads = false,
}: TestReaderOptions = {}): Promise<TestReader> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-documents-"));
  const reusableReader = isolatesReads ? null : createReusableReader(folder, memoryMb * 1_048_576);
  const config = { dataDir: folder, extraction: { memoryMb, timeoutMs, ocrLanguages } };
  const reader = createDocumentReader(config, createLog("silent"), reusableReader?.read);
  const readPath = async (
    path: string,
    name: string,
    signal = new AbortController().signal,
    encoding: string | null = null,
  ): Promise<TestRead> => {
    const progress: number[] = [];
    const document = await reader.read({
      path,
      name,
      kind: null,
      encoding,
      signal,
      onProgress: (percent) => progress.push(percent),
    });
    try {
      const { kind, text, image, notes } = document;
      const chunks: Chunk[] = [];
      if (text) for await (const batch of text.chunks()) chunks.push(...batch);
      const content = text ? JSON.parse(await readFile(text.contentPath, "utf8")) : { content: [], props: {} };
      return {
        kind,
        items: content.content,
        props: content.props,
        chunks,
        notes,
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
  const documents: DocumentReader = {
    version: reader.version,
    prepare: () => undefined,
    close: () => undefined,
    async read(request) {
      // The shared process can read only its own folder.
      const path = join(folder, `original-${count++}`);
      await copyFile(request.path, path);
      return reader.read({ ...request, path });
    },
  };
  return {
    documents,
    folder,
    readPath,
    async read(name, content, signal, encoding) {
      const path = join(folder, `original-${count++}`);
      await writeFile(path, content);
      return readPath(path, name, signal, encoding);
    },
    async close() {
      reusableReader?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
