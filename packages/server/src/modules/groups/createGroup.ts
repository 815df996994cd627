import { randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getSubject } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { lockRecipients, toAsciiWords } from "../principals/service.ts";
import { deletedGroupRetentionMs } from "./deletedGroupRetention.ts";
import { lockPeopleShared } from "./members/repository.ts";
import { type MemberInput, resolveMembers } from "./members/resolveMembers.ts";
import { storeMembers, toAuditedMembers } from "./members/storeMembers.ts";
import { normalizeTypes } from "./normalizeTypes.ts";
import { listPrincipalIds, publishRights } from "./publishRights.ts";
import {
  countGroupsCreatedBy,
  findBuiltInGroupName,
  type GroupWithLevel,
  insertGroup,
  listGroupsOf,
  lockGroupNames,
} from "./repository.ts";

export interface NewGroup {
  name: string;
  types: readonly string[];
  members: MemberInput;
}

/**
 * Creates a group whose administrator is the actor, who must be a person. Throws `invalidInput` or `forbidden`,
 * `conflict` if the actor is a member of a group with this name, and `tooLarge` if the actor has created too many.
 */
export async function createGroup(platform: AuditedPlatform, actor: Actor, input: NewGroup): Promise<GroupWithLevel> {
  const { id: creatorId, kind } = actor.principal;
  if (kind !== "person") throw new AppError("forbidden", { userMessage: "Only people can create groups." });
  const name = input.name.trim();
  const id = randomUUID();
  const wireId = `${toPascalCase(name)}_${id}`;
  const types = normalizeTypes(input.types);
  const { group, memberIds } = await transaction(platform.db, async (tx) => {
    await lockPeopleShared(tx);
    await lockRecipients(tx, Object.keys(input.members));
    await lockGroupNames(tx, creatorId);
    await assertNameAvailable(tx, actor, name);
    const now = platform.clock.now();
    if (!actor.isAdmin) await assertBelowLimit(tx, creatorId, { max: platform.config.groupsPerPerson, now });
    const members = await resolveMembers(tx, actor, input.members, now);
    await insertGroup(tx, {
      id,
      wire_id: wireId,
      name,
      types: JSON.stringify(types),
      created_by: creatorId,
      created_at: now,
    });
    const creator = { recipient: { principalId: creatorId, email: null }, level: "admin" as const };
    const allMembers = [creator, ...members.filter(({ recipient }) => recipient.principalId !== creatorId)];
    await storeMembers(tx, actor, { groupId: id, members: allMembers, now });
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "create",
      objectType: "group",
      objectIds: [id],
      after: { wireId, types, members: toAuditedMembers(platform, allMembers) },
    });
    const properties = { isPublic: false, isBuiltIn: false, types, supportsAnalysis: false };
    const group: GroupWithLevel = { id, wireId, name, ...properties, level: "admin" };
    return { group, memberIds: listPrincipalIds(allMembers) };
  });
  publishRights(platform, memberIds);
  return group;
}

async function assertNameAvailable(tx: DbTransaction, actor: Actor, name: string): Promise<void> {
  if (name === "") {
    throw new AppError("invalidInput", {
      userMessage: "Group name is required. Please add a group name to create the group.",
    });
  }
  const isSameName = (other: string) => other.toLowerCase() === name.toLowerCase();
  if (isSameName((await findBuiltInGroupName(tx)) ?? "")) {
    throw new AppError("invalidInput", {
      userMessage: `The group name ${name} isn't available. Please choose a different group name.`,
    });
  }
  const groups = await listGroupsOf(tx, getSubject(actor));
  if (groups.some((group) => isSameName(group.name))) {
    throw new AppError("conflict", {
      userMessage: "Group name must be unique to all groups you are a member of.",
    });
  }
}

/** Throws `tooLarge` if the person has created as many groups as allowed, because each has storage and assistants. */
async function assertBelowLimit(
  tx: DbTransaction,
  creatorId: string,
  { max, now }: { max: number; now: Date },
): Promise<void> {
  const deletedAfter = new Date(now.getTime() - deletedGroupRetentionMs);
  if ((await countGroupsCreatedBy(tx, creatorId, deletedAfter)) < max) return;
  throw new AppError("tooLarge", {
    userMessage: `You have created ${max.toLocaleString("en-US")} groups, as many as this server allows. Please delete groups that are no longer used, which count for another 30 days, or ask an administrator of this site to create the group.`,
  });
}

/** Returns the beginning of a group's wire id, with the letters and digits of the name that an id may contain. */
function toPascalCase(name: string): string {
  return (
    toAsciiWords(name)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("") || "Group"
  );
}
