import { listLegacyWorkspaces } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listWorkspaces } from "../repository.ts";

export const listLegacyWorkspacesHandler = implement(listLegacyWorkspaces, async (ctx) => {
  const { verifiedEmail } = ctx.actor;
  return { items: verifiedEmail === null ? [] : await listWorkspaces(ctx.db, verifiedEmail) };
});
