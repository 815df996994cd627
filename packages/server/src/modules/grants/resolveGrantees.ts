import type { Actor } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { getGroup, getRecipientKey, resolveMemberNames } from "../groups/service.ts";
import type { Recipient } from "../principals/service.ts";

/** The end of a group's wire id. */
const groupIdPattern = /_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resolves names to recipients, each once: e-mail addresses, services, people, `#Group` for each stored member of a
 * group, and a group's wire id for the group as a whole, with its computed members. The actor must be a member of the
 * group. Throws `invalidInput`, `notFound` or `forbidden`.
 */
export async function resolveGrantees(db: Db, actor: Actor, names: readonly string[], now: Date): Promise<Recipient[]> {
  const groupIds = names.map((name) => name.trim()).filter((name) => groupIdPattern.test(name));
  const otherNames = names.filter((name) => !groupIdPattern.test(name.trim()));
  const recipients = await resolveMemberNames(db, actor, otherNames, now);
  for (const groupId of groupIds) {
    const { id } = await getGroup(db, actor, "view", groupId);
    recipients.push({ principalId: id, email: null });
  }
  return [...new Map(recipients.map((recipient) => [getRecipientKey(recipient), recipient])).values()];
}
