import type { ConfigType } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useConfigDrafts } from "../../configDrafts.ts";
import { readSiteConfigs, siteConfigQuery } from "../../siteConfigQuery.ts";

const types = ["supportedModels", "openaiEndpoints"] as const satisfies readonly ConfigType[];

/**
 * Returns a function that reads the sections of models again, after a server was changed. A section with changes that are
 * not saved keeps its revision, so that saving still finds what others have saved.
 */
export function useReloadModels(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    const loaded = await readSiteConfigs("0").catch(() => null);
    if (!loaded) return;
    const { drafts } = useConfigDrafts.getState();
    cache.setQueryData(siteConfigQuery.queryKey, (configs) => {
      if (!configs) return configs;
      const states = Object.fromEntries(
        types.map((type) => [type, drafts[type] ? configs.states[type] : loaded.states[type]]),
      );
      const { supportedModels = {}, openaiEndpoints = [] } = loaded;
      return { ...configs, supportedModels, openaiEndpoints, states: { ...configs.states, ...states } };
    });
  };
}
