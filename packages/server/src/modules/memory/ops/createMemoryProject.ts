import { randomUUID } from "node:crypto";
import { createMemoryProject } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { checkProjectLimit } from "../memoryLimits.ts";
import { presentProject } from "../present.ts";
import { insertProject, lockMemories } from "../repository.ts";

export const createMemoryProjectHandler = implement(createMemoryProject, async (ctx, { ProjectName: name }) => {
  const ownerId = getOwnerId(ctx.actor);
  const project = { id: randomUUID(), name: toStorableText(name), created_at: ctx.clock.now() };
  await transaction(ctx.db, async (tx) => {
    await lockMemories(tx, ownerId);
    await insertProject(tx, ownerId, project);
    await checkProjectLimit(tx, ownerId);
  });
  publishBrowserEvent(ctx, ownerId, { type: "memories" });
  return { project: presentProject(project) };
});
