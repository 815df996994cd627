import { isDeepStrictEqual } from "node:util";
import { builtInFolders, type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { assertWithinLimits } from "./promptStoreLimits.ts";
import {
  findStoredEntries,
  findStoredFolders,
  lockPromptStore,
  measurePromptStore,
  setLastRevision,
  writeFolders,
} from "./repository.ts";
import { presentStoredFolder, type StoredFolder } from "./storedItem.ts";

export { recordReceivedPrompts } from "./repository.ts";
export { receivedRights } from "./storedItem.ts";

/**
 * Creates or updates a person's folder in the caller's transaction, with a new revision so that all devices receive it.
 * `pinned` does not change. Built-in folders are not stored. Throws `tooLarge` if the folder is new and the person has
 * too many prompts and folders.
 */
export async function upsertFolder(
  tx: Db,
  ownerId: OwnerId,
  folder: Omit<StoredFolder, "pinned">,
  now: Date,
): Promise<void> {
  if (isBuiltInFolder(folder.id)) return;
  if (isUpToDate((await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item, folder)) return;
  const revision = (await lockPromptStore(tx, ownerId)) + 1;
  const existingFolder = (await findStoredFolders(tx, ownerId, [folder.id])).get(folder.id)?.item;
  if (isUpToDate(existingFolder, folder)) return;
  const item = { ...folder, pinned: existingFolder?.pinned ?? false };
  await writeFolders(tx, { ownerId, now }, [{ id: folder.id, item, revision }]);
  if (!existingFolder) assertWithinLimits(await measurePromptStore(tx, ownerId));
  await setLastRevision(tx, ownerId, revision);
}

function isUpToDate(existingFolder: StoredFolder | null | undefined, folder: Omit<StoredFolder, "pinned">): boolean {
  if (!existingFolder) return false;
  const { pinned: _, ...comparableFolder } = existingFolder;
  return isDeepStrictEqual(comparableFolder, folder);
}

/** Finds the person's prompts with these ids. */
export async function findPrompts(
  db: Db,
  ownerId: OwnerId,
  ids: readonly string[],
): Promise<Map<string, PromptTemplate>> {
  if (ids.length === 0) return new Map();
  const { prompts } = await findStoredEntries(db, ownerId, { prompts: ids, folders: [] });
  return new Map([...prompts].flatMap(([id, { item }]): [string, PromptTemplate][] => (item ? [[id, item]] : [])));
}

/** Finds the person's folders with these ids, including built-in folders. */
export async function findFolders(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<Map<string, Folder>> {
  if (ids.length === 0) return new Map();
  const storedFolders = await findStoredFolders(db, ownerId, ids);
  const ownFolders = [...storedFolders].flatMap(([id, { item }]): [string, Folder][] =>
    item ? [[id, presentStoredFolder(item)]] : [],
  );
  const matchingBuiltInFolders = builtInFolders.filter(({ id }) => ids.includes(id));
  return new Map([
    ...ownFolders,
    ...matchingBuiltInFolders.map((folder): [string, Folder] => [folder.id, { ...folder }]),
  ]);
}
