import { getOperations } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** The operations that a site administrator has registered, by name. */
export const operationsQuery = queryOptions({
  queryKey: ["operations"],
  // Administrators change them while authors choose.
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getOperations, {}, { signal })).operations,
  // Without a network the call must fail, which is shown, instead of waiting.
  networkMode: "always",
});
