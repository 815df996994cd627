import { listPeople as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeListCursor, decodeTimeCursor, toPage } from "../../../core/listCursor.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { listStoredAdmins } from "../../identity/service.ts";
import { presentPerson } from "../presentPerson.ts";
import { listPeople } from "../repository.ts";

export const listPeopleHandler = implement(op, async (ctx, { query, status, sort, limit, cursor }) => {
  assertSiteAdmin(ctx.actor);
  const { db, clock, config } = ctx;
  const decode = sort === "lastSeen" ? decodeTimeCursor : decodeListCursor;
  const after = cursor === undefined ? null : decode(cursor);
  const addedAdmins = await listStoredAdmins(db);
  const rows = await listPeople(db, {
    query: query.trim(),
    status,
    sort,
    after,
    limit: limit + 1,
    now: clock.now(),
    adminEmails: [...config.admins, ...addedAdmins],
  });
  const { page, nextCursor } = toPage(rows, limit);
  return { people: page.map((person) => presentPerson(config, person, addedAdmins)), nextCursor };
});
