import type { Actor } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { getLockedGroup } from "../getGroup.ts";
import { publishRights } from "../publishRights.ts";
import { getSelectableDirectoryGroupIds } from "./getDirectoryGroupIds.ts";
import { listDirectoryGroupsOfGroup, replaceDirectoryGroupsOfGroup } from "./repository.ts";

/**
 * Sets the directory groups whose members are members of the group with the level `read`. Whoever is no site
 * administrator adds only lists that contain themselves. Throws `notFound` for any other name.
 */
export async function setDirectoryGroupsOfGroup(
  platform: AuditedPlatform,
  actor: Actor,
  change: { groupId: string; names: readonly string[] },
): Promise<void> {
  await transaction(platform.db, (tx) => storeDirectoryGroupsOfGroup(tx, platform, actor, change));
  publishRights(platform, "everybody");
}

/** Like `setDirectoryGroupsOfGroup`, in a transaction of the caller, who tells everybody. */
export async function storeDirectoryGroupsOfGroup(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, names }: { groupId: string; names: readonly string[] },
): Promise<void> {
  const group = await getLockedGroup(tx, actor, "changeAvailability", groupId);
  const before = await listDirectoryGroupsOfGroup(tx, group.id);
  const ids = await getSelectableDirectoryGroupIds(tx, actor, { groupId: group.id, names });
  await replaceDirectoryGroupsOfGroup(tx, group.id, { ids, addedBy: actor.principal.id });
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb: "changeDirectoryGroups",
    objectType: "group",
    objectIds: [group.id],
    before,
    after: await listDirectoryGroupsOfGroup(tx, group.id),
  });
}
