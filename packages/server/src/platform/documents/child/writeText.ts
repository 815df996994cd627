import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ContentItem, JsonObject } from "@lectern/contract";
import { loadTokenizer } from "../../tokenCounter.ts";
import type { ReadTask } from "../childMessages.ts";
import { chunkContent } from "../chunking/chunkContent.ts";
import { detectLanguage } from "../chunking/detectLanguage.ts";
import type { Chunk } from "../documentReader.ts";
import { outputFileNames } from "../outputFileNames.ts";
import type { ReadSummary } from "../readInSandbox.ts";
import type { UncountedItem } from "./itemCollector.ts";

/** Maximum length of the sample for language detection, in characters. */
const maxSampleLength = 20_000;

/** Counts the tokens of the items, chunks them, and writes the items and the chunks to files. Returns the summary. */
export async function writeText(
  task: ReadTask,
  uncountedItems: readonly UncountedItem[],
  props: JsonObject,
  onProgress: (percent: number) => void,
): Promise<NonNullable<ReadSummary["text"]>> {
  const countTokens = await loadTokenizer();
  let totalTokens = 0;
  const items = uncountedItems.map((item, index): ContentItem => {
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
  await writeLines(join(task.folder, outputFileNames.content), generateContentJson(documentHead, items));
  onProgress(88);
  const { iso } = detectLanguage(sampleText(items));
  await writeLines(join(task.folder, outputFileNames.chunks), generateChunkLines(chunkContent(items, countTokens)));
  return { totalItems: items.length, totalTokens, language: iso, locationProperties, props };
}

function* generateContentJson(documentHead: object, items: readonly ContentItem[]): Generator<string> {
  yield `${JSON.stringify(documentHead).slice(0, -1)},"content":[`;
  for (const [index, item] of items.entries()) yield (index === 0 ? "" : ",\n") + JSON.stringify(item);
  yield "]}";
}

function* generateChunkLines(chunks: Iterable<Chunk>): Generator<string> {
  for (const chunk of chunks) yield `${JSON.stringify(chunk)}\n`;
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 }));
}

/**
 * Samples items at equal intervals until the sample is full, because a document may begin with a licence in another
 * language.
 */
function sampleText(items: readonly ContentItem[]): string {
  const step = Math.max(1, Math.floor(items.length / 200));
  let sample = "";
  for (let index = 0; index < items.length && sample.length < maxSampleLength; index += step)
    sample += `${items[index]?.content.slice(0, 500)}\n`;
  return sample.slice(0, maxSampleLength);
}
