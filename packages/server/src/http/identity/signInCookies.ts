import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { SignInAttempt } from "../../modules/identity/signIn.ts";
import { hostCookieName } from "./hostCookieName.ts";

/** How long a person may take to sign in at the provider. */
const signInLifetimeMs = 600_000;
/** Concurrent sign-ins of one browser, for example in several tabs. More cookies would exceed the header size limit. */
const maxAttempts = 5;
const baseName = "lectern_signin_";

/**
 * Stores a sign-in attempt in a cookie, to verify the callback. Each attempt has its own cookie, so that two tabs both
 * work.
 */
export function setSignInCookie(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  attempt: Omit<SignInAttempt, "endsAtMs">,
): void {
  const prefix = hostCookieName(origin, baseName);
  const older = Object.keys(request.cookies)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name, endsAtMs: open(platform, request.cookies[name])?.endsAtMs ?? 0 }))
    .sort((a, b) => b.endsAtMs - a.endsAtMs);
  for (const { name } of older.slice(maxAttempts - 1)) void reply.clearCookie(name, cookieOptions(origin));

  const endsAtMs = platform.clock.now().getTime() + signInLifetimeMs;
  const sealed = platform.secrets.seal("sessionCookies", JSON.stringify({ ...attempt, endsAtMs }));
  void reply.setCookie(cookieNameOf(origin, attempt.state), sealed, {
    ...cookieOptions(origin),
    maxAge: signInLifetimeMs / 1_000,
  });
}

/**
 * Returns the attempt that this browser started with this state, and clears its cookie. Null if there is none or it
 * expired.
 */
export function consumeSignInCookie(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  state: string,
): SignInAttempt | null {
  const name = cookieNameOf(origin, state);
  const attempt = open(platform, request.cookies[name]);
  if (request.cookies[name] !== undefined) void reply.clearCookie(name, cookieOptions(origin));
  return attempt?.state === state && attempt.endsAtMs > platform.clock.now().getTime() ? attempt : null;
}

function cookieNameOf(origin: string, state: string): string {
  return hostCookieName(origin, baseName) + createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

function open(platform: Platform, sealed: string | undefined): SignInAttempt | null {
  try {
    return sealed === undefined
      ? null
      : SignInAttempt.parse(JSON.parse(platform.secrets.open("sessionCookies", sealed)));
  } catch {
    // Forged, or sealed with another secret: treated as missing.
    return null;
  }
}

function cookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
