import { isDeepStrictEqual } from "node:util";
import type { AssistantContent } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { findVersion } from "../listing/definitionRepository.ts";
import type { AssistantSummaryRow } from "../listing/repository.ts";

export interface VersionToSave {
  content: AssistantContent;
  /** Undefined: unchanged. */
  isPublished: boolean | undefined;
  /** The version that the author has edited; undefined: the author knows the newest one. */
  baseVersion?: number | undefined;
  /** True if the same call may have been made before, which then must not store another version. */
  isRepeatable?: boolean;
}

/**
 * Returns true if the newest version is what would be saved, so that nothing needs to be stored: the response to an
 * earlier request may have been lost. Throws `conflict` if the newest version differs and is not the one that the author
 * has edited. The assistant's row is locked.
 */
export async function isAlreadySaved(
  tx: DbTransaction,
  row: AssistantSummaryRow,
  { content, isPublished = row.isPublished, baseVersion = row.version, isRepeatable = false }: VersionToSave,
): Promise<boolean> {
  const isBehind = baseVersion < row.version;
  if (!isBehind && !isRepeatable) return false;
  const newest = await findVersion(tx, row.id, row.version);
  if (isPublished === row.isPublished && isDeepStrictEqual(newest?.content, content)) return true;
  if (!isBehind) return false;
  const savedBy = newest?.savedBy ? newest.savedBy.name || newest.savedBy.email : "Somebody";
  throw new AppError("conflict", {
    userMessage: `${savedBy} has saved version ${row.version} of this assistant since you opened version ${baseVersion}. Please look at the newer version before you save yours.`,
  });
}
