import type { GroupLevel } from "@lectern/contract";
import { updateGroupMembers } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { addMembers } from "../members/addMembers.ts";
import { changeLevels } from "../members/changeLevels.ts";
import { removeMembers } from "../members/removeMembers.ts";
import type { MemberInput } from "../members/resolveMembers.ts";

export const updateGroupMembersHandler = implement(updateGroupMembers, async (ctx, input) => {
  const { group_id: groupId, update_type, members } = input;
  switch (update_type) {
    case "ADD":
      await addMembers(ctx, ctx.actor, { groupId, members: toLevels(members) });
      break;
    case "UPDATE":
      await changeLevels(ctx, ctx.actor, { groupId, members: toLevels(members) });
      break;
    case "REMOVE":
      await removeMembers(ctx, ctx.actor, {
        groupId,
        members: Array.isArray(members) ? members : Object.keys(members),
      });
  }
  return {};
});

/** Gives members without a level the lowest one. */
function toLevels(members: string[] | Record<string, GroupLevel>): MemberInput {
  return Array.isArray(members) ? Object.fromEntries(members.map((name) => [name, "read"])) : members;
}
