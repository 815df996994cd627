import { markShareImported } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noteReceipt } from "../useReceived.ts";

export const markShareImportedHandler = implement(markShareImported, async (ctx, { key }) => {
  await noteReceipt(ctx, ctx.actor, key, "imported_at");
  return {};
});
