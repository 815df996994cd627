import { useQuery } from "@tanstack/react-query";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";

/**
 * Returns the cost of the person's model calls this month in dollars. Null while it loads and before anything has cost;
 * 0 if the cost is missing or could not be fetched.
 */
export function useMonthToDateCost(email: string, options: { enabled?: boolean; staleTime?: number } = {}) {
  const { data: cost, isError, errorUpdateCount } = useQuery({ ...monthToDateCostQuery(email), ...options });
  // A retry after a failure is pending again.
  const hasFailed = isError || (cost === undefined && errorUpdateCount > 0);
  if (hasFailed) return 0;
  return cost === undefined || cost === 0 ? null : (cost ?? 0);
}
