import type { Actor } from "../../../core/context.ts";
import type { AuditedPlatform } from "../../audit/service.ts";
import { changeMembers } from "./changeMembers.ts";
import { getRecipientKey, type MemberInput, resolveMembers } from "./resolveMembers.ts";
import { storeMembers } from "./storeMembers.ts";

/** Adds members and invitations. Those that are stored already keep their level. */
export async function addMembers(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, members }: { groupId: string; members: MemberInput },
): Promise<void> {
  await changeMembers(
    platform,
    actor,
    { verb: "addMembers", groupId, names: Object.keys(members) },
    async (tx, group, stored) => {
      const now = platform.clock.now();
      const resolvedMembers = await resolveMembers(tx, actor, members, now);
      const newMembers = resolvedMembers.filter(({ recipient }) => !stored.has(getRecipientKey(recipient)));
      await storeMembers(tx, actor, { groupId: group.id, members: newMembers, now });
      return { before: [], after: newMembers };
    },
  );
}
