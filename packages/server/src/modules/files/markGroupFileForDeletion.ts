import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { Scope } from "../access/service.ts";
import { findUsesOfFiles, markGroupFileForDeletion as markFile } from "./repository.ts";

/**
 * Marks a file of a group as being deleted, so that no assistant can be saved with it any more. Does nothing for other
 * files. Throws `conflict` if a stored version of an assistant has the file.
 */
export async function markGroupFileForDeletion(
  { db, clock }: Pick<Platform, "db" | "clock">,
  scope: Scope<"file">,
  id: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const groupId = await markFile(tx, scope, id, clock.now());
    if (groupId === undefined) return;
    // A statement of its own: it sees the versions that were being saved while the one before waited for the file's row.
    const uses = (await findUsesOfFiles(tx, groupId, [id])).get(id) ?? [];
    if (uses.length > 0) throw createFileUsedError(uses);
  });
}

const maxNames = 5;

/** Whoever may delete a file of a group may read all of its assistants, so they can be named. */
function createFileUsedError(uses: readonly { name: string }[]): AppError {
  const names = uses.slice(0, maxNames).map(({ name }) => `“${name}”`);
  const list = [...names, ...(uses.length > maxNames ? ["…"] : [])].join(", ");
  return new AppError("conflict", {
    userMessage: `This file can’t be deleted because it is used by the current or an earlier version of ${list}.`,
  });
}
