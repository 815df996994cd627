import { limits, getPerson as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin, getOwnerIdOfRow } from "../../access/service.ts";
import { listStoredMemberships } from "../../groups/service.ts";
import { listStoredAdmins } from "../../identity/service.ts";
import { getUsageOfMonth } from "../../usage/service.ts";
import { createPersonNotFoundError } from "../createPersonNotFoundError.ts";
import { presentPerson } from "../presentPerson.ts";
import { findListedPerson, measureStorage } from "../repository.ts";

export const getPersonHandler = implement(op, async (ctx, { personId }) => {
  assertSiteAdmin(ctx.actor);
  const { db, clock, config } = ctx;
  const person = await findListedPerson(db, personId, clock.now());
  if (!person) throw createPersonNotFoundError();
  const { groups, count } = await listStoredMemberships(db, personId, limits.groupsOfPersonShown);
  return {
    person: presentPerson(config, person, await listStoredAdmins(db)),
    createdAt: person.created_at.toISOString(),
    lastSignInAt: person.last_sign_in_at?.toISOString() ?? null,
    storage: await measureStorage(db, personId),
    groups,
    groupCount: count,
    usageThisMonth: await getUsageOfMonth(ctx, getOwnerIdOfRow({ owner_id: personId })),
  };
});
