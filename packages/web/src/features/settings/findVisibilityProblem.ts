import { t } from "@lingui/core/macro";
import type { SettingsSection } from "../../entities/settings/settingsSection.ts";

export const getDefaultModelHiddenText = (): string => t`The default model cannot be hidden.`;

/** Returns the reason why the chosen models cannot be hidden; null if they can. */
export const findVisibilityProblem: NonNullable<SettingsSection["findProblem"]> = (
  { hiddenModelIds },
  { models, defaultId },
) => {
  const hiddenIds = new Set(hiddenModelIds);
  if (models.length > 0 && models.every(({ id }) => hiddenIds.has(id))) {
    return t`All models are currently set to be hidden. At least one must stay visible.`;
  }
  return defaultId !== null && hiddenIds.has(defaultId) ? getDefaultModelHiddenText() : null;
};
