import { ErasedKind, getErasure as op } from "@lectern/contract";
import * as z from "zod/mini";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { findAuditNames, findLastEntryOf } from "../../audit/service.ts";
import { countPersonalRows } from "../countPersonalRows.ts";
import { createPersonNotFoundError } from "../createPersonNotFoundError.ts";
import { presentErasure } from "../presentErasure.ts";
import { findErasure } from "../repository.ts";

/** What the audit log says about an erasure. Earlier versions recorded less. */
const AuditedErasure = z.object({
  successorId: z.optional(z.string()),
  groupIds: z._default(z.array(z.string()), []),
  serviceIds: z._default(z.array(z.string()), []),
  // They masked the numbers of what is named like a secret.
  counts: z._default(z.record(z.string(), z.catch(z.number(), 0)), {}),
});

export const getErasureHandler = implement(op, async (ctx, { personId }) => {
  assertSiteAdmin(ctx.actor);
  const { db } = ctx;
  const erasure = await findErasure(db, personId);
  if (!erasure) throw createPersonNotFoundError();
  const entry = await findLastEntryOf(db, { verb: "erase", objectType: "person", objectId: personId });
  const { successorId, groupIds, serviceIds, counts } = z.parse(AuditedErasure, entry?.after ?? {});
  const actorId = entry?.actorId ?? null;
  const names = await findAuditNames(
    db,
    [actorId, successorId].flatMap((id) => id ?? []),
  );
  const remaining = await countPersonalRows(db, personId);
  return {
    ...presentErasure(erasure),
    erasedBy: (actorId !== null && names[actorId]?.name) || null,
    successor: (successorId !== undefined && names[successorId]?.name) || null,
    deleted: ErasedKind.options.flatMap((kind) => {
      const [count = 0, left = 0] = [counts[kind], remaining[kind]];
      return count + left === 0 ? [] : [{ kind, count: Math.max(count, left), remaining: left }];
    }),
    handedOver: { groups: groupIds.length, services: serviceIds.length },
  };
});
