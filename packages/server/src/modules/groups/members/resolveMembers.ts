import { limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import { foldEmail } from "../../../core/email.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { GroupLevel } from "../../../platform/db/schema.ts";
import { authorizeGroup, getSubject } from "../../access/service.ts";
import { type Recipient, resolveRecipients } from "../../principals/service.ts";
import { createGroupNotFoundError } from "../getGroup.ts";
import { type GroupWithLevel, listGroupsOf } from "../repository.ts";
import { listMembersOfGroups, type StoredMember } from "./repository.ts";

/** Levels by email address, wire id of a service, id of a person or service, or `#` and the name or wire id of a group. */
export type MemberInput = Readonly<Record<string, GroupLevel>>;

/**
 * Resolves the input to members, each once. `#Group` stands for the stored members of a group in which the actor can
 * write, except the actor. What is named directly wins. Throws `invalidInput`, `notFound` or `forbidden`, and `conflict`
 * if the actor has several groups of that name, and `tooLarge` if the groups have more than
 * `limits.expandedMembersPerCall` members.
 */
export async function resolveMembers(db: Db, actor: Actor, input: MemberInput, now: Date): Promise<StoredMember[]> {
  const entries = Object.entries(input).map(([name, level]) => [foldEmail(name), level] as const);
  const levels = new Map(entries.filter(([name]) => name !== ""));
  const groupNames = [...levels.keys()].filter((name) => name.startsWith("#"));
  const recipients = await resolveRecipients(
    db,
    [...levels.keys()].filter((name) => !name.startsWith("#")),
  );
  const members = new Map<string, StoredMember>();
  const addMember = (recipient: Recipient, level: GroupLevel | undefined) => {
    const key = getRecipientKey(recipient);
    if (level && !members.has(key)) members.set(key, { recipient, level });
  };
  for (const [name, recipient] of recipients) addMember(recipient, levels.get(name));
  for (const { name, recipient } of await expandGroups(db, actor, groupNames, now)) {
    addMember(recipient, levels.get(name));
  }
  return [...members.values()];
}

/** Resolves names without levels, like `resolveMembers`. */
export async function resolveMemberNames(
  db: Db,
  actor: Actor,
  names: readonly string[],
  now: Date,
): Promise<Recipient[]> {
  const input = Object.fromEntries(names.map((name) => [name, "read" as const]));
  return (await resolveMembers(db, actor, input, now)).map(({ recipient }) => recipient);
}

/** Identifies a recipient in a map. */
export function getRecipientKey({ principalId, email }: Recipient): string {
  return principalId === null ? `email ${email}` : `principal ${principalId}`;
}

/** Finds the members for which names with `#` stand, in the order of the names. */
async function expandGroups(
  db: Db,
  actor: Actor,
  names: readonly string[],
  now: Date,
): Promise<{ name: string; recipient: Recipient }[]> {
  if (names.length === 0) return [];
  const groups = await listGroupsOf(db, getSubject(actor));
  const namedGroups = names.map((name) => ({
    name,
    group: findNamedGroup(actor, groups, name.slice(1).trim().toLowerCase()),
  }));
  const groupIds = namedGroups.map(({ group }) => group.id);
  const rows = await listMembersOfGroups(db, groupIds, { now, limit: limits.expandedMembersPerCall + 1 });
  if (rows.length > limits.expandedMembersPerCall) throw createTooManyMembersError();
  const others = Map.groupBy(
    rows.filter(({ member }) => member.recipient.principalId !== actor.principal.id),
    ({ groupId }) => groupId,
  );
  return namedGroups.flatMap(({ name, group }) =>
    (others.get(group.id) ?? []).map(({ member: { recipient } }) => ({ name, recipient })),
  );
}

/** Returns the group of the actor that has this name or wire id in lower case. */
function findNamedGroup(actor: Actor, groups: readonly GroupWithLevel[], wantedName: string): GroupWithLevel {
  const [group, ...others] = groups.filter((each) =>
    [each.name.toLowerCase(), each.wireId.toLowerCase()].includes(wantedName),
  );
  if (!group) throw createGroupNotFoundError();
  // Anybody can add the actor to a group that has the name of another one, so a guess would give rights to strangers.
  if (others.length > 0) throw createAmbiguousNameError(group.name);
  authorizeGroup(actor, "expandMembers", group);
  return group;
}

function createTooManyMembersError(): AppError {
  const max = limits.expandedMembersPerCall.toLocaleString("en-US");
  return new AppError("tooLarge", {
    userMessage: `The groups that you named have more than ${max} members. Please name fewer at once. An assistant can be shared with a group as a whole.`,
  });
}

function createAmbiguousNameError(name: string): AppError {
  return new AppError("conflict", {
    userMessage: `You are a member of several groups with the name “${name.slice(0, 100)}”. Please use the ID of one of them.`,
  });
}
