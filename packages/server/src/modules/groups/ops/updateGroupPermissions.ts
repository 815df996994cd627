import { updateGroupPermissions } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { changeLevels } from "../members/changeLevels.ts";

export const updateGroupPermissionsHandler = implement(
  updateGroupPermissions,
  async (ctx, { group_id, affected_members }) => {
    await changeLevels(ctx, ctx.actor, { groupId: group_id, members: affected_members });
    return {};
  },
);
