import { type FlagName, getFeatureFlags } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export const flagsQuery = queryOptions({
  queryKey: ["flags"],
  queryFn: ({ signal }) => call(getFeatureFlags, {}, { signal }),
  staleTime: 5 * 60_000,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
  refetchOnReconnect: true,
});

/**
 * Returns true if a feature is on for the signed-in person. Returns false while the flags are loading or if they could
 * not be loaded.
 */
export function useFlag(name: FlagName): boolean {
  const { data } = useQuery(flagsQuery);
  return data?.[name] ?? false;
}
