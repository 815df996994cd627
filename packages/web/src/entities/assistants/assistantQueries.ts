import {
  getAssistant,
  listAssistantShares,
  listAssistants,
  listAssistantVersions,
  type OpOutput,
} from "@lectern/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { readAllPages } from "../../lib/readAllPages.ts";
import { translateSystemAssistants } from "./system/translateSystemAssistants.ts";
import { withoutApiAssistants } from "./system/withoutApiAssistants.ts";

/** The versions of an assistant, newest first, page by page. */
export const assistantVersionsQuery = (assistantId: string) =>
  infiniteQueryOptions({
    queryKey: ["assistants", "versions", assistantId],
    queryFn: ({ pageParam, signal }) =>
      call(listAssistantVersions, { assistantId, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  });

/** One version of an assistant. It never changes. */
export const assistantVersionQuery = (assistantId: string, version: number) =>
  queryOptions({
    queryKey: ["assistantVersion", assistantId, version],
    queryFn: async ({ signal }) => (await call(getAssistant, { assistantId, version }, { signal })).definition,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who has a right to an assistant of the person, by name, page by page. */
export const assistantSharesQuery = (assistantId: string) =>
  infiniteQueryOptions({
    queryKey: ["assistants", "shares", assistantId],
    queryFn: ({ pageParam, signal }) =>
      call(listAssistantShares, { assistantId, limit: sharesPerPage, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A list that is opened again loads only its first page instead of all pages.
    gcTime: 0,
  });

/** The rows have menus, which take time to render. */
const sharesPerPage = 50;

/** An assistant that members of a group can use: `sharedRole` if somebody has shared it with the group. */
export type GroupAssistant = OpOutput<typeof listAssistants>["assistants"][number];

/**
 * All assistants that members of a group can use from it, by name: the group's own, of which writers also see the
 * unpublished ones, and those that people have shared with the group.
 */
export const groupAssistantsQuery = (groupId: string) =>
  queryOptions({
    queryKey: ["assistants", "group", groupId],
    queryFn: async ({ signal, client }): Promise<GroupAssistant[]> => {
      const assistants = await readAllPages(async (cursor) => {
        const input = { groupId, include: "shared" as const, ...(cursor === null ? {} : { cursor }) };
        const { assistants: items, nextCursor } = await call(listAssistants, input, { signal });
        return { items, nextCursor };
      });
      return translateSystemAssistants(await withoutApiAssistants(assistants, client));
    },
  });
