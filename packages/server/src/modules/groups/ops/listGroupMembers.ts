import { listGroupMembers } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listMembers } from "../members/listMembers.ts";

export const listGroupMembersHandler = implement(listGroupMembers, (ctx, { group_id, ...query }) =>
  listMembers(ctx, ctx.actor, { groupId: group_id, ...query }),
);
