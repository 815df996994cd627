import { loadShare } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { openReceived } from "../useReceived.ts";

export const loadShareHandler = implement(loadShare, async (ctx, { key }) => ({
  item: await openReceived(ctx, ctx.actor, key),
}));
