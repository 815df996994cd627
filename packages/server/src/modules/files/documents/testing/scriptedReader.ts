import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentReader, ReadDocument, ReadRequest } from "../../../../platform/documents/documentReader.ts";

export interface ScriptedReader extends DocumentReader {
  version: number;
  /** The reads so far, oldest first, with the file's bytes as text. */
  readonly reads: { name: string; text: string }[];
  /** The chosen encoding of each read. */
  readonly encodings: (string | null)[];
  /** Changes the text, as a newer reader does; null: nothing. */
  transform: ((text: string) => string) | null;
  /** Runs before each read. If it throws, the read fails with that error. Tests replace this function. */
  beforeRead: (request: ReadRequest, text: string) => Promise<void>;
}

/** Creates a fake document reader that treats the bytes as text, and each line as a content item and a chunk. */
export function createScriptedReader(): ScriptedReader {
  const reader: ScriptedReader = {
    version: 1,
    reads: [],
    encodings: [],
    transform: null,
    beforeRead: async () => undefined,
    prepare: () => undefined,
    close: () => undefined,
    async read(request) {
      request.signal.throwIfAborted();
      const text = await readFile(request.path, "utf8");
      reader.reads.push({ name: request.name, text });
      reader.encodings.push(request.encoding ?? null);
      await reader.beforeRead(request, text);
      request.signal.throwIfAborted();
      return toReadDocument(reader.transform?.(text) ?? text, reader.version);
    },
  };
  return reader;
}

async function toReadDocument(text: string, version: number): Promise<ReadDocument> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-scripted-"));
  const contentPath = join(folder, "content.json");
  const lines = text.split("\n");
  const content = lines.map((line, index) => ({
    content: line,
    tokens: line.length,
    location: { line: index + 1 },
    canSplit: true,
  }));
  await writeFile(contentPath, JSON.stringify({ version, totalItems: lines.length, content }));
  return {
    kind: "text",
    image: null,
    notes: [],
    text: {
      contentPath,
      totalItems: lines.length,
      totalTokens: text.length,
      language: "en",
      locationProperties: ["line"],
      props: { title: "NUL \0 and half of a pair \ud800" },
      async *chunks() {
        for (const [index, line] of lines.entries()) {
          const chunk = { content: line, headings: "", tokens: line.length, charIndex: index, language: "simple" };
          yield [{ ...chunk, locations: [{ line: index + 1 }], originalIndexes: [index] }];
        }
      },
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
