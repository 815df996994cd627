import { unblockPerson as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { unblockPerson } from "../blockPerson.ts";

export const unblockPersonHandler = implement(op, async (ctx, { personId }) => {
  assertSiteAdmin(ctx.actor);
  await unblockPerson(ctx, ctx.actor, personId);
  return {};
});
