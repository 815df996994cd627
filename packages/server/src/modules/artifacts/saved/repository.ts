import { type ArtifactContent, ArtifactType, limits, type SavedArtifact } from "@lectern/contract";
import { type Selectable, sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../../../platform/db/database.ts";
import type { SavedArtifactsTable } from "../../../platform/db/schema.ts";
import { type OwnerId, type Scope, type Subject, selectGroupLevels, selectRelatedIds } from "../../access/service.ts";

export interface NewSavedArtifact {
  id: string;
  ownerId: OwnerId;
  key: string;
  /** See `SavedArtifactsTable`. */
  isListed: boolean;
  content: ArtifactContent;
  savedAt: Date;
}

/**
 * Stores an artifact. The same artifact with the same key is replaced, and keeps its id. `taken`: another one has the key;
 * `full`: the owner has too many.
 */
export async function upsertSaved(db: Db, artifact: NewSavedArtifact): Promise<"stored" | "taken" | "full"> {
  const { id, ownerId, key, isListed, content, savedAt } = artifact;
  const { artifactId, version, name, description, type, tags, createdAt, sharedBy, contents } = content;
  const { rows } = await sql`
    insert into saved_artifacts (id, owner_id, key, is_listed, artifact_id, version, name, description, type, tags, created_on,
      shared_by, contents, saved_at)
    select ${id}, ${ownerId}, ${key}, ${isListed}, ${artifactId}, ${version}, ${name}, ${description}, ${type},
      ${JSON.stringify(tags)}::jsonb, ${createdAt}, ${sharedBy}, ${contents}, ${savedAt}
    where (
      select count(*) from saved_artifacts where owner_id = ${ownerId} and is_listed = ${isListed} and key <> ${key}
    ) < ${isListed ? limits.savedArtifacts : limits.sharedArtifacts}
    on conflict (key) do update set name = excluded.name, description = excluded.description, type = excluded.type, tags = excluded.tags, created_on = excluded.created_on,
      shared_by = excluded.shared_by, contents = excluded.contents, saved_at = excluded.saved_at
      where saved_artifacts.owner_id = excluded.owner_id and saved_artifacts.artifact_id = excluded.artifact_id
    returning 1`.execute(db);
  if (rows.length > 0) return "stored";
  const other = await db.selectFrom("saved_artifacts").select("id").where("key", "=", key).executeTakeFirst();
  return other ? "taken" : "full";
}

/** The row, and the email address of its owner. */
type FoundArtifact = Selectable<SavedArtifactsTable> & { owner_email: string | null };

/** Finds an artifact in the scope by its key. */
export async function findSaved(db: Db, scope: Scope<"artifact">, key: string): Promise<FoundArtifact | null> {
  const { rows } = await sql<FoundArtifact>`
    select saved_artifacts.*, users.email as owner_email
    from saved_artifacts left join users on users.id = saved_artifacts.owner_id
    where saved_artifacts.key = ${key} and ${scope.where}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes an artifact of the scope with its grants. Returns false if there is none. */
export async function deleteSaved(db: Db, scope: Scope<"artifact">, id: string): Promise<boolean> {
  const { rows } = await sql`delete from saved_artifacts where id = ${id} and ${scope.where} returning 1`.execute(db);
  return rows.length > 0;
}

/** Lists what the subject has saved, and what is shared with the subject, without the contents, newest first. */
export async function listSaved(db: Db, subject: Subject, ownerId: OwnerId): Promise<SavedArtifact[]> {
  const { rows } = await sql<Omit<FoundArtifact, "contents">>`
    with my_groups as materialized (${selectGroupLevels(subject)})
    select saved_artifacts.key, saved_artifacts.owner_id, saved_artifacts.name, description, type, tags, created_on,
      shared_by, saved_at, users.email as owner_email
    from saved_artifacts left join users on users.id = saved_artifacts.owner_id
    where saved_artifacts.id in (${selectRelatedIds(subject, "artifact", sql`my_groups`)})
      and (is_listed or saved_artifacts.owner_id <> ${ownerId})
    order by saved_at desc, saved_artifacts.key
    limit ${2 * limits.savedArtifacts}`.execute(db);
  return rows.map((row) => presentSaved(row, ownerId));
}

/** Deletes some of what a person has saved, and of copies that nobody else has a right to. Returns the number. */
export async function deleteSomeSaved(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from saved_artifacts where id in (
      select id from saved_artifacts where owner_id = ${ownerId} and (is_listed or not exists (
        select from grants where object_type = 'artifact' and object_id = saved_artifacts.id
      )) limit ${limit}
    )
    returning 1`.execute(db);
  return rows.length;
}

function presentSaved(row: Omit<FoundArtifact, "contents">, readerId: string): SavedArtifact {
  return {
    key: row.key,
    name: row.name,
    description: row.description,
    createdAt: row.created_on,
    sharedBy: getSharedBy(row, readerId),
    type: z.parse(ArtifactType, row.type),
    tags: row.tags,
    savedAt: row.saved_at.toISOString(),
  };
}

/** Returns who has shared the artifact with the reader: its owner, or whom its owner has it from. */
export const getSharedBy = (
  { owner_id, owner_email, shared_by }: Pick<FoundArtifact, "owner_id" | "owner_email" | "shared_by">,
  readerId: string,
): string | null => (owner_id === readerId ? shared_by : (owner_email ?? ""));
