import type { SessionError } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";

/** What an identity provider says of a person, already verified (signature, issuer, audience, nonce). */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export interface ProviderTokens {
  idToken: string;
  refreshToken?: string;
  /** When the refresh token must be used. */
  expiresAt?: Date;
}

/** The cookie that carries a session: 256 random bits; the database holds its SHA-256. */
export const sessionCookieName = "lectern_session";

/** Finds or makes the person, opens a session. Gives the cookie's value. The first-administrator rule is applied here. */
export async function openSession(
  _platform: Platform,
  _identity: ProviderIdentity,
  _tokens: ProviderTokens | null,
): Promise<{ cookie: string; sessionId: string; userId: string }> {
  throw new Error("openSession");
}

export type CookieCheck = { state: "signedIn"; actor: Actor } | { state: "signedOut"; error?: SessionError };

/** Who the cookie belongs to. `error` says why a session that was there no longer is. */
export async function checkSessionCookie(_platform: Platform, _cookie: string | undefined): Promise<CookieCheck> {
  throw new Error("checkSessionCookie");
}

/** JWT (10 minutes) that carries the session's id; audience `chat`. */
export async function issueAccessToken(
  _platform: Platform,
  _actor: Actor,
): Promise<{ token: string; expiresAt: Date }> {
  throw new Error("issueAccessToken");
}

/** Who the token belongs to; null when it is not ours, has ended, or its session has. The session is looked up at most every 5 s. */
export async function checkAccessToken(_platform: Platform, _token: string): Promise<Actor | null> {
  throw new Error("checkAccessToken");
}

/** Ends a session everywhere: its cookie and every token that carries it. */
export async function endSession(_platform: Platform, _sessionId: string): Promise<void> {
  throw new Error("endSession");
}
