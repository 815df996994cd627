import { createHash, randomBytes } from "node:crypto";
import type { SessionError } from "@lectern/contract";
import { jwtVerify, SignJWT } from "jose";
import type { Actor, Platform } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { AccessTokenClaims } from "./accessTokenClaims.ts";
import { embeddedIssuer } from "./embedded/embeddedUrls.ts";
import { deleteRecordsOfSubject } from "./embedded/repository.ts";
import { getIdentityState } from "./getIdentityState.ts";
import type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";
import { sealProviderTokens, unsealProviderTokens } from "./providerTokens.ts";
import { refreshSession } from "./refreshSession.ts";
import * as repository from "./repository.ts";
import { isFromReplacedProvider, toActor } from "./toActor.ts";
import { upsertAccount } from "./upsertAccount.ts";

export { findActiveCredentials } from "./findActiveCredentials.ts";
export { findPersonOfEmail } from "./findPersonOfEmail.ts";
export { loadActor, readActor } from "./loadActor.ts";
export type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";
export { listFirstAdmins, listStoredAdmins } from "./repository.ts";
export { describeSignInError as describeOAuthError } from "./signInError.ts";
export { getAdministratorSource, isSiteAdmin } from "./toActor.ts";

/** The name of the session cookie. Its value encodes 256 random bits; the database stores the SHA-256 of the value. */
export const sessionCookieName = "lectern_session";
/** A session ends this long after its sign-in, even if it is in use. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000;
/** Past sessions stay in the database this long, so that the web app can explain why the person is signed out. */
const endedSessionRetentionMs = 7 * 24 * 3_600_000;

const accessTokenLifetimeMs = 600_000;
const accessTokenIssuer = "lectern";
const accessTokenAudience = "chat";

/**
 * Creates a session, and the person at their first sign-in. Returns the cookie's value and the ids. Throws the errors
 * of `upsertAccount`.
 */
export async function createSession(
  platform: Platform,
  identity: ProviderIdentity,
  tokens: ProviderTokens | null,
): Promise<{ cookie: string; sessionId: string; userId: string }> {
  const now = platform.clock.now();
  const cookie = randomBytes(32).toString("base64url");
  const sessionId = hashCookie(cookie);
  const userId = await transaction(platform.db, async (tx) => {
    const id = await upsertAccount(tx, platform, identity);
    await repository.insertSession(tx, {
      id: sessionId,
      userId: id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionLifetimeMs),
      ...sealProviderTokens(platform, tokens),
    });
    await repository.deletePastSessions(tx, id, new Date(now.getTime() - endedSessionRetentionMs));
    return id;
  });
  return { cookie, sessionId, userId };
}

export type CookieCheck = { state: "signedIn"; actor: Actor } | { state: "signedOut"; error?: SessionError };

/**
 * Finds the person to whom the cookie belongs. `error` is the reason why the cookie's session has ended, unless the
 * person signed out. If the provider's tokens have expired, refreshes them at the provider first.
 */
export async function checkSessionCookie(platform: Platform, cookie: string | undefined): Promise<CookieCheck> {
  if (!isCookieValue(cookie)) return { state: "signedOut" };
  const now = platform.clock.now();
  let session = await repository.findSession(platform.db, hashCookie(cookie));
  if (!session || session.blocked_at) return { state: "signedOut" };
  if (session.ended_at) {
    return session.provider_expires_at
      ? { state: "signedOut", error: "RefreshAccessTokenError" }
      : { state: "signedOut" };
  }
  if (session.expires_at <= now || isFromReplacedProvider(platform.config, session)) {
    return { state: "signedOut", error: "SessionExpiredError" };
  }
  if (session.provider_expires_at && session.provider_expires_at <= now) {
    const outcome = await refreshSession(platform, session);
    if (outcome === "rejected") return { state: "signedOut", error: "RefreshAccessTokenError" };
    // The provider may have returned another address.
    session = await repository.findSession(platform.db, session.id);
    if (!session || session.ended_at || session.blocked_at) return { state: "signedOut" };
  }
  return { state: "signedIn", actor: toActor(platform.config, session) };
}

/** Issues a JWT with the session's id and audience `chat`, valid for 10 minutes. */
export async function issueAccessToken(platform: Platform, actor: Actor): Promise<{ token: string; expiresAt: Date }> {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + accessTokenLifetimeMs);
  const token = await new SignJWT({ sid: getSessionId(actor) })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setIssuer(accessTokenIssuer)
    .setAudience(accessTokenAudience)
    .setSubject(actor.principal.id)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(platform.secrets.key("accessTokens"));
  return { token, expiresAt };
}

/**
 * Finds the person to whom the token belongs. Returns null if the token is invalid or expired or its session has ended.
 * Queries a session at most every 2 s.
 */
export async function checkAccessToken(platform: Platform, token: string): Promise<Actor | null> {
  const { sessions, verifiedTokens } = getIdentityState(platform);
  const claims = await verifiedTokens.get(token, () => verifyAccessToken(platform, token));
  const now = platform.clock.now();
  if (!claims || claims.exp * 1_000 <= now.getTime()) return null;
  const actor = await sessions.get(claims.sid, now, async () => {
    const session = await repository.findSession(platform.db, claims.sid);
    const isActive =
      session &&
      !session.ended_at &&
      !session.blocked_at &&
      session.expires_at > now &&
      !isFromReplacedProvider(platform.config, session);
    return isActive ? toActor(platform.config, session) : null;
  });
  return actor?.principal.id === claims.sub ? actor : null;
}

/**
 * Ends a session. Its cookie becomes invalid immediately; its access tokens become invalid immediately in this process
 * and within 2 s in others.
 */
export async function endSession(platform: Platform, sessionId: string): Promise<void> {
  const now = platform.clock.now();
  await repository.markSessionEnded(platform.db, sessionId, now);
  getIdentityState(platform).sessions.end(sessionId);
}

/**
 * Ends the session of a cookie, if any. Returns the provider's ID token, which identifies the person at sign-out, or
 * null if there is none.
 */
export async function endSessionOfCookie(platform: Platform, cookie: string | undefined): Promise<string | null> {
  if (!isCookieValue(cookie)) return null;
  const session = await repository.findSession(platform.db, hashCookie(cookie));
  if (!session) return null;
  await endSession(platform, session.id);
  try {
    return session.provider_tokens === null ? null : unsealProviderTokens(platform, session.provider_tokens).idToken;
  } catch (error) {
    platform.log.warn({ err: error }, "the provider's tokens of a session cannot be decrypted");
    return null;
  }
}

/**
 * Deletes the sessions of a person, and the records of their sign-ins at the embedded provider. Returns the sessions'
 * ids; call `forgetSessions` after the transaction.
 */
export async function deleteSignIns(
  tx: DbTransaction,
  { id, issuer, subject }: { id: string; issuer: string; subject: string },
): Promise<string[]> {
  if (issuer === embeddedIssuer) await deleteRecordsOfSubject(tx, subject);
  return repository.deleteSessionsOfPerson(tx, id);
}

/**
 * Ends the sessions of a person without a reason that the web app would show, and forgets the person at the embedded
 * provider, which would otherwise sign the browser in again. Returns the sessions' ids; call `forgetSessions` after the
 * transaction.
 */
export async function endSignIns(
  tx: DbTransaction,
  { id, issuer, subject }: { id: string; issuer: string; subject: string },
  now: Date,
): Promise<string[]> {
  if (issuer === embeddedIssuer) await deleteRecordsOfSubject(tx, subject);
  return repository.endSessionsOfPerson(tx, id, now);
}

/** Makes this process reject the access tokens of sessions that have ended. Other processes notice within 2 s. */
export function forgetSessions(platform: Platform, sessionIds: readonly string[]): void {
  const { sessions } = getIdentityState(platform);
  for (const id of sessionIds) sessions.end(id);
}

/** Throws if the actor has no session. */
export function getSessionId({ credential }: Pick<Actor, "credential">): string {
  if (credential.kind !== "session") throw new Error("this caller has no session");
  return credential.sessionId;
}

function isCookieValue(cookie: string | undefined): cookie is string {
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie);
}

function hashCookie(cookie: string): string {
  return createHash("sha256").update(cookie).digest("hex");
}

async function verifyAccessToken(platform: Platform, token: string): Promise<AccessTokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, platform.secrets.key("accessTokens"), {
      algorithms: ["HS256"],
      typ: "at+jwt",
      issuer: accessTokenIssuer,
      audience: accessTokenAudience,
      requiredClaims: ["exp"],
      currentDate: platform.clock.now(),
    });
    return AccessTokenClaims.parse(payload);
  } catch {
    // The caller does not distinguish forged, modified and expired tokens.
    return null;
  }
}
