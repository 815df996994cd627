import { updateGroupTypes } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { setGroupTypes } from "../changeGroup.ts";

export const updateGroupTypesHandler = implement(updateGroupTypes, async (ctx, { group_id, types }) => {
  await setGroupTypes(ctx, ctx.actor, { groupId: group_id, types });
  return {};
});
