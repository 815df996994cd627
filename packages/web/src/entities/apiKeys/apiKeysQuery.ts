import { listApiKeys } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/**
 * The API keys of the person: their own, those that were delegated to them, and those of groups that they administer.
 * Without the secrets, which no cache may contain.
 */
export const apiKeysQuery = queryOptions({
  queryKey: ["apiKeys"],
  queryFn: async ({ signal }) => (await call(listApiKeys, {}, { signal })).keys,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
});
