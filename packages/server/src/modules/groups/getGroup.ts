import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { authorizeGroup, type GroupVerb, getSubject } from "../access/service.ts";
import { findGroup, findGroups, type GroupWithLevel, lockGroup } from "./repository.ts";

/** Returns a group to which the actor may do this. Throws `notFound` or `forbidden`. */
export async function getGroup(db: Db, actor: Actor, verb: GroupVerb, wireId: string): Promise<GroupWithLevel> {
  return authorize(actor, verb, await findGroup(db, getSubject(actor), wireId));
}

/** Returns groups to all of which the actor may do this. Throws `notFound` or `forbidden`. */
export async function getGroups(
  db: Db,
  actor: Actor,
  verb: GroupVerb,
  wireIds: readonly string[],
): Promise<GroupWithLevel[]> {
  const groups = new Map((await findGroups(db, getSubject(actor), wireIds)).map((group) => [group.wireId, group]));
  return wireIds.map((wireId) => authorize(actor, verb, groups.get(wireId)));
}

/** Like `getGroup`, and locks the group's row until the transaction ends. */
export async function getLockedGroup(
  tx: DbTransaction,
  actor: Actor,
  verb: GroupVerb,
  wireId: string,
): Promise<GroupWithLevel> {
  return authorize(actor, verb, await lockGroup(tx, getSubject(actor), wireId));
}

function authorize(actor: Actor, verb: GroupVerb, group: GroupWithLevel | undefined): GroupWithLevel {
  if (!group) throw createGroupNotFoundError();
  authorizeGroup(actor, verb, group);
  return group;
}

export function createGroupNotFoundError(): AppError {
  return new AppError("notFound", { userMessage: "This group doesn’t exist, or you’re not a member." });
}
