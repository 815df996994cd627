import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { hasVectors } from "./vectorRepository.ts";

/** To which model the texts of documents go, with its server, as an operator reads it; null: they are searched by their words alone. */
export async function embeddingsServer(platform: Platform): Promise<string | null> {
  const model = (await hasVectors(platform.db)) ? await findEmbeddingsModel(platform) : null;
  if (model === null) return null;
  return `${model.upstreamId}${model.endpoint ? ` at ${new URL(model.endpoint.url).host}` : ""}`;
}
