import { listAuditEntries } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { readEntries } from "../readEntries.ts";

export const listAuditEntriesHandler = implement(listAuditEntries, async (ctx, input) => {
  assertSiteAdmin(ctx.actor);
  return readEntries(ctx, ctx.db, input);
});
