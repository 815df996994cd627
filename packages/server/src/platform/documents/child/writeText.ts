import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JsonObject } from "@lectern/contract";
import { loadTokenizer } from "../../tokenCounter.ts";
import type { ReadTask } from "../childMessages.ts";
import { type ChunkableItem, chunkContent } from "../chunking/chunkContent.ts";
import { detectDocumentLanguage } from "../chunking/detectDocumentLanguage.ts";
import { documentLimits } from "../documentLimits.ts";
import type { Chunk } from "../documentReader.ts";
import { outputFileNames } from "../outputFileNames.ts";
import { createTooLargeError } from "../readFailures.ts";
import type { ReadSummary } from "../readInSandbox.ts";
import type { UncountedItem } from "./itemCollector.ts";

/**
 * Counts the tokens of the items, chunks them, and writes the items and the chunks to files. Returns the summary. Throws
 * `DocumentReadError` if the items with their locations exceed `documentLimits.contentBytes`.
 */
export async function writeText(
  task: ReadTask,
  uncountedItems: readonly UncountedItem[],
  props: JsonObject,
  onProgress: (percent: number) => void,
): Promise<NonNullable<ReadSummary["text"]>> {
  const countTokens = await loadTokenizer();
  let totalTokens = 0;
  const items = uncountedItems.map((item, index): ChunkableItem => {
    const tokens = countTokens(item.content);
    totalTokens += tokens;
    if (index % 500 === 0) onProgress(70 + (index * 15) / uncountedItems.length);
    return { ...item, tokens };
  });
  onProgress(85);
  const locationProperties = [...new Set(items.flatMap((item) => Object.keys(item.location)))];
  const documentHead = {
    name: task.name,
    totalItems: items.length,
    locationProperties,
    createdAt: new Date().toISOString(),
    totalTokens,
    tags: [],
    props,
  };
  await writeLines(join(task.folder, outputFileNames.content), limitBytes(generateContentJson(documentHead, items)));
  onProgress(88);
  const { iso } = detectDocumentLanguage(items);
  await writeLines(join(task.folder, outputFileNames.chunks), generateChunkLines(chunkContent(items, countTokens)));
  return { totalItems: items.length, totalTokens, language: iso, locationProperties, props };
}

/** Loads what the first text waits for. */
export async function warmUpText(): Promise<void> {
  (await loadTokenizer())("A text.");
  detectDocumentLanguage([{ content: "A text in some language." }]);
}

function* generateContentJson(documentHead: object, items: readonly ChunkableItem[]): Generator<string> {
  yield `${JSON.stringify(documentHead).slice(0, -1)},"content":[`;
  // The headings are only for the chunks.
  for (const [index, { headings: _, ...item }] of items.entries())
    yield (index === 0 ? "" : ",\n") + JSON.stringify(item);
  yield "]}";
}

function* limitBytes(lines: Iterable<string>): Generator<string> {
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line);
    if (bytes > documentLimits.contentBytes)
      throw createTooLargeError(`${documentLimits.contentBytes / 1_000_000} MB of text with its headings`);
    yield line;
  }
}

function* generateChunkLines(chunks: Iterable<Chunk>): Generator<string> {
  for (const chunk of chunks) yield `${JSON.stringify(chunk)}\n`;
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 }));
}
