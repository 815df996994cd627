import { withdrawShare } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { revokeGrants } from "../../grants/service.ts";
import { withdrawSnapshot } from "../withdrawSnapshot.ts";

export const withdrawShareHandler = implement(withdrawShare, async (ctx, { key, recipient }) => {
  if (recipient === undefined) await withdrawSnapshot(ctx, ctx.actor, key);
  else await revokeGrants(ctx, ctx.actor, { object: { type: "share", id: key }, names: [recipient] });
  return {};
});
