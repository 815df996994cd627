import { getSpending } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { toRateLimitInfo } from "../policy.ts";
import { listSpending } from "../reserveUsage.ts";

export const getSpendingHandler = implement(getSpending, async (ctx) => ({
  limits: (await listSpending(ctx, getOwnerId(ctx.actor))).map(toRateLimitInfo),
}));
