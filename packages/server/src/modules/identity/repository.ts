import { sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { ProviderIdentity } from "./providerIdentity.ts";

/** Any number of our own: newcomers queue at it, see `insertPerson`. */
const newcomersLock = 7_301_194;

/** Takes over what the provider says of a known person; gives their id, or null for a newcomer. */
export async function updatePerson(db: Db, identity: ProviderIdentity, now: Date): Promise<string | null> {
  const person = await db
    .updateTable("users")
    .set({ email: identity.email, email_verified: identity.emailVerified, name: identity.name, last_seen_at: now })
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .returning("id")
    .executeTakeFirst();
  return person?.id ?? null;
}

/**
 * Adds a newcomer; gives their id, or the id that a sign-in of the same person at the same time made. With `firstIsAdmin` the
 * first person ever becomes administrator: newcomers queue at a lock, so exactly one of them finds the table empty.
 */
export async function insertPerson(
  tx: DbTransaction,
  id: string,
  identity: ProviderIdentity,
  now: Date,
  firstIsAdmin: boolean,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(${sql.lit(newcomersLock)})`.execute(tx);
  const anybody = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const shown = {
    email: identity.email,
    email_verified: identity.emailVerified,
    name: identity.name,
    last_seen_at: now,
  };
  const person = await tx
    .insertInto("users")
    .values({
      ...shown,
      id,
      issuer: identity.issuer,
      subject: identity.subject,
      is_admin: firstIsAdmin && !anybody,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet(shown))
    .returning("id")
    .executeTakeFirstOrThrow();
  return person.id;
}

export interface NewSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Sealed. */
  providerTokens: string | null;
  providerExpiresAt: Date | null;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      provider_tokens: session.providerTokens,
      provider_expires_at: session.providerExpiresAt,
    })
    .execute();
}

/** Removes this person's sessions that ended or ran out before `before`. */
export async function deletePastSessions(db: Db, userId: string, before: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where((row) => row.or([row("expires_at", "<", before), row("ended_at", "<", before)]))
    .execute();
}

export type StoredSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** A session, ended or not, with its person; undefined when there is none. */
export async function findSession(db: Db, sessionId: string) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("sessions.id", "=", sessionId)
    .select([
      "sessions.id",
      "sessions.user_id",
      "sessions.expires_at",
      "sessions.ended_at",
      "sessions.provider_tokens",
      "sessions.provider_expires_at",
      "users.issuer",
      "users.subject",
      "users.email",
      "users.email_verified",
      "users.name",
      "users.is_admin",
    ])
    .executeTakeFirst();
}

/** Ends a session as its person asked. A session that has ended stays as it ended. */
export async function endSessionRow(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now, provider_tokens: null, provider_expires_at: null })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends a session that the provider refused to refresh. It keeps `provider_expires_at`, which tells this end from a sign-out. */
export async function refuseSessionRow(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now, provider_tokens: null })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Takes the turn to refresh a session whose provider's tokens have run out: until `until` no other process takes it. Gives the
 * sealed tokens, or null when the turn is somebody else's or the session has ended.
 */
export async function takeRefreshTurn(db: Db, sessionId: string, now: Date, until: Date): Promise<string | null> {
  const row = await db
    .updateTable("sessions")
    .set({ provider_expires_at: until })
    .where("id", "=", sessionId)
    .where("provider_expires_at", "<=", now)
    .where("ended_at", "is", null)
    .returning("provider_tokens")
    .executeTakeFirst();
  return row?.provider_tokens ?? null;
}

/** Keeps refreshed tokens (sealed), unless the session ended in the meantime. */
export async function updateProviderTokens(
  db: Db,
  sessionId: string,
  providerTokens: string,
  providerExpiresAt: Date | null,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ provider_tokens: providerTokens, provider_expires_at: providerExpiresAt })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}
