import { createGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createGroup } from "../createGroup.ts";
import { getGroupSummary } from "../listGroups.ts";

export const createGroupHandler = implement(op, async (ctx, { group_name, members, types }) => {
  const { wireId } = await createGroup(ctx, ctx.actor, { name: group_name, members, types });
  return getGroupSummary(ctx, ctx.actor, wireId);
});
