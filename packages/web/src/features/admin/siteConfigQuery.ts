import {
  type ConfigData,
  type ConfigState,
  type ConfigType,
  type getSiteConfigs,
  type OpOutput,
  getSiteConfigs as op,
} from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export type SiteConfigs = OpOutput<typeof getSiteConfigs>;

/**
 * The configuration, which is read again each time the administration opens. It opens with the first group of sections,
 * while the second is being loaded.
 */
export const siteConfigQuery = queryOptions({
  queryKey: ["siteConfig"],
  async queryFn({ signal, client, queryKey }): Promise<SiteConfigs> {
    const first = await readSiteConfigs("1", signal);
    if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, first);
    const second = await readSiteConfigs("0", signal);
    return { ...second, ...first, states: { ...second.states, ...first.states } };
  },
  staleTime: 0,
  gcTime: 0,
  // What somebody edits must not change under their hands. Saving finds what others have saved.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isBeingEdited: true },
  networkMode: "always",
});

/** Reads the sections that the administration opens with, or the others. */
export const readSiteConfigs = (lazy_load: "0" | "1", signal?: AbortSignal): Promise<SiteConfigs> =>
  call(op, { lazy_load }, signal ? { signal } : {});

export const unsavedState: ConfigState = { revision: 0, savedBy: null, savedAt: null, locked: [] };

/** The data of one section. */
export type SectionData<Type extends ConfigType> = ConfigData<Type>;
