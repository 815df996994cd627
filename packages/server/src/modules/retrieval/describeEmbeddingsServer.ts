import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { hasVectors } from "./vectorRepository.ts";

/**
 * Describes for an operator which model and server receive the texts of documents; null if documents are only searched
 * by full text.
 */
export async function describeEmbeddingsServer(platform: Platform): Promise<string | null> {
  const model = (await hasVectors(platform.db)) ? await findEmbeddingsModel(platform) : null;
  if (model === null) return null;
  return `${model.upstreamId}${model.endpoint ? ` at ${new URL(model.endpoint.url).host}` : ""}`;
}
