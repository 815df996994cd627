import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerIdOfAssistant, ownedBy } from "../../access/service.ts";
import type { AuditedPlatform } from "../../audit/service.ts";
import { deleteFile } from "../../files/service.ts";
import { claimUnattachedFile } from "../unusedFiles/repository.ts";

/**
 * Removes copies of files that were made for an assistant which could not be saved, unless another assistant of the
 * owner has been saved with them in the meantime. Never rejects, because the caller has an error to report.
 */
export async function removeCopies(
  platform: AuditedPlatform,
  owner: { ownerId: string },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    const scope = ownedBy(getOwnerIdOfAssistant(owner), "file");
    for (const key of keys) {
      if (await transaction(platform.db, (tx) => claimUnattachedFile(tx, key, platform.clock.now())))
        await deleteFile(platform, scope, key);
    }
  } catch (error) {
    platform.log.warn({ err: error, keys }, "copies of files for an assistant that was not saved could not be removed");
  }
}
