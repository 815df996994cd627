import { type RawBuilder, type Selectable, sql } from "kysely";
import { mapCooperatively } from "../../core/runCooperatively.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { MemoriesTable, MemoryProjectsTable } from "../../platform/db/schema.ts";
import type { OwnerId } from "../access/service.ts";
import {
  buildAnyTermQuery,
  buildSearchVector,
  type SearchTerm,
  selectTermRanks,
  unpreparedMarker,
} from "../retrieval/service.ts";
import { getConfigurations } from "./choosing/configurations.ts";
import { type MemoryTarget, toTargetColumns } from "./memoryTarget.ts";
import { toTextKey } from "./toTextKey.ts";

export type MemoryRow = Pick<
  Selectable<MemoriesTable>,
  "id" | "type" | "project_id" | "assistant_id" | "content" | "created_at"
>;
export type ProjectRow = Pick<Selectable<MemoryProjectsTable>, "id" | "name" | "created_at">;

const memoryColumns = ["id", "type", "project_id", "assistant_id", "content", "created_at"] as const;

export interface NewMemory {
  id: string;
  target: MemoryTarget;
  content: string;
  createdAt: Date;
}

/** Returns a function that computes the columns that follow from a text. */
async function loadTextColumns() {
  // Its statistics take 45 MB, which a server should not hold before it stores a memory.
  const { detectLanguage } = await import("../../platform/documents/chunking/detectLanguage.ts");
  return (content: string) => {
    const { configuration } = detectLanguage(content);
    return {
      content,
      text_key: toTextKey(content),
      language: configuration,
      // Without positions: a lexeme counts once, however many languages have it.
      search: sql<string>`strip(${buildSearchVector(content, getConfigurations(configuration))})`,
    };
  };
}

/**
 * Inserts memories. Those whose id or text the owner already has there, or whose project is gone, are left out. Returns
 * the ids of the others.
 */
export async function insertMemories(db: Db, ownerId: OwnerId, memories: readonly NewMemory[]): Promise<string[]> {
  if (memories.length === 0) return [];
  const projects = new Set((await listProjects(db, ownerId)).map(({ id }) => id));
  const toTextColumns = await loadTextColumns();
  const kept = memories.filter(({ target }) => target.type !== "project" || projects.has(target.projectId));
  const rows = await mapCooperatively(kept, ({ id, target, content, createdAt }) => ({
    owner_id: ownerId,
    id,
    ...toTargetColumns(target),
    ...toTextColumns(content),
    created_at: createdAt,
  }));
  const ids: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const inserted = await db
      .insertInto("memories")
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

const rowsPerStatement = 50;

/** Makes the changes of one person's memories wait for each other until the transaction ends. */
export async function lockMemories(tx: Db, ownerId: OwnerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('memories ' || ${ownerId}::text, 0))`.execute(tx);
}

export async function findMemory(db: Db, ownerId: OwnerId, id: string): Promise<MemoryRow | undefined> {
  return db
    .selectFrom("memories")
    .select(memoryColumns)
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Finds the memory that has this text, apart from case, spaces and punctuation. */
export async function findMemoryByText(
  db: Db,
  ownerId: OwnerId,
  target: MemoryTarget,
  content: string,
): Promise<MemoryRow | undefined> {
  const { type, project_id, assistant_id } = toTargetColumns(target);
  return db
    .selectFrom("memories")
    .select(memoryColumns)
    .where("owner_id", "=", ownerId)
    .where("type", "=", type)
    .where(sql<string>`coalesce(project_id, assistant_id, '')`, "=", project_id ?? assistant_id ?? "")
    .where("text_key", "=", toTextKey(content))
    .executeTakeFirst();
}

/** Which memories of a person are listed. */
export type MemorySelection = { projectId: string } | { ids: readonly string[] } | "personal";

/** Lists memories, newest first. `personal`: those about the person and those of assistants. */
export async function listMemories(db: Db, ownerId: OwnerId, selection: MemorySelection): Promise<MemoryRow[]> {
  const query = db
    .selectFrom("memories")
    .select(memoryColumns)
    .where("owner_id", "=", ownerId)
    .orderBy("created_at", "desc")
    .orderBy("id");
  if (selection === "personal") return query.where("type", "in", ["user", "assistant"]).execute();
  return "projectId" in selection
    ? query.where("project_id", "=", selection.projectId).execute()
    : query.where("id", "=", sql<string>`any(${[...selection.ids]}::text[])`).execute();
}

/** Counts the memories of each type. */
export async function countMemories(db: Db, ownerId: OwnerId): Promise<Record<MemoryRow["type"], number>> {
  const rows = await db
    .selectFrom("memories")
    .select(["type", sql<number>`count(*)::integer`.as("count")])
    .where("owner_id", "=", ownerId)
    .groupBy("type")
    .execute();
  return { user: 0, project: 0, assistant: 0, ...Object.fromEntries(rows.map(({ type, count }) => [type, count])) };
}

/** Counts the memories of each of these projects that has any. */
export async function countMemoriesOfProjects(
  db: Db,
  ownerId: OwnerId,
  projectIds: readonly string[],
): Promise<number[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom("memories")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("owner_id", "=", ownerId)
    .where("project_id", "=", sql<string>`any(${[...projectIds]}::text[])`)
    .groupBy("project_id")
    .execute();
  return rows.map(({ count }) => count);
}

/** Returns the changed memory; undefined if there is none. */
export async function updateMemory(
  db: Db,
  ownerId: OwnerId,
  id: string,
  content: string,
): Promise<MemoryRow | undefined> {
  const toTextColumns = await loadTextColumns();
  return db
    .updateTable("memories")
    .set(toTextColumns(content))
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returning(memoryColumns)
    .executeTakeFirst();
}

/** Returns the deleted memory; undefined if there was none. */
export async function deleteMemory(db: Db, ownerId: OwnerId, id: string): Promise<MemoryRow | undefined> {
  return db
    .deleteFrom("memories")
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returning(memoryColumns)
    .executeTakeFirst();
}

/** Deletes some of a person's memories. Returns the number. */
export async function deleteSomeMemories(db: Db, ownerId: OwnerId, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from memories where owner_id = ${ownerId} and id in (
      select id from memories where owner_id = ${ownerId} limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}

export async function insertProject(db: Db, ownerId: OwnerId, project: ProjectRow): Promise<void> {
  await db
    .insertInto("memory_projects")
    .values({ ...project, owner_id: ownerId })
    .execute();
}

export async function countProjects(db: Db, ownerId: OwnerId): Promise<number> {
  const { count } = await db
    .selectFrom("memory_projects")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists projects, newest first. */
export async function listProjects(db: Db, ownerId: OwnerId): Promise<ProjectRow[]> {
  return db
    .selectFrom("memory_projects")
    .select(["id", "name", "created_at"])
    .where("owner_id", "=", ownerId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function findProject(db: Db, ownerId: OwnerId, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("memory_projects")
    .select(["id", "name", "created_at"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the renamed project; undefined if there is none. */
export async function renameProject(
  db: Db,
  ownerId: OwnerId,
  id: string,
  name: string,
): Promise<ProjectRow | undefined> {
  return db
    .updateTable("memory_projects")
    .set({ name })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returning(["id", "name", "created_at"])
    .executeTakeFirst();
}

/** Deletes a project with its memories and pending facts. Returns the number of memories; undefined if there is none. */
export async function deleteProject(tx: DbTransaction, ownerId: OwnerId, id: string): Promise<number | undefined> {
  const [count = 0] = await countMemoriesOfProjects(tx, ownerId, [id]);
  await tx.deleteFrom("pending_facts").where("owner_id", "=", ownerId).where("project_id", "=", id).execute();
  const { numDeletedRows } = await tx
    .deleteFrom("memory_projects")
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 0n ? undefined : count;
}

export async function deleteProjects(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("memory_projects").where("owner_id", "=", ownerId).execute();
}

/** The memories that an answer may use. */
export interface MemoryScope {
  ownerId: OwnerId;
  /** False: those about the person and those of the project are left out. */
  includesPerson: boolean;
  projectId: string | null;
  assistantId: string | null;
}

/** A condition on `memories`, which an index on the owner serves. */
function isInScope({ ownerId, includesPerson, projectId, assistantId }: MemoryScope): RawBuilder<boolean> {
  return sql<boolean>`owner_id = ${ownerId} and (
    (type = 'user' and ${includesPerson}::boolean)
    or (project_id = ${projectId}::text and ${includesPerson}::boolean)
    or assistant_id = ${assistantId}::text
  )`;
}

/** A memory that an answer may use. */
export type UsableMemory = Pick<MemoryRow, "id" | "type" | "content" | "created_at">;

/** Lists the newest memories of the scope. */
export async function listNewestMemories(db: Db, scope: MemoryScope, limit: number): Promise<UsableMemory[]> {
  const { rows } = await sql<UsableMemory>`
    select id, type, content, created_at from memories where ${isInScope(scope)}
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the languages as which the memories of the scope are indexed. */
export async function listLanguages(db: Db, scope: MemoryScope): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct language from memories where ${isInScope(scope)}`.execute(db);
  return rows.map(({ language }) => language);
}

export type MatchedMemory = UsableMemory & { ranks: number[] };

/** Finds the memories of the scope that contain any of the terms, with the rank of each term. */
export async function findMatchingMemories(
  db: Db,
  scope: MemoryScope,
  terms: readonly SearchTerm[],
): Promise<MatchedMemory[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<MatchedMemory>`
    ${unpreparedMarker} select id, type, content, created_at, ${selectTermRanks(terms)} as ranks
    from memories where ${isInScope(scope)} and search @@ ${buildAnyTermQuery(terms)}::tsquery`.execute(db);
  return rows;
}
