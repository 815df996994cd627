import { listAssistantShares as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listGrantees } from "../../grants/service.ts";
import { getSharableAssistant } from "../getSharableAssistant.ts";

export const listAssistantSharesHandler = implement(op, async (ctx, { assistantId, limit, cursor }) => {
  const object = await getSharableAssistant(ctx, ctx.actor, assistantId);
  const { grantees, total, nextCursor } = await listGrantees(ctx, ctx.actor, { object, limit, cursor: cursor ?? null });
  return { shares: grantees, total, nextCursor };
});
