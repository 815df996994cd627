import { getMonthToDateCost, monthToDateCostField } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export const monthToDateCostQuery = (email: string) =>
  queryOptions({
    queryKey: ["monthToDateCost", email],
    // The field may be missing, and a query must not return undefined.
    queryFn: async ({ signal }) => (await call(getMonthToDateCost, { email }, { signal }))[monthToDateCostField] ?? 0,
  });
