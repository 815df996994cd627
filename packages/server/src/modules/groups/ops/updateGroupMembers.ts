import { updateGroupMembers } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { addMembers } from "../members/addMembers.ts";
import { changeLevels } from "../members/changeLevels.ts";
import { removeMembers } from "../members/removeMembers.ts";
import { toMemberInput } from "../members/toMemberInput.ts";

export const updateGroupMembersHandler = implement(updateGroupMembers, async (ctx, input) => {
  const { group_id: groupId, update_type, members } = input;
  switch (update_type) {
    case "ADD":
      await addMembers(ctx, ctx.actor, { groupId, members: toMemberInput(members) });
      break;
    case "UPDATE":
      await changeLevels(ctx, ctx.actor, { groupId, members: toMemberInput(members) });
      break;
    case "REMOVE":
      await removeMembers(ctx, ctx.actor, {
        groupId,
        members: Array.isArray(members) ? members : Object.keys(members),
      });
  }
  return {};
});
