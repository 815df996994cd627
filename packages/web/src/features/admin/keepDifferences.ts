import type { ConfigType } from "@lectern/contract";
import { hashKey } from "@tanstack/react-query";
import type { Drafts } from "./configDrafts.ts";
import type { SectionData, SiteConfigs } from "./siteConfigQuery.ts";

/** Returns what of a changed section differs from the loaded one; null: nothing does. */
export function keepDifferences<Type extends ConfigType>(
  type: Type,
  data: SectionData<Type>,
  configs: SiteConfigs,
): SectionData<Type> | null {
  const { supportedModels, openaiEndpoints, assistantAdminGroups }: Drafts = { [type]: data };
  const kept = (changes: unknown, count: number) => (count === 0 ? null : (changes as SectionData<Type>));
  if (supportedModels) {
    const changed = Object.entries(supportedModels).filter(
      ([id, model]) => !isSame(model, configs.supportedModels?.[id]),
    );
    return kept(Object.fromEntries(changed), changed.length);
  }
  if (openaiEndpoints) {
    const loaded = (id: string) => configs.openaiEndpoints?.find((model) => model.id === id)?.endpoints ?? [];
    const changed = openaiEndpoints.filter(({ id, endpoints }) => !isSame(endpoints, loaded(id)));
    return kept(changed, changed.length);
  }
  // It contains only differences.
  if (assistantAdminGroups) return kept(data, Object.keys(assistantAdminGroups).length);
  return isSame(data, configs[type]) ? null : data;
}

/** The order of fields does not matter. */
const isSame = (value: unknown, other: unknown) => hashKey([value]) === hashKey([other]);
