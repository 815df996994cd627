import type { Model } from "@lectern/contract";

export const allHiddenText = "All models are currently set to be hidden. At least one must stay visible.";
export const defaultStaysText = "The default model cannot be hidden.";

/** [A5.22] Why these models cannot be hidden; null: they can. */
export function refuseHidden(models: readonly Model[], defaultId: string | null, hiddenIds: readonly string[]) {
  const hidden = new Set(hiddenIds);
  if (models.length > 0 && models.every(({ id }) => hidden.has(id))) return allHiddenText;
  return defaultId !== null && hidden.has(defaultId) ? defaultStaysText : null;
}
