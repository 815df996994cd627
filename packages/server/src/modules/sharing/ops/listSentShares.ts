import { listSentShares } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listSent } from "../repository.ts";

export const listSentSharesHandler = implement(listSentShares, async (ctx) => ({
  items: await listSent(ctx.db, getOwnerId(ctx.actor), ctx.clock.now()),
}));
