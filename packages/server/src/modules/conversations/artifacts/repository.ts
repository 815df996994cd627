import { ArtifactType, type ConversationArtifact, limits } from "@lectern/contract";
import { type Selectable, sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../../../platform/db/database.ts";
import type { ArtifactVersionsTable } from "../../../platform/db/schema.ts";
import type { ConversationKey } from "../messages/repository.ts";
import { toStorableText } from "../toStorableJson.ts";

/** Names a version within its conversation. */
export type VersionKey = Pick<ConversationArtifact, "artifactId" | "version">;

/** A version without its contents. */
export type VersionSummary = Omit<ConversationArtifact, "contents">;

type ArtifactRow = Selectable<ArtifactVersionsTable>;

/** Lists all versions of a conversation's artifacts, in the order of their numbers. */
export async function listVersions(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
): Promise<ConversationArtifact[]> {
  const rows = await db
    .selectFrom("artifact_versions")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .orderBy("version")
    .orderBy("artifact_id")
    .execute();
  return rows.map(presentVersion);
}

/** Like `listVersions`, but does not read the contents. */
export async function listVersionSummaries(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
): Promise<VersionSummary[]> {
  const rows = await db
    .selectFrom("artifact_versions")
    .select(["artifact_id", "version", "message_id", "name", "description", "type", "tags", "created_on", "shared_by"])
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .orderBy("version")
    .orderBy("artifact_id")
    .execute();
  return rows.map(presentSummary);
}

/** Returns the contents of some versions, by artifact. */
export async function findContents(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  keys: readonly VersionKey[],
): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const { artifactId, version } of keys) {
    const row = await db
      .selectFrom("artifact_versions")
      .select("contents")
      .where("owner_id", "=", ownerId)
      .where("conversation_id", "=", conversationId)
      .where("artifact_id", "=", artifactId)
      .where("version", "=", version)
      .executeTakeFirst();
    if (row) contents.set(artifactId, row.contents);
  }
  return contents;
}

const presentVersion = (row: ArtifactRow): ConversationArtifact => ({ ...presentSummary(row), contents: row.contents });

function presentSummary(row: Omit<ArtifactRow, "owner_id" | "conversation_id" | "contents">): VersionSummary {
  return {
    artifactId: row.artifact_id,
    version: row.version,
    name: row.name,
    description: row.description,
    type: z.parse(ArtifactType, row.type),
    tags: row.tags,
    createdAt: row.created_on,
    sharedBy: row.shared_by,
    messageId: row.message_id,
  };
}

/** Returns the number of versions of a conversation, and of the characters of their contents. */
export async function measureVersions(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
): Promise<{ count: number; characters: number }> {
  return db
    .selectFrom("artifact_versions")
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<number>`coalesce(sum(length(contents)), 0)::integer`.as("characters"),
    ])
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .executeTakeFirstOrThrow();
}

/** Inserts versions. Those whose numbers are in use stay as they are. Returns the inserted ones. */
export async function insertVersions(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  versions: readonly ConversationArtifact[],
): Promise<VersionKey[]> {
  if (versions.length === 0) return [];
  const rows = await db
    .insertInto("artifact_versions")
    .values(
      versions.map((version) => ({
        owner_id: ownerId,
        conversation_id: conversationId,
        artifact_id: version.artifactId,
        version: version.version,
        message_id: version.messageId,
        name: toStorableText(version.name),
        description: toStorableText(version.description),
        type: version.type,
        tags: JSON.stringify(version.tags),
        created_on: version.createdAt,
        shared_by: version.sharedBy,
        contents: toStorableText(version.contents),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["artifact_id", "version"])
    .execute();
  return rows.map(({ artifact_id, version }) => ({ artifactId: artifact_id, version }));
}

/** Returns the highest numbers of deleted versions, by artifact. They are not given again. */
export async function listDeletedNumbers(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
): Promise<Map<string, number>> {
  const row = await db
    .selectFrom("conversations")
    .select("artifact_numbers")
    .where("owner_id", "=", ownerId)
    .where("id", "=", conversationId)
    .executeTakeFirst();
  return new Map(Object.entries(row?.artifact_numbers ?? {}));
}

/** Keeps the numbers of deleted versions. With many of them, those of artifacts that have no version are left out. */
export async function keepNumbers(db: Db, key: ConversationKey, deleted: readonly VersionKey[]): Promise<void> {
  const numbers = await listDeletedNumbers(db, key);
  for (const { artifactId, version } of deleted)
    numbers.set(artifactId, Math.max(version, numbers.get(artifactId) ?? 0));
  if (numbers.size > 2 * limits.artifactVersionsPerConversation) {
    const existing = new Set((await listVersionSummaries(db, key)).map(({ artifactId }) => artifactId));
    for (const artifactId of numbers.keys()) if (!existing.has(artifactId)) numbers.delete(artifactId);
  }
  await db
    .updateTable("conversations")
    .set({ artifact_numbers: JSON.stringify(Object.fromEntries(numbers)) })
    .where("owner_id", "=", key.ownerId)
    .where("id", "=", key.conversationId)
    .execute();
}

/** Replaces the contents of a version. */
export async function updateVersion(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  { artifactId, version }: VersionKey,
  contents: string,
): Promise<void> {
  await db
    .updateTable("artifact_versions")
    .set({ contents: toStorableText(contents) })
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .where("artifact_id", "=", artifactId)
    .where("version", "=", version)
    .execute();
}

/** Replaces the contents of a version if it is the latest of its artifact. Returns false if it is not. */
export async function updateLatestVersion(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  { artifactId, version }: VersionKey,
  contents: string,
): Promise<boolean> {
  const { rows } = await sql`
    update artifact_versions set contents = ${toStorableText(contents)}
    where owner_id = ${ownerId} and conversation_id = ${conversationId} and artifact_id = ${artifactId}
      and version = ${version} and version = (
        select max(version) from artifact_versions as other
        where other.owner_id = ${ownerId} and other.conversation_id = ${conversationId} and other.artifact_id = ${artifactId}
      )
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes all versions of a conversation. */
export async function deleteAllVersions(db: Db, { ownerId, conversationId }: ConversationKey): Promise<void> {
  await db
    .deleteFrom("artifact_versions")
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .execute();
}

/** Deletes a version. Returns false if there is none. */
export async function deleteVersion(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  { artifactId, version }: VersionKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("artifact_versions")
    .where("owner_id", "=", ownerId)
    .where("conversation_id", "=", conversationId)
    .where("artifact_id", "=", artifactId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
