import {
  countMemories,
  getMemoryProjects,
  listPendingFacts,
  type Memory,
  type MemoryProject,
  readMemory,
} from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

export const memoryKeys = { all: ["memory"], facts: ["memory", "facts"] } as const;

// Without a network the calls must fail, which is shown, instead of waiting.
const networkMode = "always";

/** The memories about the person and those of assistants, newest first. */
export const personalMemoriesQuery = queryOptions({
  queryKey: [...memoryKeys.all, "personal"],
  queryFn: async ({ signal }): Promise<Memory[]> => (await call(readMemory, {}, { signal })).memories,
  networkMode,
});

/** The memories of a project, newest first. */
export const projectMemoriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...memoryKeys.all, "ofProject", projectId],
    queryFn: async ({ signal }): Promise<Memory[]> =>
      (await call(readMemory, { project_id: projectId }, { signal })).memories,
    networkMode,
  });

/** The memories with these ids, as far as they exist. */
export const memoriesByIdQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...memoryKeys.all, "byId", ids],
    queryFn: async ({ signal }): Promise<Memory[]> =>
      (await call(readMemory, { memory_ids: [...ids] }, { signal })).memories,
    networkMode,
  });

/** The person's projects, newest first. `email`: their own address. */
export const memoryProjectsQuery = (email: string) =>
  queryOptions({
    queryKey: [...memoryKeys.all, "projects", email],
    queryFn: async ({ signal }): Promise<MemoryProject[]> =>
      (await call(getMemoryProjects, { Email: email }, { signal })).projects,
    networkMode,
  });

/** The facts that were found after answers of a cloud conversation, oldest first. */
export const pendingFactsQuery = (conversationId: string) =>
  queryOptions({
    queryKey: [...memoryKeys.facts, conversationId],
    queryFn: async ({ signal }) =>
      (await call(listPendingFacts, { conversation_id: conversationId }, { signal })).facts,
    networkMode,
  });

/** How many memories the person has. */
export const memoryCountQuery = queryOptions({
  queryKey: [...memoryKeys.all, "count"],
  queryFn: async ({ signal }): Promise<number> => (await call(countMemories, {}, { signal })).total,
  networkMode,
});
