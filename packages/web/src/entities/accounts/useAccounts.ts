import { type Account, defaultEditableRateLimit, generalAccount, getAccounts } from "@lectern/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { call } from "../../lib/call.ts";

export const accountsQuery = queryOptions({
  queryKey: ["accounts"],
  queryFn: ({ signal }) => call(getAccounts, {}, { signal }),
});

/** What everybody has, also while the list cannot be loaded. */
const fallbackAccounts: readonly Account[] = [
  { ...generalAccount, rateLimit: defaultEditableRateLimit, isDefault: true },
];

/** The person's accounts; the general one alone while they are not known. */
export function useAccounts(): readonly Account[] {
  const { data } = useQuery(accountsQuery);
  const cache = useQueryClient();
  useBrowserEvent("settings", () => void cache.invalidateQueries(accountsQuery));
  return data?.accounts ?? fallbackAccounts;
}
