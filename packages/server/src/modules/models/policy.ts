import { isEmbeddingsModelId } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { ModelRow } from "./repository.ts";

/** False for embeddings models. */
export function isChatModel(row: Pick<ModelRow, "upstream_id">): boolean {
  return !isEmbeddingsModelId(row.upstream_id);
}

/** True if somebody may chat with the model. */
export function isUsableModel(row: ModelRow): boolean {
  return row.is_available && isChatModel(row);
}

/** True if everybody may chat with the model. */
export function isForEverybody(row: ModelRow): boolean {
  return isUsableModel(row) && row.exclusive_group_availability.length === 0;
}

/** True if this person may chat with the model: everybody may, or the members of one of their directory groups. */
export function isUsableBy(row: ModelRow, { directoryGroups }: Pick<Actor, "directoryGroups">): boolean {
  return (
    isForEverybody(row) ||
    (isUsableModel(row) && row.exclusive_group_availability.some((name) => directoryGroups.includes(name)))
  );
}

export function isGuide(row: Pick<ModelRow, "origin">): boolean {
  return row.origin === "guide";
}
