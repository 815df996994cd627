import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { callbackPath } from "../../modules/identity/embedded/embeddedUrls.ts";
import { getProviderClient } from "../../modules/identity/getProviderClient.ts";
import { createSession, endSessionOfCookie } from "../../modules/identity/service.ts";
import { completeSignIn, startSignIn } from "../../modules/identity/signIn.ts";
import { describeSignInError, toSignInError } from "../../modules/identity/signInError.ts";
import { createOwnServer } from "./createOwnServer.ts";
import { readSessionCookie, setSessionCookie } from "./sessionCookie.ts";
import { consumeSignInCookie, setSignInCookie } from "./signInCookies.ts";

const maxReturnPathLength = 500;

/** Registers the redirect to the identity provider and the provider's callback. A failure is shown as a page. */
export function registerSignInRoutes(app: FastifyInstance, platform: Platform): void {
  app.get("/auth/signin", async (request, reply) => {
    const ownServer = createOwnServer(app, platform, request);
    const query = parseQuery(request.url);
    const uiLocales = toUiLocales(query.get("ui_locales"));
    const { url, proof } = await withSignInErrors(async () =>
      startSignIn(await getProviderClient(platform, ownServer), `${ownServer.origin}${callbackPath}`, uiLocales),
    );
    const returnTo = toReturnPath(query.get("returnTo"));
    setSignInCookie(platform, request, reply, ownServer.origin, { ...proof, returnTo });
    return reply.header("cache-control", "no-store").redirect(url.href, 303);
  });

  app.get(callbackPath, async (request, reply) => {
    const ownServer = createOwnServer(app, platform, request);
    const query = parseQuery(request.url);
    const attempt = consumeSignInCookie(platform, request, reply, ownServer.origin, query.get("state") ?? "");
    if (!attempt) {
      throw new AppError("invalidInput", {
        userMessage:
          "This sign-in wasn’t started in this browser, is already complete, or took longer than 10 minutes.",
      });
    }
    const callbackUrl = new URL(`${ownServer.origin}${callbackPath}?${query}`);
    const { identity, tokens } = await withSignInErrors(async () =>
      completeSignIn(platform, await getProviderClient(platform, ownServer), callbackUrl, attempt),
    );
    // End an existing session, because an attacker may have planted its cookie.
    await endSessionOfCookie(platform, readSessionCookie(platform, request));
    const { cookie, userId } = await createSession(platform, identity, tokens);
    request.log.info({ userId }, "signed in");
    setSessionCookie(reply, ownServer.origin, cookie);
    return reply.header("cache-control", "no-store").redirect(attempt.returnTo, 303);
  });

  async function withSignInErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      platform.log.warn({ reason: describeSignInError(error) }, "a sign-in failed");
      throw toSignInError(error);
    }
  }
}

function parseQuery(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}

/** Returns the language tags, most preferred first; null if there are none or they are not language tags (RFC 5646). */
const toUiLocales = (uiLocales: string | null): string | null =>
  uiLocales !== null && /^[a-z\d-]{2,35}( [a-z\d-]{2,35}){0,9}$/i.test(uiLocales) ? uiLocales : null;

/** Returns the path and query of `returnTo`; `/` if it is not a path of this origin, which prevents open redirects. */
export function toReturnPath(returnTo: string | null): string {
  const placeholderOrigin = "http://origin.invalid";
  if (returnTo === null || !returnTo.startsWith("/") || returnTo.length > maxReturnPathLength) return "/";
  if (!URL.canParse(returnTo, placeholderOrigin)) return "/";
  const url = new URL(returnTo, placeholderOrigin);
  // A path that starts with two slashes would refer to another host.
  return url.origin === placeholderOrigin && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}
