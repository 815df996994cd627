import { listAuditKinds } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { listDistinct } from "../repository.ts";

export const listAuditKindsHandler = implement(listAuditKinds, async (ctx) => {
  assertSiteAdmin(ctx.actor);
  return { verbs: await listDistinct(ctx.db, "verb"), objectTypes: await listDistinct(ctx.db, "object_type") };
});
