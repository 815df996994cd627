import { hideFirstSteps } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { insertHidden } from "../repository.ts";

export const hideFirstStepsHandler = implement(hideFirstSteps, async (ctx) => {
  await transaction(ctx.db, async (tx) => {
    if (!(await insertHidden(tx, { by: ctx.actor.principal.id, now: ctx.clock.now() }))) return;
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: ["firstSteps"],
    });
  });
  return {};
});
