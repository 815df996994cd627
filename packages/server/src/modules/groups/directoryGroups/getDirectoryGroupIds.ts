import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { findDirectoryGroupIds, findSelectableDirectoryGroupIds } from "./repository.ts";

/** Returns the ids of the lists with these names, each once. Throws `notFound` if there is none with a name. */
export async function getDirectoryGroupIds(db: Db, names: readonly string[]): Promise<string[]> {
  return toIds(names, await findDirectoryGroupIds(db, names), createDirectoryGroupNotFoundError);
}

/**
 * Returns the ids of lists that an administrator of the group may choose, each once: those that contain the actor, and
 * those that the group has already. Site administrators may choose each. Throws the same `notFound` for a list that does
 * not exist and for a foreign one, of which the actor must not learn the members.
 */
export async function getSelectableDirectoryGroupIds(
  db: Db,
  actor: Actor,
  { groupId, names }: { groupId: string; names: readonly string[] },
): Promise<string[]> {
  if (actor.isAdmin) return getDirectoryGroupIds(db, names);
  const found = await findSelectableDirectoryGroupIds(db, { groupId, names, email: actor.verifiedEmail });
  return toIds(names, found, createNotInDirectoryGroupError);
}

function toIds(
  names: readonly string[],
  found: readonly { id: string; name: string }[],
  createError: (name: string) => AppError,
): string[] {
  const ids = new Map(found.map(({ id, name }) => [name, id]));
  return [...new Set(names)].map((name) => {
    const id = ids.get(name);
    if (id === undefined) throw createError(name);
    return id;
  });
}

export function createDirectoryGroupNotFoundError(name: string): AppError {
  return new AppError("notFound", { userMessage: `There is no group “${name.slice(0, 100)}” in the directory.` });
}

function createNotInDirectoryGroupError(name: string): AppError {
  return new AppError("notFound", {
    userMessage: `There is no group “${name.slice(0, 100)}” in the directory, or you’re not in it.`,
  });
}
