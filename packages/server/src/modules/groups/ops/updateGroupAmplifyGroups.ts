import { updateGroupAmplifyGroups } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { setDirectoryGroupsOfGroup } from "../directoryGroups/setDirectoryGroupsOfGroup.ts";

export const updateGroupAmplifyGroupsHandler = implement(
  updateGroupAmplifyGroups,
  async (ctx, { group_id, amplifyGroups }) => {
    await setDirectoryGroupsOfGroup(ctx, ctx.actor, { groupId: group_id, names: amplifyGroups });
    return {};
  },
);
