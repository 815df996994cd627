import { listUserIntegrations } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** What the person can connect, and what they have connected. */
export const integrationsQuery = queryOptions({
  queryKey: ["integrations"],
  queryFn: ({ signal }) => call(listUserIntegrations, {}, { signal }),
  // Without a network the call must fail, which is shown, instead of waiting.
  networkMode: "always",
});
