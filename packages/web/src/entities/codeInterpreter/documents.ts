import { type Conversation, downloadFile, getBranch, parseDataSources } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import type { PooledInterpreter } from "./interpreterPool.ts";

/** A larger document would fill the memory of the interpreter. */
const maxDocumentBytes = 100_000_000;
const filePrefix = "s3://";

interface ChatDocument {
  key: string;
  name: string;
}

/** Lists the files that are attached to the messages up to this one. Each has another name. */
export function listDocuments({ messages }: Pick<Conversation, "messages">, messageId: string): ChatDocument[] {
  const sources = getBranch(messages, messageId).flatMap(({ data }) => parseDataSources(data));
  const byKey = new Map<string, ChatDocument>();
  const names = new Set<string>();
  for (const { id, name } of sources) {
    const key = id.slice(filePrefix.length);
    if (!id.startsWith(filePrefix) || byKey.has(key)) continue;
    const uniqueName = makeUnique(toFileName(name ?? ""), names);
    names.add(uniqueName);
    byKey.set(key, { key, name: uniqueName });
  }
  return [...byKey.values()];
}

/** A name is no path, so that a file is in the working folder itself. */
const toFileName = (name: string) => name.replace(/[\\/\0]/g, "_").trim() || "document";

function makeUnique(name: string, names: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let unique = name;
  for (let number = 2; names.has(unique); number += 1) unique = `${stem} (${number})${extension}`;
  return unique;
}

/**
 * Writes the documents into the working folder of the interpreter, each once. Returns what the model has to know: the names
 * of the new ones, and which could not be read.
 */
export async function writeDocuments(
  { interpreter, documents }: PooledInterpreter,
  list: readonly ChatDocument[],
  signal: AbortSignal,
): Promise<string[]> {
  const written: string[] = [];
  const failed: string[] = [];
  for (const { key, name } of list) {
    if (documents.get(key) === null) continue;
    signal.throwIfAborted();
    const problem = await writeDocument(interpreter, { key, name }, signal);
    if (problem === null) written.push(name);
    else failed.push(`${name} (${problem})`);
    documents.set(key, problem);
  }
  return [
    ...(written.length > 0 ? [`Documents in the working folder: ${written.join(", ")}`] : []),
    ...(failed.length > 0 ? [`Documents that could not be read: ${failed.join(", ")}`] : []),
  ];
}

async function writeDocument(
  interpreter: PooledInterpreter["interpreter"],
  { key, name }: ChatDocument,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { downloadUrl } = await call(downloadFile, { key, fileName: name }, { signal });
    const response = await fetch(downloadUrl, { signal });
    if (!response.ok) return `status ${response.status}`;
    if (Number(response.headers.get("content-length") ?? 0) > maxDocumentBytes) return "too large";
    await interpreter.writeFile(name, new Uint8Array(await response.arrayBuffer()));
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : "could not be downloaded";
  }
}
