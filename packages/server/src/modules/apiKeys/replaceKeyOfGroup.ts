import { randomUUID } from "node:crypto";
import { defaultAccessTypes, defaultGroupKeyRateLimit, generalAccount, normalizeAccessTypes } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { addReader, getLockedGroup, publishRights } from "../groups/service.ts";
import { findServiceOf } from "../principals/service.ts";
import { createServiceOfKey } from "./createKey.ts";
import { forgetKeys } from "./keyCache.ts";
import { type KeyId, toWireId } from "./keyId.ts";
import { createSecret } from "./keySecret.ts";
import { deactivateKeysOfGroup, insertKey } from "./repository.ts";

/**
 * Creates the key of a group and deactivates the earlier one. It acts for a service of the group, which stays the same
 * and can read in the group. `key` is the secret, null for a site administrator who does not administer the group.
 */
export async function replaceKeyOfGroup(
  platform: AuditedPlatform,
  actor: Actor,
  groupWireId: string,
): Promise<{ id: string; key: string | null }> {
  const now = platform.clock.now();
  const { secret, stored } = createSecret(platform);
  const { group, keyId, concernedIds } = await transaction(platform.db, async (tx) => {
    const lockedGroup = await getLockedGroup(tx, actor, "replaceKey", groupWireId);
    const { id: groupId, name } = lockedGroup;
    const replacedIds = await deactivateKeysOfGroup(tx, groupId, now);
    const service =
      (await findServiceOf(tx, groupId)) ?? (await createServiceOfKey(platform, tx, actor, name, groupId));
    const reader = await addReader(tx, actor, { groupId, principalId: service.id, now });
    const newId: KeyId = { ownerId: groupId, kind: "system", id: randomUUID() };
    await insertKey(tx, {
      ...{ id: newId.id, owner_id: groupId, kind: newId.kind, principal_id: service.id, group_id: groupId },
      ...{ account_id: generalAccount.id, name, description: "", ...stored },
      ...{ scopes: JSON.stringify(normalizeAccessTypes(defaultAccessTypes)), created_at: now },
      ...{ limit_period: defaultGroupKeyRateLimit.period, limit_rate: defaultGroupKeyRateLimit.rate },
    });
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "replaceKey",
      objectType: "group",
      objectIds: [groupId],
      before: { keyIds: replacedIds },
      after: {
        keyIds: [newId.id],
        service: service.id,
        isNewMember: reader.isNewMember,
        rateLimit: defaultGroupKeyRateLimit,
      },
    });
    return { group: lockedGroup, keyId: newId, concernedIds: reader.concernedIds };
  });
  forgetKeys(platform);
  publishRights(platform, concernedIds);
  return { id: toWireId(keyId), key: group.level === "admin" ? secret : null };
}
