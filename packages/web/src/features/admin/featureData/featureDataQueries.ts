import { getApiDocumentation, listBuiltInAssistants } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export const builtInAssistantsQuery = queryOptions({
  queryKey: ["builtInAssistants"],
  queryFn: ({ signal }) => call(listBuiltInAssistants, {}, { signal }),
  staleTime: 0,
});

export const apiDocumentationQuery = queryOptions({
  queryKey: ["apiDocumentation"],
  queryFn: ({ signal }) => call(getApiDocumentation, {}, { signal }),
  // The addresses expire.
  staleTime: 0,
});
