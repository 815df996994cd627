import type { FastifyInstance } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { callbackPath } from "../modules/identity/embedded/embeddedAddresses.ts";
import { providerClient } from "../modules/identity/providerClient.ts";
import { endSessionOfCookie, openSession } from "../modules/identity/service.ts";
import { beginSignIn, finishSignIn } from "../modules/identity/signIn.ts";
import { describeSignInError, toSignInError } from "../modules/identity/signInError.ts";
import { ownServer } from "./ownServer.ts";
import { readSessionCookie, setSessionCookie } from "./sessionCookie.ts";
import { keepAttempt, takeAttempt } from "./signInCookies.ts";

const longestReturnAddress = 500;

/** The way to the identity provider and back. Both answers send the browser on; a failure is a page. */
export function registerSignInRoutes(app: FastifyInstance, platform: Platform): void {
  app.get("/auth/signin", async (request, reply) => {
    const self = ownServer(app, platform, request);
    const { address, proof } = await failAsPage(async () =>
      beginSignIn(await providerClient(platform, self), `${self.origin}${callbackPath}`),
    );
    const returnTo = relativeAddress(queryOf(request.url).get("returnTo"));
    keepAttempt(platform, request, reply, self.origin, { ...proof, returnTo });
    return reply.header("cache-control", "no-store").redirect(address.href, 303);
  });

  app.get(callbackPath, async (request, reply) => {
    const self = ownServer(app, platform, request);
    const query = queryOf(request.url);
    const attempt = takeAttempt(platform, request, reply, self.origin, query.get("state") ?? "");
    if (!attempt) {
      throw new AppError("invalidInput", {
        userMessage: "This sign-in was not begun in this browser, was finished already, or took more than 10 minutes.",
      });
    }
    const callback = new URL(`${self.origin}${callbackPath}?${query}`);
    const { identity, tokens } = await failAsPage(async () =>
      finishSignIn(platform, await providerClient(platform, self), callback, attempt),
    );
    // Never the session that the browser came with: somebody else may have put it there.
    await endSessionOfCookie(platform, readSessionCookie(platform, request));
    const { cookie, userId } = await openSession(platform, identity, tokens);
    request.log.info({ userId }, "signed in");
    setSessionCookie(reply, self.origin, cookie);
    return reply.header("cache-control", "no-store").redirect(attempt.returnTo, 303);
  });

  async function failAsPage<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      platform.log.warn({ reason: describeSignInError(error) }, "a sign-in failed");
      throw toSignInError(error);
    }
  }
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
}

/** A path of this origin, without its fragment, which the browser keeps; `/` for anything else. */
export function relativeAddress(given: string | null): string {
  const anyOrigin = "http://origin.invalid";
  if (given === null || !given.startsWith("/") || given.length > longestReturnAddress) return "/";
  if (!URL.canParse(given, anyOrigin)) return "/";
  const url = new URL(given, anyOrigin);
  // A path of two slashes would name another host.
  return url.origin === anyOrigin && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}
