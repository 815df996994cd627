import { defaultEditableRateLimit, type EditableRateLimit, isLimitWithin, type RateLimit } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { getLockedGroup } from "./getGroup.ts";
import { isSameLimit } from "./isSameLimit.ts";
import { normalizeTypes } from "./normalizeTypes.ts";
import { findConcerned, publishRights, publishToConcerned } from "./publishRights.ts";
import { type Group, lockKeyOfGroup, storeKeyLimit, storeLimitOfKey, updateGroup } from "./repository.ts";

export async function setGroupTypes(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, types }: { groupId: string; types: readonly string[] },
): Promise<void> {
  const concerned = await transaction(platform.db, async (tx) => {
    const group = await getLockedGroup(tx, actor, "changeTypes", groupId);
    const newTypes = normalizeTypes(types);
    await updateGroup(tx, group.id, { types: newTypes });
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "changeTypes",
      objectType: "group",
      objectIds: [group.id],
      before: group.types,
      after: newTypes,
    });
    return findConcerned(tx, group, platform.clock.now());
  });
  publishRights(platform, concerned);
}

/** Makes everybody a member of the group with the level `read`, or ends this. */
export async function setGroupPublic(
  platform: AuditedPlatform,
  actor: Actor,
  change: { groupId: string; isPublic: boolean },
): Promise<void> {
  await transaction(platform.db, (tx) => storeGroupPublic(tx, platform, actor, change));
  publishRights(platform, "everybody");
}

/** Like `setGroupPublic`, in a transaction of the caller, who tells everybody. */
export async function storeGroupPublic(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, isPublic }: { groupId: string; isPublic: boolean },
): Promise<void> {
  const group = await getLockedGroup(tx, actor, "changeAvailability", groupId);
  await updateGroup(tx, group.id, { isPublic });
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb: "changeAvailability",
    objectType: "group",
    objectIds: [group.id],
    before: { isPublic: group.isPublic },
    after: { isPublic },
  });
}

/** Switches the analysis of conversations with the group's assistants on or off. */
export async function setGroupAnalysis(
  platform: AuditedPlatform,
  actor: Actor,
  change: { groupId: string; supportsAnalysis: boolean },
): Promise<void> {
  const concerned = await transaction(platform.db, async (tx) => {
    const group = await storeGroupAnalysis(tx, platform, actor, change);
    return findConcerned(tx, group, platform.clock.now());
  });
  publishRights(platform, concerned);
  // Whoever chats with one of the assistants must know.
  publishToConcerned(platform, concerned, { type: "assistants" });
}

/** Like `setGroupAnalysis`, in a transaction of the caller, who tells those whom it concerns. Returns the group. */
export async function storeGroupAnalysis(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, supportsAnalysis }: { groupId: string; supportsAnalysis: boolean },
): Promise<Group> {
  const group = await getLockedGroup(tx, actor, "changeAnalysis", groupId);
  await updateGroup(tx, group.id, { supportsAnalysis });
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb: "changeAnalysis",
    objectType: "group",
    objectIds: [group.id],
    before: { supportsAnalysis: group.supportsAnalysis },
    after: { supportsAnalysis },
  });
  return group;
}

/** Sets what the calls of the group's assistants may cost, in a transaction of the caller, who tells everybody. */
export async function storeGroupLimit(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, before, rateLimit }: { groupId: string; before: RateLimit; rateLimit: RateLimit },
): Promise<void> {
  const group = await getLockedGroup(tx, actor, "changeLimit", groupId);
  const after: RateLimit = rateLimit.period === "Unlimited" ? { period: "Unlimited", rate: null } : rateLimit;
  await updateGroup(tx, group.id, { rateLimit: after });
  await recordAudit(tx, getAuditSource(platform, actor), {
    ...{ verb: "changeLimit", objectType: "group", objectIds: [group.id] },
    ...{ before: { ...before }, after: { ...after } },
  });
}

/**
 * Sets the highest limit of the group's API key, in a transaction of the caller. The key gets it if its own limit allows
 * more, or is the highest one so far; a lower limit that the group has chosen stays. `Unlimited` leaves the limit to the
 * group's administrators: the key keeps the one that it has.
 */
export async function storeGroupKeyLimit(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, before, keyRateLimit }: { groupId: string; before: EditableRateLimit; keyRateLimit: EditableRateLimit },
): Promise<void> {
  const group = await getLockedGroup(tx, actor, "changeKeyLimit", groupId);
  const after = keyRateLimit.period === "Unlimited" ? defaultEditableRateLimit : keyRateLimit;
  const isLimited = after.period !== "Unlimited";
  await storeKeyLimit(tx, group.id, isLimited ? after : null);
  const key = await lockKeyOfGroup(tx, group.id);
  const follows = key && isLimited && (isSameLimit(key.limit, before) || !isLimitWithin(key.limit, after));
  if (follows) await storeLimitOfKey(tx, key.id, after);
  await recordAudit(tx, getAuditSource(platform, actor), {
    ...{ verb: "changeKeyLimit", objectType: "group", objectIds: [group.id] },
    before: { ...before, ...(key && { limitOfKey: key.limit }) },
    after: { ...after, ...(key && { limitOfKey: follows ? after : key.limit }) },
  });
}
