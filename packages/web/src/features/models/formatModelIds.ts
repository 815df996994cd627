const maxShownIds = 5;

/** Joins the ids of models; a gateway may have hundreds. */
export function formatModelIds(ids: readonly string[]): string {
  return ids.length > maxShownIds ? `${ids.slice(0, maxShownIds).join(", ")} …` : ids.join(", ");
}
