import { randomBytes } from "node:crypto";
import type { Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getPseudonym } from "./pseudonyms.ts";
import { anonymizeRecords, listGroupsWithRecords } from "./recording/repository.ts";

/**
 * Makes the records of an erased person anonymous, also those of local conversations. In each group, a random number
 * takes the place of the pseudonym, so that the number of its users stays the same.
 */
export async function eraseAnalysis(platform: Pick<Platform, "db" | "secrets">, personId: string): Promise<boolean> {
  for (const groupId of await listGroupsWithRecords(platform.db)) {
    const pseudonym = getPseudonym(platform, groupId, personId);
    const newPseudonym = randomBytes(8).readBigInt64BE().toString();
    await transaction(platform.db, (tx) => anonymizeRecords(tx, { groupId, pseudonym, newPseudonym }));
  }
  return true;
}
