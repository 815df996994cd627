import { removeMemory } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { createMemoryNotFoundError } from "../errors.ts";
import { presentMemory } from "../present.ts";
import { deleteMemory } from "../repository.ts";

export const removeMemoryHandler = implement(removeMemory, async (ctx, { memory_id: id }) => {
  const ownerId = getOwnerId(ctx.actor);
  const row = await deleteMemory(ctx.db, ownerId, id);
  if (!row) throw createMemoryNotFoundError();
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { memory: presentMemory(row, ctx.actor) };
});
