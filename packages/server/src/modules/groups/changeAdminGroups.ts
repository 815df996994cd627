import type { EditableRateLimit, RateLimit } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import type { AuditedPlatform } from "../audit/service.ts";
import { storeGroupAnalysis, storeGroupKeyLimit, storeGroupLimit, storeGroupPublic } from "./changeGroup.ts";
import { storeDirectoryGroupsOfGroup } from "./directoryGroups/setDirectoryGroupsOfGroup.ts";
import { createGroupNotFoundError } from "./getGroup.ts";
import { isSameLimit } from "./isSameLimit.ts";
import { listAdminGroups, lockGroups, lockKeysOfGroups } from "./repository.ts";

export { listAdminGroups } from "./repository.ts";

/** What is absent stays. */
interface AdminGroupChange {
  groupId: string;
  isPublic?: boolean | undefined;
  supportsAnalysis?: boolean | undefined;
  rateLimit?: RateLimit | undefined;
  keyRateLimit?: EditableRateLimit | undefined;
  /** Names. */
  directoryGroups?: readonly string[] | undefined;
}

/**
 * Changes groups as a site administrator does, each as the op for it would, and nothing where nothing differs. The caller
 * tells everybody after the commit. Throws `notFound` if a group, or a group of the directory, does not exist.
 */
export async function changeAdminGroups(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  changes: readonly AdminGroupChange[],
): Promise<void> {
  const wireIds = changes.map(({ groupId }) => groupId);
  await lockGroups(tx, wireIds);
  // Before the first change: a change of several keys locks them in the same order.
  await lockKeysOfGroups(tx, wireIds);
  const present = new Map(
    (await listAdminGroups(tx, { wireIds, limit: wireIds.length })).map((group) => [group.wireId, group]),
  );
  for (const change of changes) {
    const { groupId, isPublic, supportsAnalysis, directoryGroups, rateLimit, keyRateLimit } = change;
    const group = present.get(groupId);
    if (!group) throw createGroupNotFoundError();
    if (isPublic !== undefined && isPublic !== group.isPublic) {
      await storeGroupPublic(tx, platform, actor, { groupId, isPublic });
    }
    if (supportsAnalysis !== undefined && supportsAnalysis !== group.supportsAnalysis) {
      await storeGroupAnalysis(tx, platform, actor, { groupId, supportsAnalysis });
    }
    if (rateLimit && !isSameLimit(rateLimit, group.rateLimit)) {
      await storeGroupLimit(tx, platform, actor, { groupId, before: group.rateLimit, rateLimit });
    }
    if (keyRateLimit && !isSameLimit(keyRateLimit, group.keyRateLimit)) {
      await storeGroupKeyLimit(tx, platform, actor, { groupId, before: group.keyRateLimit, keyRateLimit });
    }
    if (directoryGroups && !isSameSet(directoryGroups, group.directoryGroups)) {
      await storeDirectoryGroupsOfGroup(tx, platform, actor, { groupId, names: directoryGroups });
    }
  }
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  new Set(a).size === new Set(b).size && a.every((name) => b.includes(name));
