import type { Actor } from "../../core/context.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { assertSuccessors, publishRights } from "../groups/service.ts";
import { endSignIns, forgetSessions } from "../identity/service.ts";
import { changePerson } from "./changePerson.ts";
import { setBlockedAt } from "./repository.ts";

interface BlockOptions {
  /** Who becomes administrator of groups that would have none. */
  successorId?: string;
}

/**
 * Blocks a person: ends all sessions and refuses sign-ins until `unblockPerson`. Running answers are stopped within
 * seconds. Nothing is deleted. Throws the errors of `changePerson` and `assertSuccessors`.
 */
export async function blockPerson(
  platform: AuditedPlatform,
  actor: Actor,
  personId: string,
  options: BlockOptions = {},
): Promise<void> {
  const now = platform.clock.now();
  const source = getAuditSource(platform, actor);
  const endedSessionIds = await changePerson(platform, actor, personId, { allowsOwn: false }, async (tx, person) => {
    if (person.blocked_at) return [];
    await assertSuccessors(tx, personId, { ...options, source });
    await setBlockedAt(tx, personId, now);
    await recordAudit(tx, source, { verb: "block", objectType: "person", objectIds: [personId], after: options });
    return endSignIns(tx, person, now);
  });
  forgetSessions(platform, endedSessionIds);
  if (options.successorId !== undefined) publishRights(platform, [options.successorId]);
}

/** Lets a blocked person sign in again. Throws the errors of `changePerson`. */
export async function unblockPerson(platform: AuditedPlatform, actor: Actor, personId: string): Promise<void> {
  await changePerson(platform, actor, personId, { allowsOwn: false }, async (tx, { blocked_at }) => {
    if (!blocked_at) return;
    await setBlockedAt(tx, personId, null);
    const entry = { verb: "unblock", objectType: "person", objectIds: [personId] };
    await recordAudit(tx, getAuditSource(platform, actor), entry);
  });
}
