import { type FileRecord, queryFiles } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { computeHashInWorker } from "./computeHashInWorker.ts";

/**
 * Finds the person's own file with this name and the same bytes, so that it need not be uploaded again. Computes a hash
 * only if one has the same name and size. Null: there is none, or the server could not be asked.
 */
export async function findIdenticalFile(name: string, bytes: Blob, signal: AbortSignal): Promise<FileRecord | null> {
  try {
    const isCandidate = (file: FileRecord) =>
      file.name === name && file.size === bytes.size && file.state !== "failed" && file.state !== "uploading";
    // Sorted by name, so that files whose names only contain this one, or go on after it, do not fill the page.
    const query = { namePrefix: name.slice(0, maxQueryCharacters), sortIndex: "name", forwardScan: true } as const;
    const { items } = await call(queryFiles, query, { signal });
    if (!items.some(isCandidate)) return null;
    const sha256 = await computeHashInWorker(bytes, "sha256", signal);
    if (sha256 === null) return null;
    const { items: identicalFiles } = await call(queryFiles, { ...query, sha256 }, { signal });
    return identicalFiles.find(isCandidate) ?? null;
  } catch {
    return null; // The upload itself reports what is wrong.
  }
}

const maxQueryCharacters = 200;
