import { type FlagName, getFeatureFlags } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** Whether a feature is on for the person who is signed in. Off until it is known, and when it cannot be known. */
export function useFlag(name: FlagName): boolean {
  const { data } = useQuery({
    queryKey: ["flags"],
    queryFn: ({ signal }) => call(getFeatureFlags, {}, { signal }),
    staleTime: 5 * 60_000,
  });
  return data?.[name] ?? false;
}
