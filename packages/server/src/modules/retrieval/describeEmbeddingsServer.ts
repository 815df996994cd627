import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { hasVectorTable } from "./vectorRepository.ts";

/**
 * Describes for an operator which model and server receive the texts of documents. Returns null if documents are
 * searched by full text only.
 */
export async function describeEmbeddingsServer(platform: Platform): Promise<string | null> {
  const model = (await hasVectorTable(platform.db)) ? await findEmbeddingsModel(platform) : null;
  if (model === null) return null;
  return `${model.upstreamId}${model.endpoint ? ` at ${new URL(model.endpoint.url).host}` : ""}`;
}
