import { updateGroupPublic } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { setGroupPublic } from "../changeGroup.ts";

export const updateGroupPublicHandler = implement(updateGroupPublic, async (ctx, { group_id, isPublic }) => {
  await setGroupPublic(ctx, ctx.actor, { groupId: group_id, isPublic });
  return {};
});
