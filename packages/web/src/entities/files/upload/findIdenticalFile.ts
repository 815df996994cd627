import { type FileRecord, queryFiles } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { isMadeUnique, splitName } from "./checkFile.ts";
import { computeHashInWorker } from "./computeHashInWorker.ts";

/**
 * Finds the person's own file with the same bytes and this name, or the one that it got because another file of a message
 * had this name, so that it need not be uploaded again. Computes a hash only if one has such a name and the same size.
 * Null: there is none, or the server could not be asked.
 */
export async function findIdenticalFile(name: string, bytes: Blob, signal: AbortSignal): Promise<FileRecord | null> {
  const isCandidate = (file: FileRecord) =>
    (file.name === name || isMadeUnique(file.name, name)) &&
    file.size === bytes.size &&
    file.state !== "failed" &&
    file.state !== "uploading";
  let sha256: string | null = null;
  try {
    // Files whose names go on after the stem could fill the page without the file that has exactly this name.
    for (const prefix of [name, splitName(name).stem]) {
      // Sorted by name, so that files whose names only contain this one, or go on after it, do not fill the page.
      const namePrefix = prefix.slice(0, maxQueryCharacters);
      const query = { namePrefix, sortIndex: "name", forwardScan: true } as const;
      const { items } = await call(queryFiles, query, { signal });
      if (!items.some(isCandidate)) continue;
      sha256 ??= await computeHashInWorker(bytes, "sha256", signal);
      if (sha256 === null) return null;
      const { items: identicalFiles } = await call(queryFiles, { ...query, sha256 }, { signal });
      const identicalFile = identicalFiles.find(isCandidate);
      if (identicalFile) return identicalFile;
    }
    return null;
  } catch {
    return null; // The upload itself reports what is wrong.
  }
}

const maxQueryCharacters = 200;
