import {
  getErasure,
  getPerson,
  listErasures,
  listPeople,
  type OpOutput,
  type PeopleSort,
  type PeopleStatus,
  previewErasure,
} from "@lectern/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export type PersonDetails = OpOutput<typeof getPerson>;
export type ErasurePreview = OpOutput<typeof previewErasure>;
export type ErasureReport = OpOutput<typeof getErasure>;

export interface PeopleFilter {
  query: string;
  status: PeopleStatus;
  sort: PeopleSort;
}

/** The first part of the keys of all queries about people. */
export const peopleKey = ["administeredPeople"] as const;

const pageSize = 50;
/** How often the progress of an erasure is read. */
const progressIntervalMs = 2_000;

/** Read each time, because people come and go. Without a network the calls must fail at once instead of waiting. */
const present = {
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: "always",
} as const;

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...present,
    queryKey: [...peopleKey, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listPeople, { ...filter, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null, // The cursors of later pages are strings.
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const personQuery = (personId: string) =>
  queryOptions({
    ...present,
    queryKey: [...peopleKey, "person", personId],
    queryFn: ({ signal }) => call(getPerson, { personId }, { signal }),
  });

export const erasurePreviewQuery = (personId: string) =>
  queryOptions({
    ...present,
    queryKey: [...peopleKey, "preview", personId],
    queryFn: ({ signal }) => call(previewErasure, { personId }, { signal }),
  });

export const erasuresQuery = queryOptions({
  ...present,
  queryKey: [...peopleKey, "erasures"],
  queryFn: ({ signal }) => call(listErasures, {}, { signal }),
});

export const erasureQuery = (personId: string) =>
  queryOptions({
    ...present,
    queryKey: [...peopleKey, "erasure", personId],
    queryFn: ({ signal }) => call(getErasure, { personId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? progressIntervalMs : false),
  });
