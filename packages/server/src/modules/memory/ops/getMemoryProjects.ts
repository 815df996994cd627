import { getMemoryProjects } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { assertOwnEmail } from "../assertOwnEmail.ts";
import { presentProject } from "../present.ts";
import { listProjects } from "../repository.ts";

export const getMemoryProjectsHandler = implement(getMemoryProjects, async (ctx, { Email: email }) => {
  assertOwnEmail(ctx.actor, email);
  return { projects: (await listProjects(ctx.db, getOwnerId(ctx.actor))).map(presentProject) };
});
