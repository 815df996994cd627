import { getDataDisclosureStatus, getLatestDataDisclosure } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

const always = { staleTime: 0, networkMode: "always" } as const;

/** The agreement that people read and accept. It must not change under the eyes of somebody who reads it. */
export const latestDisclosureQuery = queryOptions({
  ...always,
  queryKey: ["disclosure", "latest"],
  queryFn: ({ signal }) => call(getLatestDataDisclosure, {}, { signal }),
  gcTime: 0,
  refetchOnReconnect: false,
});

/** What administrators know of the present agreement. */
export const disclosureStatusQuery = queryOptions({
  ...always,
  queryKey: ["disclosure", "status"],
  queryFn: ({ signal }) => call(getDataDisclosureStatus, {}, { signal }),
});
