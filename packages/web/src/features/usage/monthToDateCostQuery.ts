import { getMonthToDateCost, monthToDateCostField } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export const monthToDateCostQuery = (email: string) =>
  queryOptions({
    queryKey: ["monthToDateCost", email],
    // Null: the field is missing.
    queryFn: async ({ signal }) =>
      (await call(getMonthToDateCost, { email }, { signal }))[monthToDateCostField] ?? null,
  });
