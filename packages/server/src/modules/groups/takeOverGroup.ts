import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { AuditedPlatform } from "../audit/service.ts";
import { changeMembers } from "./members/changeMembers.ts";
import { getRecipientKey } from "./members/resolveMembers.ts";
import { storeMembers } from "./members/storeMembers.ts";

/** Makes a site administrator an administrator of a group. */
export async function takeOverGroup(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId }: { groupId: string },
): Promise<void> {
  if (actor.principal.kind !== "person") {
    throw new AppError("forbidden", { userMessage: "Only people can take over groups." });
  }
  await changeMembers(platform, actor, { verb: "takeOver", groupId, names: [] }, async (tx, group, stored) => {
    const member = { recipient: { principalId: actor.principal.id, email: null }, level: "admin" as const };
    const before = stored.get(getRecipientKey(member.recipient));
    if (before?.level === "admin") return { before: [], after: [] };
    await storeMembers(tx, actor, { groupId: group.id, members: [member], now: platform.clock.now() });
    return { before: before ? [before] : [], after: [member] };
  });
}
