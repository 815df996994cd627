import { leaveGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { leaveGroup } from "../members/removeMembers.ts";

export const leaveGroupHandler = implement(op, async (ctx, { group_id }) => {
  await leaveGroup(ctx, ctx.actor, { groupId: group_id });
  return {};
});
