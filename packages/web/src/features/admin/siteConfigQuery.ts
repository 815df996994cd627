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

/** The sections that are read once the administration is open, because they are long. */
export const laterConfigsQuery = queryOptions({
  ...siteConfigQuery,
  queryKey: ["siteConfig", "later"],
  queryFn: ({ signal }) => call(op, { lazy_load: "0" }, { signal }),
  // A tab that is opened again must not change what somebody edits.
  staleTime: Number.POSITIVE_INFINITY,
});

const laterTypes: readonly ConfigType[] = ["assistantAdminGroups"];

/** Returns the query that reads a section. */
export const getConfigQuery = (type: ConfigType) => (laterTypes.includes(type) ? laterConfigsQuery : siteConfigQuery);

/** Joins what both queries have read. */
export const joinConfigs = (first: SiteConfigs, later: SiteConfigs | undefined): SiteConfigs =>
  later ? { ...later, ...first, states: { ...later.states, ...first.states } } : first;

export const unsavedState: ConfigState = { revision: 0, savedBy: null, savedAt: null, locked: [] };

/** The data of one section. */
export type SectionData<Type extends ConfigType> = NonNullable<SiteConfigs[Type]>;
