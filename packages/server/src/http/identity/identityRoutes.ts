import type { SessionResponse } from "@lectern/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { loadAppearance } from "../../modules/appearance/service.ts";
import { getEventPosition } from "../../modules/browserEvents/service.ts";
import { mustAcceptDisclosure } from "../../modules/disclosure/requiredDisclosure.ts";
import { getSignOutUrl } from "../../modules/identity/getSignOutUrl.ts";
import { checkSessionCookie, endSessionOfCookie, issueAccessToken } from "../../modules/identity/service.ts";
import { findCostAlert } from "../../modules/usage/service.ts";
import { requireOwnClient } from "../entryPoints/authenticate.ts";
import { createErrorPageHandler } from "../pages/renderErrorPage.ts";
import { countSignIn } from "../requests/countSignIn.ts";
import { getPublicOrigin } from "../requests/publicOrigin.ts";
import { createOwnServer } from "./createOwnServer.ts";
import { registerEmbeddedProvider } from "./embeddedProvider/registerEmbeddedProvider.ts";
import { requireDirectSignIn } from "./embeddedProvider/requireDirectSignIn.ts";
import { clearSessionCookie, readSessionCookie } from "./sessionCookie.ts";
import { registerSignInRoutes } from "./signInRoutes.ts";
import { toPublicConfig } from "./toPublicConfig.ts";

/** Registers the routes for the session, sign-in and sign-out. Adds the embedded provider if no other is configured. */
export async function registerIdentityRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  // This check runs before the body is parsed.
  const ownClientOptions = { onRequest: async (request: FastifyRequest) => requireOwnClient(platform, request) };

  app.get("/api/session", ownClientOptions, async (request, reply): Promise<SessionResponse> => {
    getPublicOrigin(platform, request);
    void reply.header("cache-control", "no-store");
    return createSessionResponse(platform, readSessionCookie(platform, request));
  });

  app.post("/auth/signout", ownClientOptions, async (request, reply): Promise<{ location: string }> => {
    const ownServer = createOwnServer(app, platform, request);
    const idToken = await endSessionOfCookie(platform, readSessionCookie(platform, request));
    clearSessionCookie(reply, ownServer.origin);
    void reply.header("cache-control", "no-store");
    return { location: await getSignOutUrl(platform, ownServer, idToken) };
  });

  await app.register(async (pageScope) => {
    pageScope.setErrorHandler(createErrorPageHandler(platform));
    pageScope.addHook("onRequest", (request, _reply, done) => {
      countSignIn(platform, request);
      requireDirectSignIn(platform, request);
      done();
    });
    registerSignInRoutes(pageScope, platform);
    if (!platform.config.oidc) await registerEmbeddedProvider(pageScope, platform);
  });
}

async function createSessionResponse(platform: Platform, cookie: string | undefined): Promise<SessionResponse> {
  const config = toPublicConfig(platform.config, await loadAppearance(platform), platform.clock.now());
  const session = await checkSessionCookie(platform, cookie);
  if (session.state === "signedOut") {
    return {
      user: null,
      accessToken: null,
      expiresAt: null,
      lastEventId: null,
      ...(session.error ? { error: session.error } : {}),
      config,
    };
  }
  await passGates(platform, session.actor, { keyScopes: ["none"], isDisclosureExempt: true, weight: 1 });
  const { principal, email, name, isAdmin } = session.actor;
  const { token, expiresAt } = await issueAccessToken(platform, session.actor);
  return {
    user: { id: principal.id, email, name, isAdmin },
    accessToken: token,
    expiresAt: expiresAt.toISOString(),
    lastEventId: getEventPosition(platform, principal.id),
    config: { ...config, promptCostAlert: await findCostAlert(platform) },
    ...((await mustAcceptDisclosure(platform, session.actor)) && { mustAcceptDisclosure: true }),
  };
}
