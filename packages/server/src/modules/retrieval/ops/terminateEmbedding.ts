import { terminateEmbedding } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { terminateEmbeddingByFile } from "../embeddingRepository.ts";

export const terminateEmbeddingHandler = implement(terminateEmbedding, async ({ db }, { object_key: key }) => {
  if (await terminateEmbeddingByFile(db, key.replace(/^s3:\/\//, ""))) return {};
  throw new AppError("notFound", { userMessage: "No document with this key is being prepared for search by meaning." });
});
