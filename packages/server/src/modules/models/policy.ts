import { isEmbeddingModel } from "./knownModels.ts";
import type { ModelRow } from "./repository.ts";

/** Whether the model answers chats; one that gives vectors does not. */
export function isChatModel(row: Pick<ModelRow, "upstream_id">): boolean {
  return !isEmbeddingModel(row.upstream_id);
}

/** Whether any signed-in person may chat with the model. One that is kept for certain groups is not for everybody. */
export function mayUse(row: ModelRow): boolean {
  return row.is_available && isChatModel(row) && row.exclusive_group_availability.length === 0;
}

export function isGuide(row: Pick<ModelRow, "origin">): boolean {
  return row.origin === "guide";
}
