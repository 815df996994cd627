import { removeReceivedShare } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noteReceived } from "../useReceived.ts";

export const removeReceivedShareHandler = implement(removeReceivedShare, async (ctx, { key }) => {
  await noteReceived(ctx, ctx.actor, key, "removed_at");
  return {};
});
