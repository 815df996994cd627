import { listErasures as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { presentErasure } from "../presentErasure.ts";
import { listErasures } from "../repository.ts";

/** More than an institution erases while somebody looks. The audit log has all of them. */
const maxErasures = 20;

export const listErasuresHandler = implement(op, async (ctx) => {
  assertSiteAdmin(ctx.actor);
  return { erasures: (await listErasures(ctx.db, maxErasures)).map(presentErasure) };
});
