import { Unzip, UnzipInflate } from "fflate";
import { ImportRefused, type ParsedImport } from "./importTypes.ts";
import { joinLists, parseImport } from "./parseImport.ts";

/** What a file may be at most, in bytes: a browser holds its text, and what is made of it. */
export interface ImportLimits {
  fileBytes: number;
  jsonBytes: number;
  /** Files in an archive. */
  entries: number;
}

export const importLimits: ImportLimits = { fileBytes: 1_000_000_000, jsonBytes: 400_000_000, entries: 100_000 };

const damagedJson = "This file could not be read: it is damaged, or was not written to its end.";
const tooLarge = "This file is too large to be imported in a browser.";
const nothingInside = "There are no conversations in this archive. Choose the file as you were given it.";

/** Reads a file that was chosen: JSON, or an archive with a `conversations.json`. Throws `ImportRefused`. */
export async function readImportFile(
  file: Blob,
  now: Date,
  limits: ImportLimits = importLimits,
): Promise<ParsedImport> {
  if (file.size > limits.fileBytes) throw new ImportRefused(tooLarge);
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isArchive = start[0] === 0x50 && start[1] === 0x4b;
  if (!isArchive && file.size > limits.jsonBytes) throw new ImportRefused(tooLarge);
  const texts = isArchive ? await unpack(file, limits) : [await file.text()];
  if (texts.length === 0) throw new ImportRefused(nothingInside);
  return parseImport(joinLists(texts.map(parseJson)), now);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ImportRefused(damagedJson);
  }
}

/** `conversations.json`, or its numbered parts, wherever in the archive it is. */
const wanted = /(?:^|\/)(?:conversations(?:-\d+)?|chatbot_ui_history[^/]*)\.json$/i;
const bytesAtOnce = 1_048_576;

/** The texts of an archive's files of conversations. It is read piece by piece: what inflates without end is noticed on the way. */
async function unpack(file: Blob, limits: ImportLimits): Promise<string[]> {
  const found: { name: string; pieces: string[] }[] = [];
  let entries = 0;
  let bytes = 0;
  let failure: Error | null = null;
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > limits.entries) failure ??= new ImportRefused(tooLarge);
    if (failure || !wanted.test(entry.name)) return;
    const decoder = new TextDecoder();
    const text = { name: entry.name, pieces: [] as string[] };
    found.push(text);
    entry.ondata = (error, data, isLast) => {
      if (error) failure ??= new ImportRefused(damagedJson);
      bytes += data?.length ?? 0;
      if (bytes > limits.jsonBytes) failure ??= new ImportRefused(tooLarge);
      if (failure) return entry.terminate();
      text.pieces.push(decoder.decode(data, { stream: !isLast }));
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < file.size && !failure; from += bytesAtOnce) {
    const piece = new Uint8Array(await file.slice(from, from + bytesAtOnce).arrayBuffer());
    try {
      unzip.push(piece, from + bytesAtOnce >= file.size);
    } catch {
      failure ??= new ImportRefused(damagedJson);
    }
  }
  if (failure) throw failure;
  return found.sort((a, b) => a.name.localeCompare(b.name)).map(({ pieces }) => pieces.join(""));
}
