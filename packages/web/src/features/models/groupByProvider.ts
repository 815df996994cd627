import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { isGuide } from "../../entities/models/useModels.ts";

export interface ProviderGroup {
  /** The provider's name, as a heading. */
  name: string;
  models: readonly Model[];
}

/** Groups models by provider. The order of the groups and of their models is that in which the models are given. */
export function groupByProvider(models: readonly Model[]): ProviderGroup[] {
  const groups = Map.groupBy(models, getHeading);
  return [...groups].map(([name, members]) => ({ name, models: members }));
}

// Nobody provides the guide, which is not a language model.
const getHeading = (model: Model) => (isGuide(model) ? t({ message: "Other", context: "models" }) : model.provider);
