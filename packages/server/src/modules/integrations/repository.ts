import type { IntegrationId, ProviderId } from "@lectern/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { IntegrationAttemptsTable, IntegrationConnectionsTable } from "../../platform/db/schema.ts";
import type { OwnerId } from "../access/service.ts";

export type ConnectionRow = Selectable<IntegrationConnectionsTable>;

export async function listConnections(db: Db, ownerId: OwnerId): Promise<ConnectionRow[]> {
  return db.selectFrom("integration_connections").selectAll().where("owner_id", "=", ownerId).execute();
}

export async function findConnection(db: Db, ownerId: OwnerId, id: IntegrationId): Promise<ConnectionRow | null> {
  const row = await db
    .selectFrom("integration_connections")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("integration_id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a connection, or replaces the one of the same integration. */
export async function upsertConnection(
  tx: DbTransaction,
  row: Insertable<IntegrationConnectionsTable> & { owner_id: OwnerId },
): Promise<void> {
  const { owner_id: _ownerId, integration_id: _id, ...changes } = row;
  await tx
    .insertInto("integration_connections")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["owner_id", "integration_id"])
        .doUpdateSet({ ...changes, needs_reconnect: false, refresh_locked_until: null }),
    )
    .execute();
}

export async function deleteConnection(
  tx: DbTransaction,
  ownerId: OwnerId,
  id: IntegrationId,
): Promise<ConnectionRow | null> {
  const row = await tx
    .deleteFrom("integration_connections")
    .where("owner_id", "=", ownerId)
    .where("integration_id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Makes other transactions that change which accounts are connected wait until this one ends. Otherwise two that
 * disconnect the same account could each take the other's connection for one that still needs the tokens.
 */
export async function lockAccounts(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts of integrations', 0))`.execute(tx);
}

/**
 * True if anybody has connected this account of a provider for the same registration. A connection that the provider no
 * longer accepts does not count: revoking the account takes nothing from it.
 */
export async function isAccountConnected(
  db: Db,
  { subject, client_id }: Pick<ConnectionRow, "subject" | "client_id">,
): Promise<boolean> {
  const row = await db
    .selectFrom("integration_connections")
    .select("integration_id")
    .where("subject", "=", subject)
    .where("client_id", "=", client_id)
    .where("needs_reconnect", "=", false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks a connection as being refreshed until a time. Returns false if another process is refreshing it, or if it was
 * changed since it was read.
 */
export async function acquireRefreshLock(db: Db, row: ConnectionRow, now: Date, until: Date): Promise<boolean> {
  const locked = await db
    .updateTable("integration_connections")
    .set({ refresh_locked_until: until })
    .where("owner_id", "=", row.owner_id)
    .where("integration_id", "=", row.integration_id)
    .where("sealed_tokens", "=", row.sealed_tokens)
    .where(({ eb, or }) => or([eb("refresh_locked_until", "is", null), eb("refresh_locked_until", "<=", now)]))
    .returning("integration_id")
    .executeTakeFirst();
  return locked !== undefined;
}

/**
 * Changes a connection and ends its refresh lock. Does nothing and returns false if it was changed since it was read,
 * which its tokens show: the same ones are never sealed to the same text again.
 */
export async function updateUnchangedConnection(
  db: Db,
  row: ConnectionRow,
  changes: Partial<Pick<ConnectionRow, "sealed_tokens" | "expires_at" | "needs_reconnect">>,
): Promise<boolean> {
  const changed = await db
    .updateTable("integration_connections")
    .set({ ...changes, refresh_locked_until: null })
    .where("owner_id", "=", row.owner_id)
    .where("integration_id", "=", row.integration_id)
    .where("sealed_tokens", "=", row.sealed_tokens)
    .returning("integration_id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Stores the attempt of a person to connect an integration, in place of an earlier one. */
export async function upsertAttempt(
  db: Db,
  row: Insertable<IntegrationAttemptsTable> & { owner_id: OwnerId },
): Promise<void> {
  const { owner_id: _ownerId, integration_id: _id, ...changes } = row;
  await db
    .insertInto("integration_attempts")
    .values(row)
    .onConflict((conflict) => conflict.columns(["owner_id", "integration_id"]).doUpdateSet(changes))
    .execute();
}

/** Deletes the attempt of a session with this state, so that nobody can complete it twice, and returns it. */
export async function deleteAttempt(
  db: Db,
  ownerId: OwnerId,
  { sessionId, stateHash }: { sessionId: string; stateHash: string },
): Promise<Selectable<IntegrationAttemptsTable> | null> {
  const row = await db
    .deleteFrom("integration_attempts")
    .where("owner_id", "=", ownerId)
    .where("session_id", "=", sessionId)
    .where("state_hash", "=", stateHash)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteAttempts(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("integration_attempts").where("owner_id", "=", ownerId).execute();
}

export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("integration_attempts").where("expires_at", "<=", now).execute();
}

/** Finds what administrators have saved about the providers, as unvalidated JSON; null if there is nothing. */
export async function findProviderSettings(db: Db): Promise<unknown> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "integrations").executeTakeFirst();
  return row?.value ?? null;
}

const getSecretName = (provider: ProviderId) => `integrationSecret/${provider}`;

export async function findSealedSecret(
  db: Db,
  provider: ProviderId,
): Promise<{ sealed: string; created_at: Date } | null> {
  const row = await db
    .selectFrom("secrets")
    .select(["sealed", "created_at"])
    .where("name", "=", getSecretName(provider))
    .executeTakeFirst();
  return row ?? null;
}

export async function upsertSecret(
  tx: DbTransaction,
  provider: ProviderId,
  secret: { sealed: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto("secrets")
    .values({ name: getSecretName(provider), ...secret })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(secret))
    .execute();
}

export async function deleteSecret(tx: DbTransaction, provider: ProviderId): Promise<void> {
  await tx.deleteFrom("secrets").where("name", "=", getSecretName(provider)).execute();
}
