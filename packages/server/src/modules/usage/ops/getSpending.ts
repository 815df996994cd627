import { getSpending } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { getMonthStart, toRateLimitInfo } from "../policy.ts";
import { countUsage } from "../repository.ts";
import { listSpending } from "../reserveUsage.ts";

export const getSpendingHandler = implement(getSpending, async (ctx) => {
  const ownerId = getOwnerId(ctx.actor);
  return {
    limits: (await listSpending(ctx, ctx.actor)).map(toRateLimitInfo),
    thisMonth: await countUsage(ctx.db, ownerId, getMonthStart(ctx.clock.now())),
  };
});
