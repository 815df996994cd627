import { updateGroupAnalysis as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { setGroupAnalysis } from "../../groups/service.ts";

export const updateGroupAnalysisHandler = implement(op, async (ctx, { group_id, supportConvAnalysis }) => {
  await setGroupAnalysis(ctx, ctx.actor, { groupId: group_id, supportsAnalysis: supportConvAnalysis });
  return {};
});
