import { isDeepStrictEqual } from "node:util";
import { builtInFolders, type Folder, isBuiltInFolder } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";
import { assertRoom } from "./libraryLimits.ts";
import { type OwnFolder, presentFolder } from "./ownItem.ts";
import { findStoredFolders, lockLibrary, measureLibrary, setLastRevision, writeFolders } from "./repository.ts";

/**
 * Makes or changes a person's folder on behalf of another call, in its transaction, so that every device hears of it; `pinned` stays as it
 * is. A folder that everybody has is not stored. Throws `tooLarge` where the person has too many.
 */
export async function keepFolder(tx: Db, ownerId: string, folder: Omit<OwnFolder, "pinned">, now: Date): Promise<void> {
  if (isBuiltInFolder(folder.id)) return;
  if (isKept((await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item, folder)) return;
  const revision = (await lockLibrary(tx, ownerId)) + 1;
  const known = (await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item;
  if (isKept(known, folder)) return;
  const item = { ...folder, pinned: known?.pinned ?? false };
  await writeFolders(tx, { ownerId, now }, [{ id: folder.id, item, revision }]);
  if (!known) assertRoom(await measureLibrary(tx, ownerId));
  await setLastRevision(tx, ownerId, revision);
}

function isKept(known: OwnFolder | null | undefined, folder: Omit<OwnFolder, "pinned">): boolean {
  if (!known) return false;
  const { pinned: _, ...rest } = known;
  return isDeepStrictEqual(rest, folder);
}

/** A person's folders of these ids, those that everybody has among them. */
export async function findFolders(db: Db, ownerId: string, ids: readonly string[]): Promise<Map<string, Folder>> {
  if (ids.length === 0) return new Map();
  const stored = await findStoredFolders(db, ownerId, ids);
  const own = [...stored].flatMap(([id, { item }]): [string, Folder][] => (item ? [[id, presentFolder(item)]] : []));
  const builtIn = builtInFolders.filter(({ id }) => ids.includes(id));
  return new Map([...own, ...builtIn.map((folder): [string, Folder] => [folder.id, { ...folder }])]);
}
