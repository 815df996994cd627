import { markShareImported } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noteImport } from "../useReceived.ts";

export const markShareImportedHandler = implement(markShareImported, async (ctx, { key }) => {
  await noteImport(ctx, ctx.actor, key);
  return {};
});
