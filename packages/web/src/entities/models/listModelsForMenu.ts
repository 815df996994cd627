import type { Model } from "@lectern/contract";

/** Returns the models without those that the person has hidden, but with the chosen one. */
export const listModelsForMenu = (
  models: readonly Model[],
  hiddenModelIds: readonly string[],
  chosenId: string | null,
): readonly Model[] => models.filter(({ id }) => id === chosenId || !hiddenModelIds.includes(id));
