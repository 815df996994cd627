import type { Context } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";

/** Records that an administrator reads or deletes submissions. What they search for may be content, and stays out. */
export async function recordSubmissionAudit(
  tx: DbTransaction,
  ctx: Context,
  verb: "list" | "open" | "export" | "delete",
  rows: readonly { id: string }[],
): Promise<void> {
  await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
    verb,
    objectType: "qualitySubmission",
    objectIds: rows.map(({ id }) => id),
  });
}
