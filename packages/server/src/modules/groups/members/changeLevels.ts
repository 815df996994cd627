import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { AuditedPlatform } from "../../audit/service.ts";
import { changeMembers } from "./changeMembers.ts";
import { getRecipientKey, type MemberInput, resolveMembers } from "./resolveMembers.ts";
import { storeMembers } from "./storeMembers.ts";

/** Changes the levels of stored members. Throws `notFound` if somebody's membership is not stored. */
export async function changeLevels(
  platform: AuditedPlatform,
  actor: Actor,
  { groupId, members }: { groupId: string; members: MemberInput },
): Promise<void> {
  await changeMembers(
    platform,
    actor,
    { verb: "changeLevels", groupId, names: Object.keys(members) },
    async (tx, group, stored) => {
      const now = platform.clock.now();
      const after = (await resolveMembers(tx, actor, members, now)).filter(
        ({ recipient, level }) => stored.get(getRecipientKey(recipient))?.level !== level,
      );
      const before = after.map(({ recipient }) => {
        const member = stored.get(getRecipientKey(recipient));
        if (member) return member;
        throw new AppError("notFound", {
          userMessage: "Only the access of people who were added to the group can be changed. Please add them first.",
        });
      });
      await storeMembers(tx, actor, { groupId: group.id, members: after, now });
      return { before, after };
    },
  );
}
