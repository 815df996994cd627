import type { KeyScope } from "@lectern/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import { selectDirectoryGroupNames } from "../access/service.ts";
import { selectDefaultAccountId } from "../accounts/service.ts";
import { selectAcceptedDisclosure } from "../disclosure/service.ts";
import type { ProviderIdentity } from "./providerIdentity.ts";

/** An arbitrary key for the advisory lock of `insertPerson`. */
const newPersonLockKey = 7_301_194;

/** The account of the identity, or another account that has the identity's address as a verified one. */
export interface MatchingAccount {
  id: string;
  is_own: boolean;
  blocked_at: Date | null;
}

/**
 * Finds the account of an identity, whose address is folded, and, if its address is verified, the other account that has this address. Locks the
 * rows in the order of their ids, so that two accounts can swap their addresses concurrently.
 */
export async function lockMatchingAccounts(tx: DbTransaction, identity: ProviderIdentity): Promise<MatchingAccount[]> {
  const { issuer, subject, email, emailVerified } = identity;
  const isOwn = sql<boolean>`(issuer = ${issuer} and subject = ${subject})`;
  const hasEmail = sql<boolean>`(email_verified and email = ${email})`;
  return tx
    .selectFrom("users")
    .select(["id", "blocked_at", isOwn.as("is_own")])
    .where(emailVerified ? sql<boolean>`(${isOwn} or ${hasEmail})` : isOwn)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Takes a verified address from accounts. Nothing else of them changes. */
export async function markEmailUnverified(tx: DbTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable("users").set({ email_verified: false }).where("id", "in", ids).execute();
}

const toProfile = ({ email, emailVerified, name }: ProviderIdentity, now: Date) => ({
  email,
  email_verified: emailVerified,
  name,
  last_seen_at: now,
});

/** Stores the provider's claims about a person. */
export async function updatePerson(
  tx: DbTransaction,
  id: string,
  identity: ProviderIdentity,
  now: Date,
): Promise<void> {
  await tx.updateTable("users").set(toProfile(identity, now)).where("id", "=", id).execute();
}

/**
 * Inserts a new person and returns their id. If the same person signs in twice concurrently, both calls return the same
 * id. With `firstPersonIsAdmin`, the first person of the workspace becomes administrator. A lock serializes the
 * inserts, so that exactly one of them finds the table empty.
 */
export async function insertPerson(
  tx: DbTransaction,
  id: string,
  identity: ProviderIdentity,
  now: Date,
  firstPersonIsAdmin: boolean,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(${sql.lit(newPersonLockKey)})`.execute(tx);
  const anyPerson = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const profile = toProfile(identity, now);
  const person = await tx
    .insertInto("users")
    .values({
      ...profile,
      id,
      issuer: identity.issuer,
      subject: identity.subject,
      is_admin: firstPersonIsAdmin && !anyPerson,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet(profile))
    .returning("id")
    .executeTakeFirstOrThrow();
  return person.id;
}

export interface NewSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Encrypted. */
  providerTokens: string | null;
  /** When the tokens must be refreshed; null if they cannot be. */
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

/** Deletes this person's sessions that ended or expired before `before`. */
export async function deletePastSessions(db: Db, userId: string, before: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where((eb) => eb.or([eb("expires_at", "<", before), eb("ended_at", "<", before)]))
    .execute();
}

export type StoredSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Finds a session with its person, even if the session has ended. */
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
      ...personColumns,
    ])
    .modifyEnd(prepared)
    .executeTakeFirst();
}

const verifiedEmail = sql<string | null>`case when users.email_verified then users.email end`;

/** True for the first person of the embedded sign-in, and for whom administrators have made one. */
const isStoredAdmin = sql<boolean>`(users.is_admin or exists (
  select from settings where settings.name = 'admins' and settings.value ? users.email
))`;

/** Lists the addresses of the administrators that were added in the product. */
export async function listStoredAdmins(db: Db): Promise<string[]> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "admins").executeTakeFirst();
  return z.safeParse(z.array(z.string()), row?.value).data ?? [];
}

/** Lists the addresses of people who are administrators because they were the first to sign in. */
export async function listFirstAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where("is_admin", "=", true)
    .where("email_verified", "=", true)
    .where("erased_at", "is", null)
    .execute();
  return rows.map(({ email }) => email);
}

/** What rights depend on, read in one statement with the session. */
const personColumns = [
  "users.email",
  "users.email_verified",
  "users.name",
  isStoredAdmin.as("is_admin"),
  "users.blocked_at",
  sql<string[]>`array(${selectDirectoryGroupNames(verifiedEmail)})`.as("directory_groups"),
  selectAcceptedDisclosure(sql.ref("users.id")).as("accepted_disclosure"),
  selectDefaultAccountId(sql.ref("users.id")).as("default_account"),
] as const;

export type StoredServiceOwner = NonNullable<Awaited<ReturnType<typeof findServiceOwner>>>;

/** Finds a service with what it has of its owner: a person who has not been erased, or a group that has not been deleted. */
export async function findServiceOwner(db: Db, serviceId: string) {
  return db
    .selectFrom("services")
    .leftJoin("users", (join) => join.onRef("users.id", "=", "owner_id").on("erased_at", "is", null))
    .leftJoin("groups", (join) => join.onRef("groups.id", "=", "owner_id").on("deleted_at", "is", null))
    .where("services.id", "=", serviceId)
    .where((eb) => eb.or([eb("users.id", "is not", null), eb("groups.id", "is not", null)]))
    .select([
      "services.id as service_id",
      "services.name as service_name",
      "services.owner_id",
      "users.blocked_at",
      "users.issuer",
      selectAcceptedDisclosure(sql.ref("services.id")).as("accepted_disclosure"),
      selectDefaultAccountId(sql.ref("services.owner_id")).as("default_account"),
    ])
    .executeTakeFirst();
}

/** A principal, a session or an API key that may still act. */
export interface ActiveId {
  id: string;
  /** The present verified address; null for all but people. */
  verifiedEmail: string | null;
  is_admin: boolean;
  /** What an API key opens; null for all others. */
  scopes: KeyScope[] | null;
  /** The names of the directory groups of a person; null for all others. */
  directoryGroups: string[] | null;
}

/**
 * Returns those of the principals who are not blocked or erased, those of the sessions that have not ended, and those of
 * the API keys that are valid. A service and a key end with their owner.
 */
export async function findActiveIds(
  db: Db,
  { principalIds, sessionIds, keyIds }: Record<"principalIds" | "sessionIds" | "keyIds", readonly string[]>,
  now: Date,
): Promise<ActiveId[]> {
  const isOwnerActive = sql`(
    exists (select from users where id = owner_id and blocked_at is null and erased_at is null)
    or exists (select from groups where id = owner_id and deleted_at is null))`;
  const { rows } = await sql<ActiveId>`
    select id, ${verifiedEmail} as "verifiedEmail", ${isStoredAdmin} as is_admin, null::jsonb as scopes,
      array(${selectDirectoryGroupNames(verifiedEmail)}) as "directoryGroups"
    from users
    where id = any(${[...principalIds]}::text[]) and blocked_at is null and erased_at is null
    union all
    select id, null, false, null, null from services where id = any(${[...principalIds]}::text[]) and ${isOwnerActive}
    union all
    select id, null, false, null, null from sessions
    where id = any(${[...sessionIds]}::text[]) and ended_at is null and expires_at > ${now}
    union all
    select id, null, false, scopes, null from api_keys
    where id = any(${[...keyIds]}::text[]) and deactivated_at is null and ${isOwnerActive}
      and (expires_on is null or expires_on >= (${now}::timestamptz at time zone 'UTC')::date)
    ${prepared}`.execute(db);
  return rows;
}

export type StoredPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Finds a person who has not been erased. */
export async function findPerson(db: Db, id: string) {
  return db
    .selectFrom("users")
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .select(["users.id as user_id", "users.issuer", ...personColumns])
    .executeTakeFirst();
}

export async function findPersonOfVerifiedEmail(db: Db, email: string) {
  return db
    .selectFrom("users")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .where("erased_at", "is", null)
    .select(["users.id as user_id", isStoredAdmin.as("is_admin")])
    .executeTakeFirst();
}

/** Marks all sessions of a person as ended, without a reason that the web app would show. Returns their ids. */
export async function endSessionsOfPerson(tx: DbTransaction, userId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable("sessions")
    .set({ ended_at: now, provider_tokens: null, provider_expires_at: null })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes all sessions of a person. Returns their ids. */
export async function deleteSessionsOfPerson(tx: DbTransaction, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom("sessions").where("user_id", "=", userId).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** Marks a session as ended by sign-out, unless it has ended already. */
export async function markSessionEnded(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now, provider_tokens: null, provider_expires_at: null })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Marks a session as ended because the provider rejected the refresh. `provider_expires_at` stays in the row, which
 * distinguishes the rejection from a sign-out.
 */
export async function markSessionRejected(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: now, provider_tokens: null })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Acquires the lock for refreshing a session whose provider's tokens have expired. No other process gets the lock
 * before the time `until`. Returns the encrypted tokens, or null if another process holds the lock, the tokens have not
 * expired or the session has ended.
 */
export async function acquireRefreshLock(db: Db, sessionId: string, now: Date, until: Date): Promise<string | null> {
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

/** Stores refreshed tokens (encrypted), unless the session has ended in the meantime. */
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
