import { readMemory } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createProjectNotFoundError } from "../errors.ts";
import { presentMemory } from "../present.ts";
import { findProject, listMemories, type MemorySelection } from "../repository.ts";

export const readMemoryHandler = implement(readMemory, async (ctx, { project_id: projectId, memory_ids: ids }) => {
  const ownerId = getOwnerId(ctx.actor);
  if (projectId && !(await findProject(ctx.db, ownerId, projectId))) throw createProjectNotFoundError();
  const selection: MemorySelection = ids ? { ids } : projectId ? { projectId } : "personal";
  const rows = await listMemories(ctx.db, ownerId, selection);
  return { memories: rows.map((row) => presentMemory(row, ctx.actor)) };
});
