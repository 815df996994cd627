import { type AuditedName, type AuditFilter, listAuditEntries, listAuditKinds, systemActor } from "@lectern/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import type { AuditFilterState } from "./auditFilter.ts";

/** The first part of the keys of all queries about the audit log. */
export const auditKey = ["auditLog"] as const;

export type AuditedNames = Readonly<Record<string, AuditedName>>;

const present = {
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: "always",
} as const;

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...present,
    queryKey: [...auditKey, "entries", filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null, // The cursors of later pages are strings.
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const auditKindsQuery = queryOptions({
  ...present,
  queryKey: [...auditKey, "kinds"],
  queryFn: ({ signal }) => call(listAuditKinds, {}, { signal }),
});

/** `systemName`: how the server itself is called in this language. */
export function toAuditFilter(
  { actor, verb, objectType, object, firstDay, lastDay }: AuditFilterState,
  systemName: string,
): AuditFilter {
  const name = actor.trim();
  return {
    ...(name !== "" && { actor: name.toLowerCase() === systemName.toLowerCase() ? systemActor : name }),
    ...(verb !== "" && { verb }),
    ...(objectType !== "" && { objectType }),
    ...(object.trim() !== "" && { object: object.trim() }),
    ...(firstDay !== "" && { from: toMidnight(firstDay, 0) }),
    ...(lastDay !== "" && { until: toMidnight(lastDay, 1) }),
  };
}

/** Returns when a day begins here, or the one `days` later. */
function toMidnight(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}
