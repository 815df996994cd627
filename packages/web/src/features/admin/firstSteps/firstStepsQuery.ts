import { getFirstSteps } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export const firstStepsQuery = queryOptions({
  queryKey: ["firstSteps"],
  queryFn: ({ signal }) => call(getFirstSteps, {}, { signal }),
  // Another tab or the server's environment may have changed what they depend on.
  staleTime: 0,
  // The form waits for them.
  retry: false,
  networkMode: "always",
});
