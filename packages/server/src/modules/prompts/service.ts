import { isDeepStrictEqual } from "node:util";
import { builtInFolders, type Folder, isBuiltInFolder } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";
import { assertWithinLimits } from "./promptStoreLimits.ts";
import { findStoredFolders, lockPromptStore, measurePromptStore, setLastRevision, writeFolders } from "./repository.ts";
import { presentStoredFolder, type StoredFolder } from "./storedItem.ts";

/**
 * Creates or updates a person's folder in the caller's transaction, with a new revision so that all devices receive it.
 * `pinned` does not change. Built-in folders are not stored. Throws `tooLarge` if the person has too many folders.
 */
export async function upsertFolder(
  tx: Db,
  ownerId: string,
  folder: Omit<StoredFolder, "pinned">,
  now: Date,
): Promise<void> {
  if (isBuiltInFolder(folder.id)) return;
  if (isUpToDate((await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item, folder)) return;
  const revision = (await lockPromptStore(tx, ownerId)) + 1;
  const known = (await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item;
  if (isUpToDate(known, folder)) return;
  const item = { ...folder, pinned: known?.pinned ?? false };
  await writeFolders(tx, { ownerId, now }, [{ id: folder.id, item, revision }]);
  if (!known) assertWithinLimits(await measurePromptStore(tx, ownerId));
  await setLastRevision(tx, ownerId, revision);
}

function isUpToDate(known: StoredFolder | null | undefined, folder: Omit<StoredFolder, "pinned">): boolean {
  if (!known) return false;
  const { pinned: _, ...rest } = known;
  return isDeepStrictEqual(rest, folder);
}

/** The person's folders with these ids, including built-in ones. */
export async function findFolders(db: Db, ownerId: string, ids: readonly string[]): Promise<Map<string, Folder>> {
  if (ids.length === 0) return new Map();
  const stored = await findStoredFolders(db, ownerId, ids);
  const own = [...stored].flatMap(([id, { item }]): [string, Folder][] =>
    item ? [[id, presentStoredFolder(item)]] : [],
  );
  const builtIn = builtInFolders.filter(({ id }) => ids.includes(id));
  return new Map([...own, ...builtIn.map((folder): [string, Folder] => [folder.id, { ...folder }])]);
}
