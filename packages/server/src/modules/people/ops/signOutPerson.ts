import { signOutPerson as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { signOutPerson } from "../signOutPerson.ts";

export const signOutPersonHandler = implement(op, async (ctx, { personId }) => {
  assertSiteAdmin(ctx.actor);
  await signOutPerson(ctx, ctx.actor, personId);
  return {};
});
