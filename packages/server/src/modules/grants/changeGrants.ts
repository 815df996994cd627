import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { decodeListCursor, toPage } from "../../core/listCursor.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { authorizeRole, findObjectRole, getDirectoryViewer, getObjectType, getSubject } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import {
  findConcernedByGrants,
  getInvitationExpiry,
  getRecipientKey,
  lockPeopleShared,
  publishRights,
  publishToConcerned,
  toAuditedRecipient,
} from "../groups/service.ts";
import { lockRecipients } from "../principals/service.ts";
import {
  deleteGrants,
  type Grantee,
  type GrantRole,
  listStoredGrantees,
  listStoredGrants,
  lockObject,
  type ObjectKey,
  type ObjectOwner,
  type StoredGrant,
  upsertGrants,
} from "./repository.ts";
import { resolveFormerGrantees, resolveGrantees } from "./resolveGrantees.ts";

/** Gives recipients a role for an object that the actor owns, and changes the role of those who have one. */
export async function giveGrants(
  platform: AuditedPlatform,
  actor: Actor,
  { object, names, role }: { object: ObjectKey; names: readonly string[]; role: GrantRole },
): Promise<void> {
  await changeGrants(platform, actor, { verb: "grant", object, names }, async (tx, stored) => {
    const now = platform.clock.now();
    const recipients = (await resolveGrantees(tx, actor, names, now)).filter(
      (recipient) => recipient.principalId !== actor.principal.id,
    );
    const terms = { grantedBy: actor.principal.id, now, expiresAt: getInvitationExpiry(now) };
    await upsertGrants(tx, object, { recipients, role }, terms);
    const before = recipients.flatMap((recipient) => stored.get(getRecipientKey(recipient)) ?? []);
    return { before, after: recipients.map((recipient) => ({ recipient, role })) };
  });
}

/** Takes the rights to an object that the actor owns away from recipients. Ignores those who have none. */
export async function revokeGrants(
  platform: AuditedPlatform,
  actor: Actor,
  { object, names }: { object: ObjectKey; names: readonly string[] },
): Promise<void> {
  await changeGrants(platform, actor, { verb: "revoke", object, names }, async (tx, stored) => {
    const recipients = await resolveFormerGrantees(tx, actor, names, platform.clock.now());
    const before = recipients.flatMap((recipient) => stored.get(getRecipientKey(recipient)) ?? []);
    await deleteGrants(
      tx,
      object,
      before.map(({ recipient }) => recipient),
    );
    return { before, after: [] };
  });
}

/** Lists the grants of an object that the actor owns. */
export async function listGrants(
  platform: Platform,
  actor: Actor,
  { object }: { object: ObjectKey },
): Promise<StoredGrant[]> {
  return transaction(platform.db, async (tx) => {
    await assertSharable(tx, actor, object);
    return listStoredGrants(tx, object, platform.clock.now());
  });
}

/** Lists a page of the grants of an object that the actor owns, with whom they are to. `total`: of all pages. */
export async function listGrantees(
  platform: Platform,
  actor: Actor,
  { object, limit, cursor }: { object: ObjectKey; limit: number; cursor: string | null },
): Promise<{ grantees: Grantee[]; total: number; nextCursor: string | null }> {
  const after = cursor === null ? null : decodeListCursor(cursor);
  const rows = await transaction(platform.db, async (tx) => {
    await assertSharable(tx, actor, object);
    const viewer = getDirectoryViewer(platform.config, actor);
    return listStoredGrantees(tx, object, { viewer, now: platform.clock.now(), after, limit: limit + 1 });
  });
  const { page, nextCursor } = toPage(rows, limit);
  return { grantees: page, total: rows[0]?.total ?? 0, nextCursor };
}

interface GrantChange {
  before: readonly StoredGrant[];
  after: readonly StoredGrant[];
}

async function changeGrants(
  platform: AuditedPlatform,
  actor: Actor,
  { verb, object, names }: { verb: string; object: ObjectKey; names: readonly string[] },
  change: (tx: DbTransaction, stored: ReadonlyMap<string, StoredGrant>) => Promise<GrantChange>,
): Promise<void> {
  const { concerned, ownerId } = await transaction(platform.db, async (tx) => {
    await lockPeopleShared(tx);
    await lockRecipients(tx, names);
    const { ownerId } = await assertSharable(tx, actor, object);
    const grants = await listStoredGrants(tx, object, platform.clock.now());
    const { before, after } = await change(
      tx,
      new Map(grants.map((grant) => [getRecipientKey(grant.recipient), grant])),
    );
    if (before.length === 0 && after.length === 0) return { concerned: [], ownerId: null };
    const toAudited = (list: readonly StoredGrant[]) =>
      list.map(({ recipient, role }) => ({ recipient: toAuditedRecipient(platform, recipient), role }));
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb,
      objectType: object.type,
      objectIds: [object.id],
      before: toAudited(before),
      after: toAudited(after),
    });
    const principalIds = [...before, ...after].flatMap(({ recipient }) => recipient.principalId ?? []);
    return { concerned: await findConcernedByGrants(tx, principalIds), ownerId };
  });
  publishRights(platform, concerned);
  const type = getObjectType(object.type).event;
  if (type === undefined || ownerId === null) return;
  // The owner may have the list of those who have access open in another window.
  const told = concerned === "everybody" ? concerned : [...concerned, ownerId];
  publishToConcerned(platform, told, { type });
}

/** Locks the object and returns its owner. Throws `notFound` or `forbidden` unless the actor may share it. */
async function assertSharable(tx: DbTransaction, actor: Actor, object: ObjectKey): Promise<ObjectOwner> {
  const owner = await lockObject(tx, object);
  if (!owner) throw new AppError("notFound");
  const role = await findObjectRole(tx, getSubject(actor), object);
  authorizeRole(role, object.type, "share");
  if (owner.ownerKind === "group") {
    throw new AppError("forbidden", {
      userMessage: "What belongs to a group is shared by adding members to the group.",
    });
  }
  return owner;
}
