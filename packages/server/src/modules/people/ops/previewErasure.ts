import { ErasedKind, previewErasure as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { listGroupsOfOnlyAdministrator } from "../../groups/service.ts";
import { getAdministratorSource, listStoredAdmins } from "../../identity/service.ts";
import { countPersonalRows } from "../countPersonalRows.ts";
import { createPersonNotFoundError } from "../createPersonNotFoundError.ts";
import { findPerson, listServiceNames } from "../repository.ts";

export const previewErasureHandler = implement(op, async (ctx, { personId }) => {
  assertSiteAdmin(ctx.actor);
  const { db, config } = ctx;
  const person = await findPerson(db, personId);
  if (!person) throw createPersonNotFoundError();
  const counts = await countPersonalRows(db, personId);
  return {
    email: person.email,
    administratorSource: getAdministratorSource(config, person, await listStoredAdmins(db)),
    deleted: ErasedKind.options.flatMap((kind) => {
      const count = counts[kind];
      return count === undefined ? [] : [{ kind, count }];
    }),
    groups: await listGroupsOfOnlyAdministrator(db, personId),
    services: await listServiceNames(db, personId),
  };
});
