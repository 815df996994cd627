import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId, type OwnerId, ownedBy, visibleTo } from "../access/service.ts";
import { type CopyOwner, copyFileToOwner } from "./copyFileToOwner.ts";
import { assertStorageAvailable } from "./policy.ts";
import { type CopyableFile, findFilesToCopy, findReusableFiles, lockUsedStorage } from "./repository.ts";

/** A file as the client names it. */
export interface NamedFile {
  key: string;
  name: string;
}

export interface ProvidedFile {
  /** The key of the owner's file. */
  key: string;
  name: string;
  type: string;
}

/** Who gets the files: `groupId` is the wire id if the owner is a group. */
interface FileOwner {
  id: OwnerId;
  groupId: string | null;
}

interface FilesToProvide {
  wanted: readonly NamedFile[];
  /** Files of the owner that are used although the actor may not read them. */
  attachedKeys: readonly string[];
  onCopied: (key: string) => void;
}

/**
 * Provides an owner with files that the actor may read: those of others are copied, unless the owner has a file with the
 * same document that the actor may read or that is one of `attachedKeys`. Returns the owner's files by the keys that the
 * actor named. Throws `notFound` with the name of a file that the actor may not read, whether or not it exists,
 * `invalidInput` if the bytes of one have not arrived, and `tooLarge` if the owner has no space for all of them. Copies
 * stay if a later step fails; `onCopied` is called with the key of each.
 */
export async function provideFiles(
  platform: Platform,
  actor: Actor,
  { id, groupId }: FileOwner,
  { wanted, attachedKeys, onCopied }: FilesToProvide,
): Promise<ReadonlyMap<string, ProvidedFile>> {
  const scope = visibleTo(actor, "file", "read");
  const files = await getNamedFiles(platform, actor, wanted);
  const foreignFiles = files.filter(({ owner_id }) => owner_id !== id);
  const incompleteFile = foreignFiles.find(({ size }) => size === null);
  if (incompleteFile) throw createIncompleteError(incompleteFile.name);

  const owner = { id, groupId, reusableFiles: { scope, attachedKeys } };
  const copiedKeys = await copyFiles(platform, foreignFiles, owner, onCopied).catch((error: unknown) => {
    if (groupId !== null || id === actor.principal.id) throw error;
    throw concealSpace(error);
  });
  return new Map(
    files.map((file) => [file.id, { key: copiedKeys.get(file.id) ?? file.id, name: file.name, type: file.type }]),
  );
}

/** Returns those of these files that the owner has and whose bytes have arrived. */
export async function findOwnFiles(
  { db }: Pick<Platform, "db">,
  ownerId: OwnerId,
  keys: readonly string[],
): Promise<CopyableFile[]> {
  return (await findFilesToCopy(db, ownedBy(ownerId, "file"), keys)).filter(({ size }) => size !== null);
}

/**
 * Copies files that the actor was sent, unless the actor can read the same document in a file of their own. Returns the
 * actor's files by the keys of the sender's. Throws `tooLarge` if the actor has no space for all of them.
 */
export async function receiveFiles(
  platform: Platform,
  actor: Actor,
  files: readonly CopyableFile[],
): Promise<ReadonlyMap<string, ProvidedFile>> {
  const reusableFiles = { scope: visibleTo(actor, "file", "read"), attachedKeys: [] };
  const owner = { id: getOwnerId(actor), groupId: null, reusableFiles };
  const keys = await copyFiles(platform, files, owner, () => {});
  return new Map(
    files.flatMap(({ id, name, type }) => {
      const key = keys.get(id);
      return key === undefined ? [] : [[id, { key, name, type }] as const];
    }),
  );
}

/**
 * Returns files that the actor may read, each once. Throws `notFound` with the name of one that the actor may not read,
 * whether or not it exists.
 */
export async function getNamedFiles(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  wanted: readonly NamedFile[],
): Promise<CopyableFile[]> {
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const files = await findFilesToCopy(db, visibleTo(actor, "file", "read"), keys);
  const readableKeys = new Set(files.map((file) => file.id));
  for (const { key, name } of wanted) if (!readableKeys.has(key)) throw createNamedNotFoundError(name);
  return files;
}

/** Returns the keys of the owner's files by those of the given ones. Checks the space for all before the first copy. */
async function copyFiles(
  platform: Platform,
  files: readonly CopyableFile[],
  owner: CopyOwner,
  onCopied: (key: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const { db, config } = platform;
  if (files.length === 0) return new Map();
  const documentIds = files.flatMap(({ document_id }) => document_id ?? []);
  const keysByDocument = new Map(await findReusableFiles(db, owner.id, owner.reusableFiles, documentIds));
  const isCopied = ({ document_id }: CopyableFile) => document_id === null || !keysByDocument.has(document_id);
  const bytes = files.filter(isCopied).reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes > 0) assertStorageAvailable(await transaction(db, (tx) => lockUsedStorage(tx, owner.id)), bytes, config);
  const keys = new Map<string, string>();
  for (const file of files) {
    const { id, document_id } = file;
    const existingKey = document_id === null ? undefined : keysByDocument.get(document_id);
    const key = existingKey ?? (await copyFileToOwner(platform, file, owner, onCopied));
    if (document_id !== null) keysByDocument.set(document_id, key);
    keys.set(id, key);
  }
  return keys;
}

/** How much space somebody else has is nobody's business. */
function concealSpace(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "tooLarge") return error;
  const userMessage = "The owner of the assistant doesn’t have enough space for copies of these files.";
  return new AppError("tooLarge", { userMessage, cause: error });
}

const createNamedNotFoundError = (name: string) =>
  new AppError("notFound", {
    userMessage: `The file “${name.slice(0, 200)}” doesn’t exist, or you don’t have access to it.`,
  });

const createIncompleteError = (name: string) =>
  new AppError("invalidInput", {
    userMessage: `The file “${name}” hasn’t been uploaded completely. Please wait, or upload it again.`,
  });
