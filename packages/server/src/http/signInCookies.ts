import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../core/context.ts";
import { SignInAttempt } from "../modules/identity/signIn.ts";
import { ownCookieName } from "./ownCookieName.ts";

/** How long a person may take at the provider. */
const signInLifetimeMs = 600_000;
/** Sign-ins that one browser may have under way, as in several tabs: more would outgrow its headers. */
const mostAttempts = 5;
const baseName = "lectern_signin_";

/** Keeps what the way back will be checked against in this browser alone: a cookie for each attempt, so that two tabs both work. */
export function keepAttempt(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  attempt: Omit<SignInAttempt, "endsAtMs">,
): void {
  const prefix = ownCookieName(origin, baseName);
  const older = Object.keys(request.cookies)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name, endsAtMs: open(platform, request.cookies[name])?.endsAtMs ?? 0 }))
    .sort((a, b) => b.endsAtMs - a.endsAtMs);
  for (const { name } of older.slice(mostAttempts - 1)) void reply.clearCookie(name, cookieOptions(origin));

  const endsAtMs = platform.clock.now().getTime() + signInLifetimeMs;
  const sealed = platform.secrets.seal("sessionCookies", JSON.stringify({ ...attempt, endsAtMs }));
  void reply.setCookie(cookieNameOf(origin, attempt.state), sealed, {
    ...cookieOptions(origin),
    maxAge: signInLifetimeMs / 1_000,
  });
}

/** The attempt that this browser began with this state, once: its cookie is cleared. Null when there is none, or it is too old. */
export function takeAttempt(
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
  return ownCookieName(origin, baseName) + createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

function open(platform: Platform, sealed: string | undefined): SignInAttempt | null {
  try {
    return sealed === undefined
      ? null
      : SignInAttempt.parse(JSON.parse(platform.secrets.open("sessionCookies", sealed)));
  } catch {
    // Made up, or sealed with another secret: as if it were not there.
    return null;
  }
}

function cookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
