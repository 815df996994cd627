import { listAssistantShares as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listGrantees } from "../../grants/service.ts";
import { getSharableAssistant } from "../getSharableAssistant.ts";

export const listAssistantSharesHandler = implement(op, async (ctx, { assistantId }) => {
  const object = await getSharableAssistant(ctx, ctx.actor, assistantId);
  return { shares: await listGrantees(ctx, ctx.actor, { object }) };
});
