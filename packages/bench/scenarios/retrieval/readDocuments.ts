import { fileTypeOf } from "@lectern/contract";
import type { Config } from "../../../server/src/config.ts";
import { writeChunks } from "../../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { createDocumentReader } from "../../../server/src/platform/documents/createDocumentReader.ts";
import type { Log } from "../../../server/src/platform/log.ts";
import type { CorpusFile } from "./corpus.ts";

/**
 * Reads documents as the server does and indexes their chunks. The file name becomes the document's id. Returns the
 * number of passages, and a problem for each document that has no text or cannot be read.
 */
export async function readDocuments(
  { config, db, log }: { config: Config; db: Db; log: Log },
  documents: readonly CorpusFile[],
  progress: (line: string) => void,
): Promise<{ passages: number; problems: string[] }> {
  const reader = createDocumentReader(config, log);
  const problems: string[] = [];
  let passageCount = 0;
  for (const { file, mediaType, path } of documents) {
    progress(file);
    const kind = fileTypeOf(file, mediaType)?.kind ?? null;
    const now = new Date();
    await db
      .insertInto("documents")
      .values({ id: file, kind: kind ?? "text", size: 1, state: "ready", created_at: now, state_changed_at: now })
      .execute();
    try {
      const readResult = await reader.read({
        path,
        name: file,
        kind,
        signal: AbortSignal.timeout(300_000),
        onProgress() {},
      });
      if (readResult.text) passageCount += await writeChunks(db, file, readResult.text.chunks());
      else problems.push(`${file}: no text in it`);
      await readResult.dispose();
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { passages: passageCount, problems };
}
