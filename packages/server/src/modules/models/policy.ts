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
export function isUsableBy(row: ModelRow, actor: Pick<Actor, "directoryGroups">): boolean {
  return isUsableModel(row) && isOpenTo(row, actor);
}

/** True if the model is not kept for directory groups, or for one of this person's. It may be unavailable. */
export function isOpenTo(
  { exclusive_group_availability: groups }: Pick<ModelRow, "exclusive_group_availability">,
  { directoryGroups }: Pick<Actor, "directoryGroups">,
): boolean {
  return groups.length === 0 || groups.some((name) => directoryGroups.includes(name));
}

export function isGuide(row: Pick<ModelRow, "origin">): boolean {
  return row.origin === "guide";
}
