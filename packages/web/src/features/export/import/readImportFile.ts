import { Unzip, type UnzipDecoder, UnzipInflate } from "fflate";
import { ImportError, type ParsedImport, type SkippedItem } from "./importTypes.ts";
import { mergeImports, parseImport } from "./parseImport.ts";

/** What a file may be at most, in bytes. */
export interface ImportLimits {
  /** Of an archive, which is never held as a whole: pictures and recordings make most of it. */
  maxFileBytes: number;
  /** A browser holds this text, and what is made of it. */
  maxJsonBytes: number;
  /** Files in an archive. */
  entries: number;
}

export const importLimits: ImportLimits = { maxFileBytes: 20_000_000_000, maxJsonBytes: 400_000_000, entries: 100_000 };

const damagedText = "This file could not be read because it is damaged or incomplete.";
const tooLargeText = "This file is too large to import in a browser.";
const noConversationsText = "There are no conversations in this archive. Choose the original file.";

/** Reads a file that was chosen: JSON, or an archive with a `conversations.json`. Throws `ImportError`. */
export async function readImportFile(
  file: Blob,
  now: Date,
  limits: ImportLimits = importLimits,
): Promise<ParsedImport> {
  if (file.size > limits.maxFileBytes) throw new ImportError(tooLargeText);
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isArchive = start[0] === 0x50 && start[1] === 0x4b;
  if (!isArchive && file.size > limits.maxJsonBytes) throw new ImportError(tooLargeText);
  const texts = isArchive ? await unzipTexts(file, limits) : [{ name: "", text: await file.text() }];
  const [first] = texts;
  if (!first) throw new ImportError(noConversationsText);
  return texts.length === 1 ? parseImport(parseJson(first.text), now) : parseParts(texts, now);
}

interface Part {
  name: string;
  text: string;
}

/** Several files of one archive. One that is damaged does not keep the others out, and is named. */
function parseParts(parts: readonly Part[], now: Date): ParsedImport {
  const refused: SkippedItem[] = [];
  const read = parts.flatMap(({ name, text }) => {
    try {
      return [parseImport(parseJson(text), now)];
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused.push({ name, reason: error.message });
      return [];
    }
  });
  if (read.length === 0) throw new ImportError(refused[0]?.reason ?? damagedText);
  return mergeImports(read, refused);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ImportError(damagedText);
  }
}

/** `conversations.json`, or its numbered parts, wherever in the archive it is. */
const wanted = /(?:^|\/)(?:conversations(?:-\d+)?|chatbot_ui_history[^/]*)\.json$/i;
const chunkBytes = 1_048_576;

/** The compressions of archives that browsers and products write: none, and deflate. */
const known = new Set([0, 8]);

/** Inflates what is wanted. The rest is let go of as it comes: an entry that nobody starts would be kept whole. */
class SelectiveInflate implements UnzipDecoder {
  static compression = 8;
  ondata: UnzipDecoder["ondata"] = () => {};
  private readonly inflate: UnzipInflate | null;

  constructor(name: string) {
    this.inflate = wanted.test(name) ? new UnzipInflate() : null;
    if (this.inflate) this.inflate.ondata = (...given) => this.ondata(...given);
  }

  push(piece: Uint8Array, isLast: boolean): void {
    this.inflate?.push(piece, isLast);
  }
}

/** The texts of an archive's files of conversations. It is read piece by piece: what inflates without end is noticed on the way. */
async function unzipTexts(file: Blob, limits: ImportLimits): Promise<Part[]> {
  const found: { name: string; pieces: string[] }[] = [];
  let entries = 0;
  let bytes = 0;
  let failure: Error | null = null;
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > limits.entries) failure ??= new ImportError(tooLargeText);
    if (failure) return;
    if (!wanted.test(entry.name)) {
      entry.ondata = () => {};
      if (known.has(entry.compression)) entry.start();
      return;
    }
    const decoder = new TextDecoder();
    const text = { name: entry.name, pieces: [] as string[] };
    found.push(text);
    entry.ondata = (error, data, isLast) => {
      if (error) failure ??= new ImportError(damagedText);
      bytes += data?.length ?? 0;
      if (bytes > limits.maxJsonBytes) failure ??= new ImportError(tooLargeText);
      if (failure) return entry.terminate();
      text.pieces.push(decoder.decode(data, { stream: !isLast }));
    };
    entry.start();
  });
  unzip.register(SelectiveInflate);
  for (let from = 0; from < file.size && !failure; from += chunkBytes) {
    const piece = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer());
    try {
      unzip.push(piece, from + chunkBytes >= file.size);
    } catch {
      failure ??= new ImportError(damagedText);
    }
  }
  if (failure) throw failure;
  return found
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, pieces }) => ({ name, text: pieces.join("") }));
}
