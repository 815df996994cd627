import {
  type ConfigState,
  type ConfigType,
  type getSiteConfigs,
  type OpOutput,
  getSiteConfigs as op,
} from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export type SiteConfigs = OpOutput<typeof getSiteConfigs>;

/** All sections. They are read again each time the administration opens. */
export const siteConfigQuery = queryOptions({
  queryKey: ["siteConfig"],
  async queryFn({ signal }): Promise<SiteConfigs> {
    const [first, others] = await Promise.all([readSiteConfigs("1", signal), readSiteConfigs("0", signal)]);
    return { ...first, ...others, states: { ...first.states, ...others.states } };
  },
  staleTime: 0,
  gcTime: 0,
  // What somebody edits must not change under their hands. Saving finds what others have saved.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: "always",
});

/** Reads the sections that the administration opens with, or the others. */
export const readSiteConfigs = (lazy_load: "0" | "1", signal?: AbortSignal): Promise<SiteConfigs> =>
  call(op, { lazy_load }, signal ? { signal } : {});

export const unsavedState: ConfigState = { revision: 0, savedBy: null, savedAt: null, locked: [] };

/** The data of one section. */
export type SectionData<Type extends ConfigType> = NonNullable<SiteConfigs[Type]>;
