import type { ConfigType } from "@lectern/contract";
import type { Drafts } from "./configDrafts.ts";
import type { SiteConfigs } from "./siteConfigQuery.ts";

/** The sections whose drafts contain only what was changed, so that the rest can be shown as it is now. */
const partialTypes: readonly ConfigType[] = ["supportedModels", "openaiEndpoints", "assistantAdminGroups"];

/** Returns the configuration with what was loaded, except for what is being edited or has been saved since. */
export function mergeLoaded(configs: SiteConfigs, loaded: SiteConfigs, drafts: Drafts): SiteConfigs {
  const getRevision = ({ states }: SiteConfigs, type: ConfigType) => states[type]?.revision ?? 0;
  const isUsable = (type: string) => {
    const configType = type as ConfigType; // the states and the sections have the names of the types
    const isEdited = drafts[configType] !== undefined && !partialTypes.includes(configType);
    return !isEdited && getRevision(loaded, configType) >= getRevision(configs, configType);
  };
  const pick = <Values extends object>(values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([type]) => isUsable(type))) as Partial<Values>;
  const { states, ...sections } = loaded;
  return { ...configs, ...pick(sections), states: { ...configs.states, ...pick(states) } };
}
