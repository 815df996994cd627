import { getQualitySubmission } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { createSubmissionNotFoundError } from "../errors.ts";
import { presentSubmission } from "../present.ts";
import { recordSubmissionAudit } from "../recordSubmissionAudit.ts";
import { findSubmission } from "../repository.ts";

export const getQualitySubmissionHandler = implement(getQualitySubmission, async (ctx, { submissionId }) => {
  assertSiteAdmin(ctx.actor);
  return transaction(ctx.db, async (tx) => {
    const row = await findSubmission(tx, submissionId);
    if (!row) throw createSubmissionNotFoundError();
    await recordSubmissionAudit(tx, ctx, "open", [row]);
    return { submission: presentSubmission(row) };
  });
});
