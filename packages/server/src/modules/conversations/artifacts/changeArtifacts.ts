import { type ConversationArtifact, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { createConversationNotFoundError } from "../createConversationNotFoundError.ts";
import type { ConversationKey } from "../messages/repository.ts";
import { publishSaved } from "../publishConversations.ts";
import { lockConversation, updateConversationRow } from "../repository.ts";
import { insertVersions, listDeletedNumbers, measureVersions, type VersionKey } from "./repository.ts";

/**
 * Adds versions to one of the owner's conversations. A version that exists is never overwritten, and the number of a
 * deleted one is given again only if it is restored. Returns those whose numbers are in use. Throws `notFound`, and `tooLarge` if the conversation would have too many artifacts.
 */
export async function addVersions(
  platform: Platform,
  key: ConversationKey,
  versions: readonly ConversationArtifact[],
  isRestored = false,
): Promise<VersionKey[]> {
  const inserted = await changeVersions(platform, key, async (tx) => {
    const deleted = isRestored ? new Map<string, number>() : await listDeletedNumbers(tx, key);
    const isFree = ({ artifactId, version }: VersionKey) => version > (deleted.get(artifactId) ?? 0);
    return insertWithinLimits(tx, key, versions.filter(isFree));
  });
  const isInserted = ({ artifactId, version }: VersionKey) =>
    inserted.some((other) => other.artifactId === artifactId && other.version === version);
  return versions.filter((version) => !isInserted(version)).map(({ artifactId, version }) => ({ artifactId, version }));
}

/** Inserts versions into a conversation that the transaction has locked or created. */
export async function insertWithinLimits(
  tx: Db,
  key: ConversationKey,
  versions: readonly ConversationArtifact[],
): Promise<VersionKey[]> {
  const inserted = await insertVersions(tx, key, versions);
  if (inserted.length > 0) await assertWithinLimits(tx, key);
  return inserted;
}

/** Throws `tooLarge`, which rolls the transaction back, if a conversation has too many artifacts. */
export async function assertWithinLimits(tx: Db, key: ConversationKey): Promise<void> {
  const { count, characters } = await measureVersions(tx, key);
  const { artifactVersionsPerConversation, artifactCharactersPerConversation } = limits;
  if (count <= artifactVersionsPerConversation && characters <= artifactCharactersPerConversation) return;
  throw new AppError("tooLarge", {
    userMessage: "This chat has no space for more artifacts. Please delete some versions first.",
  });
}

/** Changes the artifacts of a locked conversation, counts the change and tells the owner's browsers. */
export async function changeVersions<Result>(
  platform: Platform,
  key: ConversationKey,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const { ownerId, conversationId } = key;
  const { result, revision } = await transaction(platform.db, async (tx) => {
    if (!(await lockConversation(tx, ownerId, conversationId))) throw createConversationNotFoundError();
    const result = await change(tx);
    const row = await updateConversationRow(tx, ownerId, conversationId, { updated_at: platform.clock.now() });
    if (!row) throw createConversationNotFoundError();
    return { result, revision: row.revision };
  });
  publishSaved(platform, key, revision);
  return result;
}
