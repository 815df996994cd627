import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SessionError } from "@lectern/contract";
import { jwtVerify, SignJWT } from "jose";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { AccessTokenClaims } from "./accessTokenClaims.ts";
import { getIdentityState } from "./getIdentityState.ts";
import type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";
import { sealProviderTokens, unsealProviderTokens } from "./providerTokens.ts";
import { refreshSession } from "./refreshSession.ts";
import * as repository from "./repository.ts";
import { isFromReplacedProvider, toActor } from "./toActor.ts";

export type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";

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
 * Creates a session, and the person at their first sign-in. Returns the cookie's value and the ids. The first person
 * becomes administrator if the embedded sign-in is used and no administrators are configured.
 */
export async function createSession(
  platform: Platform,
  identity: ProviderIdentity,
  tokens: ProviderTokens | null,
): Promise<{ cookie: string; sessionId: string; userId: string }> {
  const now = platform.clock.now();
  const cookie = randomBytes(32).toString("base64url");
  const sessionId = hashCookie(cookie);
  const { config } = platform;
  const firstPersonIsAdmin = config.oidc === null && config.admins.length === 0 && identity.emailVerified;
  const userId = await transaction(platform.db, async (tx) => {
    const id =
      (await repository.updatePerson(tx, identity, now)) ??
      (await repository.insertPerson(tx, randomUUID(), identity, now, firstPersonIsAdmin));
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
  const session = await repository.findSession(platform.db, hashCookie(cookie));
  if (!session) return { state: "signedOut" };
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
  }
  return { state: "signedIn", actor: toActor(platform.config, session) };
}

/** Issues a JWT with the session's id and audience `chat`, valid for 10 minutes. */
export async function issueAccessToken(platform: Platform, actor: Actor): Promise<{ token: string; expiresAt: Date }> {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + accessTokenLifetimeMs);
  const token = await new SignJWT({ sid: actor.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setIssuer(accessTokenIssuer)
    .setAudience(accessTokenAudience)
    .setSubject(actor.userId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(platform.secrets.key("accessTokens"));
  return { token, expiresAt };
}

/**
 * Finds the person to whom the token belongs. Returns null if the token is invalid or expired or its session has ended.
 * Queries a session at most every 5 s.
 */
export async function checkAccessToken(platform: Platform, token: string): Promise<Actor | null> {
  const { sessions, verifiedTokens } = getIdentityState(platform);
  const claims = await verifiedTokens.get(token, () => verifyAccessToken(platform, token));
  const now = platform.clock.now();
  if (!claims || claims.exp * 1_000 <= now.getTime()) return null;
  let actor = sessions.get(claims.sid, now);
  if (actor === undefined) {
    const session = await repository.findSession(platform.db, claims.sid);
    const isActive =
      session && !session.ended_at && session.expires_at > now && !isFromReplacedProvider(platform.config, session);
    actor = sessions.set(claims.sid, isActive ? toActor(platform.config, session) : null, now);
  }
  return actor?.userId === claims.sub ? actor : null;
}

/**
 * Ends a session. Its cookie becomes invalid immediately; its access tokens become invalid immediately in this process
 * and within 5 s in others.
 */
export async function endSession(platform: Platform, sessionId: string): Promise<void> {
  const now = platform.clock.now();
  await repository.markSessionEnded(platform.db, sessionId, now);
  getIdentityState(platform).sessions.set(sessionId, null, now);
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
