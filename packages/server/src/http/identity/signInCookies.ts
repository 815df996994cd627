import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { SignInAttempt } from "../../modules/identity/signIn.ts";
import { getHostCookieName } from "./getHostCookieName.ts";

/** How long a person may take to sign in at the provider. */
const signInLifetimeMs = 600_000;
/** Maximum number of concurrent sign-ins of one browser. More cookies would exceed the header size limit. */
const maxAttempts = 5;
const cookieBaseName = "lectern_signin_";

/**
 * Stores a sign-in attempt in a cookie, to verify the callback. Each attempt has its own cookie, so that two tabs both
 * work. Clears the oldest cookies beyond `maxAttempts`.
 */
export function setSignInCookie(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  attempt: Omit<SignInAttempt, "endsAtMs">,
): void {
  const prefix = getHostCookieName(origin, cookieBaseName);
  const olderCookies = Object.keys(request.cookies)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name, endsAtMs: openAttempt(platform, request.cookies[name])?.endsAtMs ?? 0 }))
    .sort((a, b) => b.endsAtMs - a.endsAtMs);
  for (const { name } of olderCookies.slice(maxAttempts - 1)) void reply.clearCookie(name, getCookieOptions(origin));

  const endsAtMs = platform.clock.now().getTime() + signInLifetimeMs;
  const sealedAttempt = platform.secrets.seal("sessionCookies", JSON.stringify({ ...attempt, endsAtMs }));
  void reply.setCookie(getCookieName(origin, attempt.state), sealedAttempt, {
    ...getCookieOptions(origin),
    maxAge: signInLifetimeMs / 1_000,
  });
}

/**
 * Returns the sign-in attempt with this `state` and clears its cookie. Returns null if this browser has no such attempt
 * or the attempt has expired.
 */
export function consumeSignInCookie(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  state: string,
): SignInAttempt | null {
  const name = getCookieName(origin, state);
  const attempt = openAttempt(platform, request.cookies[name]);
  if (request.cookies[name] !== undefined) void reply.clearCookie(name, getCookieOptions(origin));
  return attempt?.state === state && attempt.endsAtMs > platform.clock.now().getTime() ? attempt : null;
}

function getCookieName(origin: string, state: string): string {
  return (
    getHostCookieName(origin, cookieBaseName) + createHash("sha256").update(state).digest("base64url").slice(0, 16)
  );
}

function openAttempt(platform: Platform, sealedAttempt: string | undefined): SignInAttempt | null {
  try {
    return sealedAttempt === undefined
      ? null
      : SignInAttempt.parse(JSON.parse(platform.secrets.open("sessionCookies", sealedAttempt)));
  } catch {
    // Forged, or sealed with another secret: treated as missing.
    return null;
  }
}

function getCookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
