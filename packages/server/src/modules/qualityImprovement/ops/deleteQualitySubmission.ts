import { deleteQualitySubmission } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { createSubmissionNotFoundError } from "../errors.ts";
import { recordSubmissionAudit } from "../recordSubmissionAudit.ts";
import { deleteSubmission } from "../repository.ts";

export const deleteQualitySubmissionHandler = implement(deleteQualitySubmission, async (ctx, { submissionId }) => {
  assertSiteAdmin(ctx.actor);
  await transaction(ctx.db, async (tx) => {
    if (!(await deleteSubmission(tx, submissionId))) throw createSubmissionNotFoundError();
    await recordSubmissionAudit(tx, ctx, "delete", [{ id: submissionId }]);
  });
  return {};
});
