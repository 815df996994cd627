import type { ConfigType } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { readSiteConfigs, siteConfigQuery } from "../../siteConfigQuery.ts";

const types = ["supportedModels", "openaiEndpoints"] as const satisfies readonly ConfigType[];

/**
 * Returns a function that reads the sections of models again, after a server was changed. What is changed in them and
 * not saved keeps the revision it is based on.
 */
export function useReloadModels(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    const loaded = await readSiteConfigs("0").catch(() => null);
    if (!loaded) return;
    cache.setQueryData(siteConfigQuery.queryKey, (configs) => {
      if (!configs) return configs;
      const { supportedModels = {}, openaiEndpoints = [], states } = loaded;
      const loadedStates = Object.fromEntries(types.map((type) => [type, states[type]]));
      return { ...configs, supportedModels, openaiEndpoints, states: { ...configs.states, ...loadedStates } };
    });
  };
}
