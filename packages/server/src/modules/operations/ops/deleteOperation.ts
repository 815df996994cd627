import { deleteOperation } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { deleteOperationRow, findOperations, lockOperations } from "../repository.ts";
import { toAuditedOperation } from "../toAuditedOperation.ts";

export const deleteOperationHandler = implement(deleteOperation, async (ctx, { op: { id } }) => {
  assertSiteAdmin(ctx.actor);
  await transaction(ctx.db, async (tx) => {
    await lockOperations(tx);
    const [stored] = await findOperations(tx, [id]);
    if (!stored) throw new AppError("notFound", { userMessage: "This operation no longer exists." });
    await deleteOperationRow(tx, id);
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "delete",
      objectType: "operation",
      objectIds: [id],
      before: toAuditedOperation(ctx, stored),
    });
  });
  publishToAllBrowsers(ctx, { type: "config" });
  return {};
});
