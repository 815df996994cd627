import { listPythonFunctions } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The functions in Python that the person has saved. */
export const pythonFunctionsQuery = queryOptions({
  queryKey: ["pythonFunctions"],
  queryFn: ({ signal }) => call(listPythonFunctions, {}, { signal }),
  staleTime: 60_000,
  // Without a network the call must fail, because code that is about to run waits for it.
  networkMode: "always",
});
