import type { ConfigType } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useWorkspace } from "../../../../entities/shell/workspace.ts";
import { rebaseConfigDraft, useConfigDrafts } from "../../configDrafts.ts";
import { readSiteConfigs, siteConfigQuery, unsavedState } from "../../siteConfigQuery.ts";

const types = ["supportedModels", "openaiEndpoints"] as const satisfies readonly ConfigType[];

/**
 * Returns a function that reads the sections of models again, after this person has changed a server. What is changed in
 * them and not saved is based on that change, so that saving does not ask about it. If somebody else has changed them,
 * too, it keeps the revision it is based on, and saving asks.
 */
export function useReloadModels(): () => Promise<void> {
  const cache = useQueryClient();
  const { email } = useWorkspace().user;
  return async () => {
    const loaded = await readSiteConfigs("0").catch(() => null);
    if (!loaded) return;
    for (const type of types) {
      const { revision, savedBy } = loaded.states[type] ?? unsavedState;
      const base = useConfigDrafts.getState().baseRevisions[type];
      // Another revision between them would be somebody else's.
      if (savedBy === email && revision - 1 === base) rebaseConfigDraft(type, revision);
    }
    cache.setQueryData(siteConfigQuery.queryKey, (configs) => {
      if (!configs) return configs;
      const { supportedModels = {}, openaiEndpoints = [], states } = loaded;
      const loadedStates = Object.fromEntries(types.map((type) => [type, states[type]]));
      return { ...configs, supportedModels, openaiEndpoints, states: { ...configs.states, ...loadedStates } };
    });
  };
}
