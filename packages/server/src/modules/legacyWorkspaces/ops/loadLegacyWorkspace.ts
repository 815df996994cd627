import { loadLegacyWorkspace } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { findWorkspaceContent } from "../repository.ts";

export const loadLegacyWorkspaceHandler = implement(loadLegacyWorkspace, async (ctx, { key }) => {
  const { verifiedEmail } = ctx.actor;
  const item = verifiedEmail === null ? null : await findWorkspaceContent(ctx.db, verifiedEmail, key);
  if (item === null) throw new AppError("notFound");
  return { item };
});
