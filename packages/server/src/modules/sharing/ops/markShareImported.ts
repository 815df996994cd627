import { markShareImported } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noteReceived } from "../useReceived.ts";

export const markShareImportedHandler = implement(markShareImported, async (ctx, { key }) => {
  await noteReceived(ctx, ctx.actor, key, "imported_at");
  return {};
});
