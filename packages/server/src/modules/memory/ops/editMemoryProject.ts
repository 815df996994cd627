import { editMemoryProject } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { createProjectNotFoundError } from "../errors.ts";
import { presentProject } from "../present.ts";
import { renameProject } from "../repository.ts";

export const editMemoryProjectHandler = implement(
  editMemoryProject,
  async (ctx, { ProjectID: id, ProjectName: name }) => {
    const ownerId = getOwnerId(ctx.actor);
    const row = await renameProject(ctx.db, ownerId, id, toStorableText(name));
    if (!row) throw createProjectNotFoundError();
    publishBrowserEvent(ctx, ownerId, { type: "memories" });
    return { project: presentProject(row) };
  },
);
