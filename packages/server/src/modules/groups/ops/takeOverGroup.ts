import { takeOverGroup as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { takeOverGroup } from "../takeOverGroup.ts";

export const takeOverGroupHandler = implement(op, async (ctx, { group_id }) => {
  await takeOverGroup(ctx, ctx.actor, { groupId: group_id });
  return {};
});
