import { removeMemoryProject } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { createProjectNotFoundError } from "../errors.ts";
import { deleteProject, lockMemories } from "../repository.ts";

export const removeMemoryProjectHandler = implement(removeMemoryProject, async (ctx, { ProjectID: id }) => {
  const ownerId = getOwnerId(ctx.actor);
  const count = await transaction(ctx.db, async (tx) => {
    await lockMemories(tx, ownerId);
    return deleteProject(tx, ownerId, id);
  });
  if (count === undefined) throw createProjectNotFoundError();
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { count };
});
