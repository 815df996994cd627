import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { ownedBy, visibleTo } from "../access/service.ts";
import { type CopyOwner, copyFileToOwner } from "./copyFileToOwner.ts";
import { assertStorageAvailable } from "./policy.ts";
import { type CopyableFile, findFilesByDocument, findFilesToCopy, lockUsedStorage } from "./repository.ts";

export interface ProvidedFile {
  /** The key of the owner's file. */
  key: string;
  name: string;
  type: string;
}

/**
 * Provides an owner with files that the actor may read: those of others are copied, unless the owner has a file with the
 * same document. Returns the owner's files by the keys that the actor named. Throws `notFound` with the name of a file
 * that the actor may not read, whether or not it exists, `invalidInput` if the bytes of one have not arrived, and
 * `tooLarge` if the owner has no space for all of them. Copies stay if a later step fails; the next attempt uses them.
 */
export async function provideFiles(
  platform: Platform,
  actor: Actor,
  owner: CopyOwner,
  wanted: readonly { key: string; name: string }[],
): Promise<ReadonlyMap<string, ProvidedFile>> {
  const { db } = platform;
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const files = await findFilesToCopy(db, visibleTo(actor, "file", "read"), keys);
  const readableKeys = new Set(files.map(({ id }) => id));
  for (const { key, name } of wanted) if (!readableKeys.has(key)) throw createNamedNotFoundError(name);

  const foreignFiles = files.filter(({ owner_id }) => owner_id !== owner.id);
  const incompleteFile = foreignFiles.find(({ size }) => size === null);
  if (incompleteFile) throw createIncompleteError(incompleteFile.name);
  const documentIds = foreignFiles.flatMap(({ document_id }) => document_id ?? []);
  const keysByDocument = await findFilesByDocument(db, ownedBy(owner.id, "file"), documentIds);
  const findOwnersKey = ({ document_id }: CopyableFile) =>
    document_id === null ? undefined : keysByDocument.get(document_id);
  await assertSpace(
    platform,
    actor,
    owner,
    foreignFiles.filter((file) => findOwnersKey(file) === undefined),
  );
  const providedFiles = new Map<string, ProvidedFile>();
  for (const file of files) {
    const key =
      file.owner_id === owner.id ? file.id : (findOwnersKey(file) ?? (await copyFileToOwner(platform, file, owner)));
    providedFiles.set(file.id, { key, name: file.name, type: file.type });
  }
  return providedFiles;
}

/** Checks the space for all copies before the first one is made. */
async function assertSpace(
  { db, config }: Platform,
  actor: Actor,
  owner: CopyOwner,
  files: readonly CopyableFile[],
): Promise<void> {
  if (files.length === 0) return;
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const usedStorage = await transaction(db, (tx) => lockUsedStorage(tx, owner.id));
  try {
    assertStorageAvailable(usedStorage, bytes, config);
  } catch (error) {
    if (usedStorage.isOfGroup || owner.id === actor.principal.id) throw error;
    // How much space somebody else has is nobody's business.
    throw new AppError("tooLarge", {
      userMessage: "The owner of the assistant has not enough space for copies of these files.",
      cause: error,
    });
  }
}

const createNamedNotFoundError = (name: string) =>
  new AppError("notFound", {
    userMessage: `The file “${name.slice(0, 200)}” does not exist, or you do not have access to it.`,
  });

const createIncompleteError = (name: string) =>
  new AppError("invalidInput", {
    userMessage: `The file “${name}” has not been uploaded completely. Please wait, or upload it again.`,
  });
