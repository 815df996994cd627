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

/** The sections that the administration opens with. They are read again each time it opens. */
export const siteConfigQuery = queryOptions({
  queryKey: ["siteConfig"],
  queryFn: ({ signal }) => call(op, { lazy_load: "1" }, { signal }),
  staleTime: 0,
  gcTime: 0,
  // What somebody edits must not change under their hands. Saving finds what others have saved.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: "always",
});

export const unsavedState: ConfigState = { revision: 0, savedBy: null, savedAt: null, locked: [] };

/** The data of one section. */
export type SectionData<Type extends ConfigType> = NonNullable<SiteConfigs[Type]>;
