import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SessionError } from "@lectern/contract";
import { jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { actorOf, isFromElsewhere } from "./actorOf.ts";
import { identityState } from "./identityState.ts";
import type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";
import { openProviderTokens, sealProviderTokens } from "./providerTokens.ts";
import { refreshSession } from "./refreshSession.ts";
import * as rows from "./repository.ts";

export type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";

/** The cookie that carries a session: 256 random bits; the database holds its SHA-256. */
export const sessionCookieName = "lectern_session";
/** A session ends this long after its sign-in, used or not. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000;
/** A session that is over is kept this long, so that its cookie is told why. */
const pastSessionMs = 7 * 24 * 3_600_000;

const accessTokenLifetimeMs = 600_000;
const accessTokenIssuer = "lectern";
const accessTokenAudience = "chat";
const AccessTokenClaims = z.object({ sub: z.string(), sid: z.string() });

/** Finds or makes the person, opens a session. Gives the cookie's value. The first-administrator rule is applied here. */
export async function openSession(
  platform: Platform,
  identity: ProviderIdentity,
  tokens: ProviderTokens | null,
): Promise<{ cookie: string; sessionId: string; userId: string }> {
  const now = platform.clock.now();
  const cookie = randomBytes(32).toString("base64url");
  const sessionId = idOfCookie(cookie);
  const { config } = platform;
  const firstIsAdmin = config.oidc === null && config.admins.length === 0 && identity.emailVerified;
  const userId = await transaction(platform.db, async (tx) => {
    const id =
      (await rows.updatePerson(tx, identity, now)) ??
      (await rows.insertPerson(tx, randomUUID(), identity, now, firstIsAdmin));
    await rows.insertSession(tx, {
      id: sessionId,
      userId: id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionLifetimeMs),
      ...sealProviderTokens(platform, tokens),
    });
    await rows.deletePastSessions(tx, id, new Date(now.getTime() - pastSessionMs));
    return id;
  });
  return { cookie, sessionId, userId };
}

export type CookieCheck = { state: "signedIn"; actor: Actor } | { state: "signedOut"; error?: SessionError };

/**
 * Who the cookie belongs to. `error` says why a session that was there no longer is. When the provider's tokens have run out they
 * are refreshed first, which asks the provider.
 */
export async function checkSessionCookie(platform: Platform, cookie: string | undefined): Promise<CookieCheck> {
  if (!isCookieValue(cookie)) return { state: "signedOut" };
  const now = platform.clock.now();
  const session = await rows.findSession(platform.db, idOfCookie(cookie));
  if (!session) return { state: "signedOut" };
  if (session.ended_at) {
    return session.provider_expires_at
      ? { state: "signedOut", error: "RefreshAccessTokenError" }
      : { state: "signedOut" };
  }
  if (session.expires_at <= now || isFromElsewhere(platform.config, session)) {
    return { state: "signedOut", error: "SessionExpiredError" };
  }
  if (session.provider_expires_at && session.provider_expires_at <= now) {
    const outcome = await refreshSession(platform, session);
    if (outcome === "refused") return { state: "signedOut", error: "RefreshAccessTokenError" };
  }
  return { state: "signedIn", actor: actorOf(platform.config, session) };
}

/** JWT (10 minutes) that carries the session's id; audience `chat`. */
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

/** Who the token belongs to; null when it is not ours, has ended, or its session has. The session is looked up at most every 5 s. */
export async function checkAccessToken(platform: Platform, token: string): Promise<Actor | null> {
  const claims = await readAccessToken(platform, token);
  if (!claims) return null;
  const now = platform.clock.now();
  const { lookups } = identityState(platform);
  let actor = lookups.find(claims.sid, now);
  if (actor === undefined) {
    const session = await rows.findSession(platform.db, claims.sid);
    const isLive =
      session && !session.ended_at && session.expires_at > now && !isFromElsewhere(platform.config, session);
    actor = lookups.remember(claims.sid, isLive ? actorOf(platform.config, session) : null, now);
  }
  return actor?.userId === claims.sub ? actor : null;
}

/** Ends a session everywhere: its cookie and every token that carries it, at once here and within 5 s in other processes. */
export async function endSession(platform: Platform, sessionId: string): Promise<void> {
  const now = platform.clock.now();
  await rows.endSessionRow(platform.db, sessionId, now);
  identityState(platform).lookups.remember(sessionId, null, now);
}

/** Ends the session of a cookie, if it has one. Gives the provider's ID token, by which the provider knows whom to sign out. */
export async function endSessionOfCookie(platform: Platform, cookie: string | undefined): Promise<string | null> {
  if (!isCookieValue(cookie)) return null;
  const session = await rows.findSession(platform.db, idOfCookie(cookie));
  if (!session) return null;
  await endSession(platform, session.id);
  try {
    return session.provider_tokens === null ? null : openProviderTokens(platform, session.provider_tokens).idToken;
  } catch (error) {
    platform.log.warn({ err: error }, "the provider's tokens of a session cannot be read");
    return null;
  }
}

function isCookieValue(cookie: string | undefined): cookie is string {
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie);
}

function idOfCookie(cookie: string): string {
  return createHash("sha256").update(cookie).digest("hex");
}

async function readAccessToken(platform: Platform, token: string): Promise<{ sub: string; sid: string } | null> {
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
    // Not ours, changed, or too old: to the caller all the same.
    return null;
  }
}
