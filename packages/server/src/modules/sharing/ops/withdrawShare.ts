import { withdrawShare } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { withdrawSnapshot } from "../withdrawSnapshot.ts";

export const withdrawShareHandler = implement(withdrawShare, async (ctx, { key }) => {
  await withdrawSnapshot(ctx, ctx.actor, key);
  return {};
});
