import { listReceivedShares } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getSubject } from "../../access/service.ts";
import { listReceived } from "../repository.ts";

export const listReceivedSharesHandler = implement(listReceivedShares, async (ctx) => ({
  items: await listReceived(ctx.db, getSubject(ctx.actor), ctx.clock.now()),
}));
