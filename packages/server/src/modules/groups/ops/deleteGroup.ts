import { deleteGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { deleteGroup } from "../deleteGroup.ts";

export const deleteGroupHandler = implement(op, async (ctx, { group_id }) => {
  await deleteGroup(ctx, ctx.actor, { groupId: group_id });
  return {};
});
