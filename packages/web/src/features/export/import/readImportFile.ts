import { t } from "@lingui/core/macro";
import { Unzip, type UnzipDecoder, UnzipInflate } from "fflate";
import { ImportError, type ParsedImport, type SkippedItem } from "./importTypes.ts";
import { createLeftOutCounter } from "./leftOut.ts";
import { mergeImports, parseImport } from "./parseImport.ts";

export interface ImportLimits {
  /** The limit for archives is high: an archive consists mostly of media, and is never in memory as a whole. */
  maxFileBytes: number;
  /**
   * The limit for a JSON file, or for all conversation files of an archive together: the text and the values parsed
   * from it must fit in memory.
   */
  maxJsonBytes: number;
  /** The maximum number of files in an archive. */
  maxEntries: number;
}

export const importLimits: ImportLimits = {
  maxFileBytes: 20_000_000_000,
  maxJsonBytes: 400_000_000,
  maxEntries: 100_000,
};

const getDamagedText = () => t`This file couldn’t be read because it is damaged or incomplete.`;
const getTooLargeText = () => t`This file is too large to import in a browser.`;
const getNoConversationsText = () =>
  t`This archive contains no chats. Choose the export file exactly as you downloaded it.`;

/** Reads a JSON file or a ZIP archive with conversation files. Throws `ImportError`. */
export async function readImportFile(
  file: Blob,
  now: Date,
  limits: ImportLimits = importLimits,
): Promise<ParsedImport> {
  if (file.size > limits.maxFileBytes) throw new ImportError(getTooLargeText());
  const leadingBytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isArchive = leadingBytes[0] === 0x50 && leadingBytes[1] === 0x4b;
  if (!isArchive && file.size > limits.maxJsonBytes) throw new ImportError(getTooLargeText());
  const { parts, otherFileCount } = isArchive
    ? await unzipTexts(file, limits)
    : { parts: [{ name: "", text: await file.text() }], otherFileCount: 0 };
  const [firstPart] = parts;
  if (!firstPart) throw new ImportError(getNoConversationsText());
  const parsed = parts.length === 1 ? parseImport(parseJson(firstPart.text), now) : parseParts(parts, now);
  const leftOut = createLeftOutCounter();
  leftOut.addAll(parsed.leftOut);
  leftOut.add("otherFile", { count: otherFileCount });
  return { ...parsed, leftOut: leftOut.list() };
}

interface Part {
  name: string;
  text: string;
}

/**
 * Parses several files of one archive. Skips files that cannot be parsed. Throws `ImportError` if none can be parsed.
 */
function parseParts(parts: readonly Part[], now: Date): ParsedImport {
  const unreadableFiles: SkippedItem[] = [];
  const parsed = parts.flatMap(({ name, text }) => {
    try {
      return [parseImport(parseJson(text), now)];
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      unreadableFiles.push({ name, reason: error.message });
      return [];
    }
  });
  if (parsed.length === 0) throw new ImportError(unreadableFiles[0]?.reason ?? getDamagedText());
  return mergeImports(parsed, unreadableFiles);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ImportError(getDamagedText());
  }
}

/** Matches `conversations.json`, its numbered parts and our own export, in any folder of the archive. */
const conversationFilePattern = /(?:^|\/)(?:conversations(?:-\d+)?|chatbot_ui_history[^/]*)\.json$/i;
const chunkBytes = 1_048_576;

/** The supported compression methods of ZIP entries: stored and deflate. */
const supportedCompressions = new Set([0, 8]);

/** Inflates only conversation files and discards other data: fflate would buffer an entry that is never started. */
class SelectiveInflate implements UnzipDecoder {
  static compression = 8;
  ondata: UnzipDecoder["ondata"] = () => {};
  private readonly inflate: UnzipInflate | null;

  constructor(name: string) {
    this.inflate = conversationFilePattern.test(name) ? new UnzipInflate() : null;
    if (this.inflate) this.inflate.ondata = (...args) => this.ondata(...args);
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    this.inflate?.push(chunk, isLast);
  }
}

/**
 * Extracts the conversation files of an archive. Reads the archive in chunks, so that the limits apply during
 * decompression.
 */
async function unzipTexts(file: Blob, limits: ImportLimits): Promise<{ parts: Part[]; otherFileCount: number }> {
  const conversationFiles: { name: string; chunks: string[] }[] = [];
  let entryCount = 0;
  let otherFileCount = 0;
  let inflatedBytes = 0;
  let failure: Error | null = null;
  const unzip = new Unzip((entry) => {
    entryCount += 1;
    if (entryCount > limits.maxEntries) failure ??= new ImportError(getTooLargeText());
    if (failure) return;
    if (!conversationFilePattern.test(entry.name)) {
      if (!entry.name.endsWith("/")) otherFileCount += 1;
      entry.ondata = () => {};
      if (supportedCompressions.has(entry.compression)) entry.start();
      return;
    }
    const decoder = new TextDecoder();
    const part = { name: entry.name, chunks: [] as string[] };
    conversationFiles.push(part);
    entry.ondata = (error, data, isLast) => {
      if (error) failure ??= new ImportError(getDamagedText());
      inflatedBytes += data?.length ?? 0;
      if (inflatedBytes > limits.maxJsonBytes) failure ??= new ImportError(getTooLargeText());
      if (failure) return entry.terminate();
      part.chunks.push(decoder.decode(data, { stream: !isLast }));
    };
    entry.start();
  });
  unzip.register(SelectiveInflate);
  for (let from = 0; from < file.size && !failure; from += chunkBytes) {
    const chunk = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer());
    try {
      unzip.push(chunk, from + chunkBytes >= file.size);
    } catch {
      failure ??= new ImportError(getDamagedText());
    }
  }
  if (failure) throw failure;
  const parts = conversationFiles
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, chunks }) => ({ name, text: chunks.join("") }));
  return { parts, otherFileCount };
}
