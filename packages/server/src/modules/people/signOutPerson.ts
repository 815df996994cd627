import type { Actor } from "../../core/context.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { endSignIns, forgetSessions } from "../identity/service.ts";
import { changePerson } from "./changePerson.ts";

/** Ends all sessions of a person, who may be the actor. Throws the errors of `changePerson`. */
export async function signOutPerson(platform: AuditedPlatform, actor: Actor, personId: string): Promise<void> {
  const sessionIds = await changePerson(platform, actor, personId, { allowsOwn: true }, async (tx, person) => {
    const ids = await endSignIns(tx, person, platform.clock.now());
    const entry = { verb: "signOut", objectType: "person", objectIds: [personId], after: { sessions: ids.length } };
    await recordAudit(tx, getAuditSource(platform, actor), entry);
    return ids;
  });
  forgetSessions(platform, sessionIds);
}
