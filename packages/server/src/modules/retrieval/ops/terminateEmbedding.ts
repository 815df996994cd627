import { terminateEmbedding } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishFilesOfDocument } from "../../files/service.ts";
import { terminateEmbeddingByFile } from "../embeddingRepository.ts";
import { abortEmbedding } from "../terminations.ts";

export const terminateEmbeddingHandler = implement(terminateEmbedding, async (ctx, { object_key: key }) => {
  const documentId = await transaction(ctx.db, async (tx) => {
    const id = await terminateEmbeddingByFile(tx, key.replace(/^s3:\/\//, ""));
    if (id === null) {
      throw new AppError("notFound", {
        userMessage: "No document with this key is being prepared for search by meaning.",
      });
    }
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "terminateEmbedding",
      objectType: "document",
      objectIds: [id],
    });
    return id;
  });
  abortEmbedding(ctx, documentId);
  await publishFilesOfDocument(ctx, documentId);
  return {};
});
