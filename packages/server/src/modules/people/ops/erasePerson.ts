import { erasePerson as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { erasePerson } from "../erasePerson.ts";

export const erasePersonHandler = implement(op, async (ctx, { personId, email, successorId }) => {
  assertSiteAdmin(ctx.actor);
  const successor = successorId === undefined ? {} : { successorId };
  await erasePerson(ctx, ctx.actor, personId, { confirmedEmail: email, ...successor });
  return {};
});
