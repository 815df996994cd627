import { randomUUID } from "node:crypto";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { foldEmail, isEmail } from "../../../core/email.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishRights } from "../publishRights.ts";
import { createDirectoryGroupNotFoundError, getDirectoryGroupIds } from "./getDirectoryGroupIds.ts";
import * as repository from "./repository.ts";

/** Lists all directory groups, for site administrators. */
export function listDirectoryGroups({ db }: Platform, actor: Actor): Promise<repository.DirectoryGroup[]> {
  assertSiteAdmin(actor);
  return repository.listDirectoryGroups(db);
}

/** Creates an empty list. Throws `invalidInput` if the name is empty and `conflict` if another list has it. */
export async function createDirectoryGroup(
  platform: AuditedPlatform,
  actor: Actor,
  input: { name: string },
): Promise<void> {
  assertSiteAdmin(actor);
  const name = input.name.trim();
  if (name === "") throw new AppError("invalidInput", { userMessage: "A group of the directory needs a name." });
  await transaction(platform.db, async (tx) => {
    const row = { id: randomUUID(), name, created_by: actor.principal.id, created_at: platform.clock.now() };
    if (!(await repository.insertDirectoryGroup(tx, row))) {
      throw new AppError("conflict", { userMessage: "Another group of the directory has this name." });
    }
    await audit(platform, actor, tx, { verb: "create", id: row.id, after: { name } });
  });
}

/** Adds and removes addresses. Throws `invalidInput` if one that is added is not an email address. */
export async function changeDirectoryGroupMembers(
  platform: AuditedPlatform,
  actor: Actor,
  { name, add = [], remove = [] }: { name: string; add?: readonly string[]; remove?: readonly string[] },
): Promise<void> {
  assertSiteAdmin(actor);
  const normalize = (emails: readonly string[]) => [...new Set(emails.map(foldEmail))];
  const addedEmails = normalize(add);
  if (!addedEmails.every(isEmail)) {
    throw new AppError("invalidInput", { userMessage: "The members must be email addresses." });
  }
  await changeDirectoryGroup(platform, name, async (tx, id) => {
    const counts = await repository.changeAddresses(tx, id, { add: addedEmails, remove: normalize(remove) });
    await audit(platform, actor, tx, { verb: "changeMembers", id, after: counts });
  });
}

/**
 * Sets the lists whose members are members of this list, too. Throws `conflict` if a list would then include itself
 * through others.
 */
export async function setDirectoryGroupIncludes(
  platform: AuditedPlatform,
  actor: Actor,
  { name, includes }: { name: string; includes: readonly string[] },
): Promise<void> {
  assertSiteAdmin(actor);
  await changeDirectoryGroup(platform, name, async (tx, id) => {
    const includedIds = await getDirectoryGroupIds(tx, includes);
    if (includedIds.includes(id)) throw createCircleError();
    await repository.replaceIncludes(tx, id, includedIds);
    if (await repository.includesItself(tx, id)) throw createCircleError();
    await audit(platform, actor, tx, { verb: "changeIncludes", id, after: includedIds });
  });
}

async function changeDirectoryGroup(
  platform: Platform,
  name: string,
  change: (tx: DbTransaction, id: string) => Promise<void>,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    await repository.lockIncludes(tx);
    const id = await repository.lockDirectoryGroup(tx, name);
    if (id === null) throw createDirectoryGroupNotFoundError(name);
    await change(tx, id);
  });
  publishRights(platform, "everybody");
}

const createCircleError = () =>
  new AppError("conflict", { userMessage: "A group of the directory can’t include itself, not even through others." });

async function audit(
  platform: AuditedPlatform,
  actor: Actor,
  tx: DbTransaction,
  { verb, id, ...states }: { verb: string; id: string; before?: unknown; after?: unknown },
): Promise<void> {
  const entry = { verb, objectType: "directoryGroup", objectIds: [id], ...states };
  await recordAudit(tx, getAuditSource(platform, actor), entry);
}
