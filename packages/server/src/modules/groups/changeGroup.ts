import { defaultEditableRateLimit, type EditableRateLimit, type RateLimit } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { getLockedGroup } from "./getGroup.ts";
import { normalizeTypes } from "./normalizeTypes.ts";
import { findConcerned, publishRights, publishToConcerned } from "./publishRights.ts";
import { type Group, storeKeyLimit, updateGroup } from "./repository.ts";

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
 * Sets the limit of the group's API key, which the group's administrators can only lower, in a transaction of the caller.
 * `Unlimited` leaves the limit to them: the key keeps the one that it has.
 */
export async function storeGroupKeyLimit(
  tx: DbTransaction,
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, before, keyRateLimit }: { groupId: string; before: EditableRateLimit; keyRateLimit: EditableRateLimit },
): Promise<void> {
  const group = await getLockedGroup(tx, actor, "changeKeyLimit", groupId);
  const after = keyRateLimit.period === "Unlimited" ? defaultEditableRateLimit : keyRateLimit;
  await storeKeyLimit(tx, group.id, after.period === "Unlimited" ? null : after);
  await recordAudit(tx, getAuditSource(platform, actor), {
    ...{ verb: "changeKeyLimit", objectType: "group", objectIds: [group.id] },
    ...{ before: { ...before }, after: { ...after } },
  });
}
