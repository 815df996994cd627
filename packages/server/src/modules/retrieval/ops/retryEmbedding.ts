import { retryEmbedding } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishFilesOfDocument } from "../../files/service.ts";
import { findEndedEmbedding, markEmbeddingQueued } from "../embeddingRepository.ts";
import { findUsableEmbeddingsModel, sendEmbeddingJob } from "../requestEmbedding.ts";

export const retryEmbeddingHandler = implement(retryEmbedding, async (ctx, { object_key: key }) => {
  const model = await findUsableEmbeddingsModel(ctx);
  const documentId = await transaction(ctx.db, async (tx) => {
    const id = await findEndedEmbedding(tx, key.replace(/^s3:\/\//, ""));
    if (id === null) {
      throw new AppError("notFound", {
        userMessage: "The preparation of this document has neither failed nor been stopped.",
      });
    }
    if (!model || !(await markEmbeddingQueued(tx, id, model.id, ctx.clock.now()))) {
      throw new AppError("unavailable", { userMessage: "There is no model for search by meaning." });
    }
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "retryEmbedding",
      objectType: "document",
      objectIds: [id],
    });
    return id;
  });
  await sendEmbeddingJob(ctx, documentId);
  await publishFilesOfDocument(ctx, documentId);
  return {};
});
