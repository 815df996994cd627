import type { Actor } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { authorizeGroup } from "../access/service.ts";
import { findGroupIds, getGroups, getRecipientKey, resolveMemberNames } from "../groups/service.ts";
import type { Recipient } from "../principals/service.ts";

/** A group's wire id. With `#` before it, it stands for the members of the group. */
const groupIdPattern = /^(?!#).*_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resolves names to recipients of grants, each once: email addresses, services, people, `#Group` for each stored member
 * of a group, and a group's wire id for the group as a whole, with its computed members. The actor
 * must be able to write in the group, or to administer it if everybody is in it: what is shared appears at each member.
 * Throws `invalidInput`, `notFound` or `forbidden`.
 */
export function resolveGrantees(db: Db, actor: Actor, names: readonly string[], now: Date): Promise<Recipient[]> {
  return resolve(db, actor, names, now, async (wireIds) => {
    const groups = await getGroups(db, actor, "view", wireIds);
    for (const group of groups) {
      authorizeGroup(actor, group.isPublic || group.isBuiltIn ? "shareWithEverybody" : "shareWith", group);
    }
    return groups.map(({ id }) => id);
  });
}

/** Like `resolveGrantees`, but also for groups that the actor has left since. Ignores unknown groups. */
export function resolveFormerGrantees(db: Db, actor: Actor, names: readonly string[], now: Date): Promise<Recipient[]> {
  return resolve(db, actor, names, now, (wireIds) => findGroupIds(db, wireIds));
}

async function resolve(
  db: Db,
  actor: Actor,
  names: readonly string[],
  now: Date,
  resolveGroups: (wireIds: readonly string[]) => Promise<string[]>,
): Promise<Recipient[]> {
  const trimmedNames = names.map((name) => name.trim());
  const otherNames = trimmedNames.filter((name) => !groupIdPattern.test(name));
  const recipients = await resolveMemberNames(db, actor, otherNames, now);
  const wireIds = new Set(trimmedNames.filter((name) => groupIdPattern.test(name)));
  const groupIds = wireIds.size === 0 ? [] : await resolveGroups([...wireIds]);
  const groups = groupIds.map((principalId) => ({ principalId, email: null }));
  return [...new Map([...recipients, ...groups].map((recipient) => [getRecipientKey(recipient), recipient])).values()];
}
