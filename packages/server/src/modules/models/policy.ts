import { isEmbeddingsModel } from "./knownModels.ts";
import type { ModelRow } from "./repository.ts";

/** False for embeddings models. */
export function isChatModel(row: Pick<ModelRow, "upstream_id">): boolean {
  return !isEmbeddingsModel(row.upstream_id);
}

/** True if every signed-in person may chat with the model. Models reserved for groups are not usable. */
export function isUsableModel(row: ModelRow): boolean {
  return row.is_available && isChatModel(row) && row.exclusive_group_availability.length === 0;
}

export function isGuide(row: Pick<ModelRow, "origin">): boolean {
  return row.origin === "guide";
}
