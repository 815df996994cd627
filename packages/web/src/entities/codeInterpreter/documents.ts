import { downloadFile, parseDataSourceId, type WorkingFile } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { pythonLimits } from "../../ui/python/pythonMessages.ts";
import type { PooledInterpreter } from "./interpreterPool.ts";
import { modelTexts } from "./modelTexts.ts";

/**
 * Writes the documents of a chat into the working folder of the interpreter, each once. Returns what the model has to know:
 * the names of the new ones, and which could not be read. Rejects only if the signal aborts.
 */
export async function writeDocuments(
  { interpreter, documents }: PooledInterpreter,
  files: readonly WorkingFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const written: string[] = [];
  const failed: string[] = [];
  for (const file of files) {
    const { name, source } = file;
    if (documents.has(source.id)) continue;
    try {
      await interpreter.writeFile(name, await readDocument(file, signal));
      documents.add(source.id);
      written.push(name);
    } catch (error) {
      signal.throwIfAborted();
      failed.push(`${name} (${error instanceof Error ? error.message : "could not be downloaded"})`);
    }
  }
  return [
    ...(written.length > 0 ? [modelTexts.documents(written.join(", "))] : []),
    ...(failed.length > 0 ? [modelTexts.unreadDocuments(failed.join(", "))] : []),
  ];
}

async function readDocument({ name, source }: WorkingFile, signal: AbortSignal): Promise<Uint8Array> {
  const ref = parseDataSourceId(source.id);
  if (ref?.kind === "inline") return new TextEncoder().encode(source.raw ?? "");
  if (ref?.kind !== "file") throw new Error("is no file");
  const { downloadUrl } = await call(downloadFile, { key: ref.key, fileName: name }, { signal });
  const response = await fetch(downloadUrl, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (Number(response.headers.get("content-length") ?? 0) > pythonLimits.fileBytes) {
    // The interpreter would not take it.
    await response.body?.cancel();
    throw new Error("is too large");
  }
  return new Uint8Array(await response.arrayBuffer());
}
