import { randomUUID } from "node:crypto";
import {
  defaultAccessTypes,
  defaultGroupKeyRateLimit,
  type EditableRateLimit,
  generalAccount,
  isLimitWithin,
  normalizeAccessTypes,
} from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { addReader, getLockedGroup, publishRights } from "../groups/service.ts";
import { findServiceOf } from "../principals/service.ts";
import { createServiceOfKey } from "./createKey.ts";
import { forgetKeys } from "./keyCache.ts";
import { type KeyId, toWireId } from "./keyId.ts";
import { createSecret } from "./keySecret.ts";
import { presentLimit } from "./present.ts";
import { deactivateKeysOfGroup, findKeySettingsOfGroup, insertKey } from "./repository.ts";

/**
 * Creates the key of a group and deactivates the earlier one. It acts for a service of the group, which stays the same
 * and can read in the group. The key gets the limit and the access types of the earlier one. `key` is the secret, null for
 * a site administrator who does not administer the group.
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
    const { rateLimit, accessTypes } = await chooseSettings(tx, groupId);
    const replacedIds = await deactivateKeysOfGroup(tx, groupId, now);
    const service =
      (await findServiceOf(tx, groupId)) ?? (await createServiceOfKey(platform, tx, actor, name, groupId));
    const reader = await addReader(tx, actor, { groupId, principalId: service.id, now });
    const newId: KeyId = { ownerId: groupId, kind: "system", id: randomUUID() };
    await insertKey(tx, {
      ...{ id: newId.id, owner_id: groupId, kind: newId.kind, principal_id: service.id, group_id: groupId },
      ...{ account_id: generalAccount.id, name, description: "", ...stored },
      ...{ scopes: JSON.stringify(accessTypes), created_at: now },
      ...{ limit_period: rateLimit.period, limit_rate: rateLimit.rate },
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
        rateLimit,
        accessTypes,
      },
    });
    return { group: lockedGroup, keyId: newId, concernedIds: reader.concernedIds };
  });
  forgetKeys(platform);
  publishRights(platform, concernedIds);
  return { id: toWireId(keyId), key: group.level === "admin" ? secret : null };
}

/** A replacement must not lift what was limited before. */
async function chooseSettings(tx: DbTransaction, groupId: string) {
  const { maxLimit, lastKey } = await findKeySettingsOfGroup(tx, groupId);
  const limit: EditableRateLimit = lastKey ? presentLimit(lastKey) : (maxLimit ?? defaultGroupKeyRateLimit);
  return {
    rateLimit: maxLimit && !isLimitWithin(limit, maxLimit) ? maxLimit : limit,
    accessTypes: lastKey?.scopes ?? normalizeAccessTypes(defaultAccessTypes),
  };
}
