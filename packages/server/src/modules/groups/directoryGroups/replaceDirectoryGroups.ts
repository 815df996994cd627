import { randomUUID } from "node:crypto";
import { AppError } from "../../../core/appError.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { getDirectoryGroupIds } from "./getDirectoryGroupIds.ts";
import * as repository from "./repository.ts";

export const listDirectoryGroupConfigs = repository.listDirectoryGroupContents;
export const lockDirectoryGroups = repository.lockIncludes;

/**
 * Throws `notFound` if there is no group of the directory with one of these names. So that none is deleted before the names
 * are stored, the caller has called `lockDirectoryGroups`.
 */
export async function assertDirectoryGroups(tx: DbTransaction, names: readonly string[]): Promise<void> {
  await getDirectoryGroupIds(tx, names);
}

export interface NewDirectoryGroup {
  groupName: string;
  /** Folded addresses. */
  members: readonly string[];
  /** Names of groups among these. */
  includeFromOtherGroups: readonly string[];
}

/**
 * Makes these the groups of the directory: creates the missing ones, changes the others, and deletes all that are not
 * named. The caller has called `lockDirectoryGroups`. Throws `notFound` if one includes an unknown group and `conflict` if one would include itself.
 */
export async function replaceDirectoryGroups(
  tx: DbTransaction,
  { groups, createdBy, now }: { groups: readonly NewDirectoryGroup[]; createdBy: string; now: Date },
): Promise<void> {
  const present = await repository.listDirectoryGroups(tx);
  const names = new Set(groups.map(({ groupName }) => groupName));
  for (const { id, name } of present) if (!names.has(name)) await repository.deleteDirectoryGroup(tx, id);
  for (const name of names) {
    if (present.some((group) => group.name === name)) continue;
    await repository.insertDirectoryGroup(tx, { id: randomUUID(), name, created_by: createdBy, created_at: now });
  }
  for (const { groupName, members, includeFromOtherGroups } of groups) {
    const [id = ""] = await getDirectoryGroupIds(tx, [groupName]);
    await repository.replaceAddresses(tx, id, members);
    await repository.replaceIncludes(tx, id, await getDirectoryGroupIds(tx, includeFromOtherGroups));
  }
  for (const { groupName } of groups) {
    const [id = ""] = await getDirectoryGroupIds(tx, [groupName]);
    if (!(await repository.includesItself(tx, id))) continue;
    throw new AppError("conflict", { userMessage: `“${groupName}” can’t include itself, not even through others.` });
  }
}
