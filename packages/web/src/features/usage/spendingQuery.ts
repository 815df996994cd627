import { getSpending, type RateLimitInfo } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { findUrgentLimit } from "./findUrgentLimit.ts";

export const spendingQuery = queryOptions({
  queryKey: ["spending"],
  queryFn: ({ signal }) => call(getSpending, {}, { signal }),
  // Refetch after the shown limit has reset.
  refetchInterval: ({ state }) => getRefetchIntervalMs(state.data?.limits ?? []),
});

const minRefetchMs = 5_000;
const maxRefetchMs = 60 * 60_000;
/** The refetch interval while the reset time has passed here but not on the server, because their clocks differ. */
const clockSkewRefetchMs = 60_000;

/**
 * Returns the refetch interval in ms: the time until the shown limit resets, within bounds. False if no limit is shown.
 */
function getRefetchIntervalMs(limits: readonly RateLimitInfo[]): number | false {
  const urgentLimit = findUrgentLimit(limits);
  if (!urgentLimit) return false;
  const ms = Date.parse(urgentLimit.resetsAt) - Date.now() + 1_000;
  return ms <= 0 ? clockSkewRefetchMs : Math.min(Math.max(ms, minRefetchMs), maxRefetchMs);
}
