import { removeReceivedShare } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noteReceipt } from "../useReceived.ts";

export const removeReceivedShareHandler = implement(removeReceivedShare, async (ctx, { key }) => {
  await noteReceipt(ctx, ctx.actor, key, "removed_at");
  return {};
});
