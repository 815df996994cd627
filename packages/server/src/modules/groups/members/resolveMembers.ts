import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import { foldEmail } from "../../../core/email.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { GroupLevel } from "../../../platform/db/schema.ts";
import { authorizeGroup, getSubject } from "../../access/service.ts";
import { type Recipient, resolveRecipients } from "../../principals/service.ts";
import { createGroupNotFoundError } from "../getGroup.ts";
import { listGroupsOf } from "../repository.ts";
import { listStoredMembers, type StoredMember } from "./repository.ts";

/** Levels by e-mail address, wire id of a service, id of a person or service, or `#` and the name or wire id of a group. */
export type MemberInput = Readonly<Record<string, GroupLevel>>;

/**
 * Resolves the input to members, each once. `#Group` stands for the stored members of a group in which the actor can
 * write, except the actor. What is named directly wins. Throws `invalidInput`, `notFound` or `forbidden`, and `conflict`
 * if the actor has several groups of that name.
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
  for (const name of groupNames) {
    for (const recipient of await expandGroup(db, actor, name.slice(1), now)) addMember(recipient, levels.get(name));
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

async function expandGroup(db: Db, actor: Actor, name: string, now: Date): Promise<Recipient[]> {
  const groups = await listGroupsOf(db, getSubject(actor));
  const wantedName = name.trim();
  const [group, ...others] = groups.filter((each) =>
    [each.name.toLowerCase(), each.wireId.toLowerCase()].includes(wantedName),
  );
  if (!group) throw createGroupNotFoundError();
  // Anybody can add the actor to a group that has the name of another one, so a guess would give rights to strangers.
  if (others.length > 0) throw createAmbiguousNameError(group.name);
  authorizeGroup(actor, "expandMembers", group);
  const members = await listStoredMembers(db, group.id, now);
  return members.map(({ recipient }) => recipient).filter(({ principalId }) => principalId !== actor.principal.id);
}

function createAmbiguousNameError(name: string): AppError {
  return new AppError("conflict", {
    userMessage: `You are a member of several groups with the name “${name.slice(0, 100)}”. Please use the id of one of them.`,
  });
}
