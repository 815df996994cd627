import type { ErasedKind } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Schema } from "../../platform/db/schema.ts";
import type { tableErasure } from "./tableErasure.ts";

type ErasedTable = {
  [Table in keyof Schema]: (typeof tableErasure)[Table] extends "delete" ? Table : never;
}[keyof Schema];

interface CountedRows {
  kind: ErasedKind;
  /** Selects the rows that an erasure of the person deletes. */
  of: (personId: string) => RawBuilder<boolean>;
}

const ownedBy = (column: string) => (personId: string) => sql<boolean>`${sql.ref(column)} = ${personId}`;
const owned = ownedBy("owner_id");

/**
 * How the rows that an erasure deletes are counted for administrators. Null: they belong to rows of another table, or mean
 * nothing to people. A new table with `delete` does not compile without an entry.
 */
const countedRows: { readonly [Table in ErasedTable]: CountedRows | null } = {
  conversations: { kind: "conversations", of: owned },
  messages: { kind: "messages", of: owned },
  folders: { kind: "folders", of: (id) => sql`owner_id = ${id} and not is_deleted` },
  prompts: { kind: "prompts", of: (id) => sql`owner_id = ${id} and item is not null` },
  files: { kind: "files", of: owned },
  assistants: { kind: "assistants", of: (id) => sql`owner_id = ${id} and deleted_at is null` },
  saved_artifacts: { kind: "artifacts", of: (id) => sql`owner_id = ${id} and is_listed` },
  shares: { kind: "shares", of: owned },
  group_members: { kind: "memberships", of: ownedBy("principal_id") },
  grants: {
    kind: "rights",
    of: (id) => sql`(principal_id = ${id} or (granted_by = ${id} and object_type <> 'artifact'))`,
  },
  sessions: { kind: "sessions", of: ownedBy("user_id") },
  accounts: { kind: "accounts", of: owned },
  api_keys: { kind: "apiKeys", of: (id) => sql`(owner_id = ${id} or principal_id = ${id})` },
  memories: { kind: "memories", of: owned },
  memory_projects: { kind: "memoryProjects", of: owned },
  quality_submissions: { kind: "qualitySubmissions", of: owned },
  integration_connections: { kind: "integrations", of: owned },
  legacy_workspaces: {
    kind: "savedWorkspaces",
    of: (id) => sql`email = (select users.email from users where users.id = ${id} and users.email_verified)`,
  },
  oidc_records: null,
  disclosure_acceptances: null,
  answer_feedback: null,
  waiting_runs: null,
  libraries: null,
  user_settings: null,
  documents: null,
  chunks: null,
  replaced_chunks: null,
  chunk_vectors: null,
  conversions: null,
  assistant_versions: null,
  assistant_files: null,
  artifact_versions: null,
  share_receipts: null,
  analysis_records: null,
  analysis_answers: null,
  received_prompts: null,
  pending_facts: null,
  memory_clearings: null,
  integration_attempts: null,
};

export type PersonalRowCounts = Partial<Record<ErasedKind, number>>;

/** Counts what an erasure deletes, or what one in progress has not deleted yet. Kinds of which there are none are absent. */
export async function countPersonalRows(db: Db, personId: string): Promise<PersonalRowCounts> {
  const selects = Object.entries(countedRows).flatMap(([table, rows]) =>
    rows === null
      ? []
      : [
          sql`select ${rows.kind}::text as kind, count(*)::integer as count from ${sql.table(table)} where ${rows.of(personId)}`,
        ],
  );
  const { rows } = await sql<{ kind: ErasedKind; count: number }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}
