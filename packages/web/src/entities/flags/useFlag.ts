import { type FlagName, getFeatureFlags } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export const flagsQuery = queryOptions({
  queryKey: ["flags"],
  queryFn: ({ signal }) => call(getFeatureFlags, {}, { signal }),
  staleTime: 5 * 60_000,
  // Without a network the call must fail, not keep waiting who needs a flag to go on.
  networkMode: "always",
  refetchOnReconnect: true,
});

/** Whether a feature is on for the person who is signed in. Off until it is known, and when it cannot be known. */
export function useFlag(name: FlagName): boolean {
  const { data } = useQuery(flagsQuery);
  return data?.[name] ?? false;
}
