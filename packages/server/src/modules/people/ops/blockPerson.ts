import { blockPerson as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { blockPerson } from "../blockPerson.ts";

export const blockPersonHandler = implement(op, async (ctx, { personId, successorId }) => {
  assertSiteAdmin(ctx.actor);
  await blockPerson(ctx, ctx.actor, personId, successorId === undefined ? {} : { successorId });
  return {};
});
