import { getOwnUsage } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** What the person has used by month and model. */
export const ownUsageQuery = queryOptions({
  queryKey: ["ownUsage"],
  queryFn: async ({ signal }) => (await call(getOwnUsage, {}, { signal })).months,
  // The last answer counts.
  staleTime: 0,
  // Without a network the call must fail, which is shown, instead of waiting.
  networkMode: "always",
});
