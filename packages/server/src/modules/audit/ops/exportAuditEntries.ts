import { exportAuditEntries } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { getAuditSource } from "../auditSource.ts";
import { readEntries } from "../readEntries.ts";
import { recordAudit } from "../recordAudit.ts";

export const exportAuditEntriesHandler = implement(exportAuditEntries, async (ctx, input) => {
  assertSiteAdmin(ctx.actor);
  return transaction(ctx.db, async (tx) => {
    const page = await readEntries(ctx, tx, input);
    const { verb, objectType, from, until } = input;
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "export",
      objectType: "auditLog",
      objectIds: [],
      // Without what may be an address.
      after: { count: page.entries.length, verb, objectType, from, until },
    });
    return page;
  });
});
