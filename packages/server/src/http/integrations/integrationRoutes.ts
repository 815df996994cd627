import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { checkSessionCookie } from "../../modules/identity/service.ts";
import { completeConnecting, integrationCallbackPath } from "../../modules/integrations/service.ts";
import { readSessionCookie } from "../identity/sessionCookie.ts";
import { loadPageConfig, pageHeaders } from "../pages/page.ts";
import { choosePageLanguage } from "../pages/pageLanguage.ts";
import { createErrorPageHandler } from "../pages/renderErrorPage.ts";
import { countSignIn } from "../requests/countSignIn.ts";
import { getPublicOrigin } from "../requests/publicOrigin.ts";
import { closeScriptPath, renderConnectedPage, renderNotConnectedPage } from "./connectionPages.ts";

/**
 * The page of the app opens the window of the provider and watches when it closes. With `same-origin`, the window would
 * be cut off from the page that has opened it, and could not close itself.
 */
const windowHeaders = { ...pageHeaders, "cross-origin-opener-policy": "unsafe-none" };

/** Registers the address to which a provider sends a person back, and the script of its page. */
export async function registerIntegrationRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  app.get(closeScriptPath, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send("window.close();\n"),
  );
  await app.register(async (pageScope) => {
    pageScope.setErrorHandler(
      createErrorPageHandler(platform, { render: renderNotConnectedPage, headers: windowHeaders }),
    );
    pageScope.get(integrationCallbackPath, async (request, reply) => {
      countSignIn(platform, request);
      getPublicOrigin(platform, request);
      const actor = await authenticate(platform, request);
      const query = new URLSearchParams(request.url.slice(integrationCallbackPath.length + 1));
      const { name } = await completeConnecting({ ...platform, requestId: request.id }, actor, query);
      const language = choosePageLanguage({ acceptLanguage: request.headers["accept-language"] });
      return reply.headers(windowHeaders).send(renderConnectedPage(await loadPageConfig(platform), language, name));
    });
  });
}

async function authenticate(platform: Platform, request: FastifyRequest) {
  const session = await checkSessionCookie(platform, readSessionCookie(platform, request));
  if (session.state === "signedOut") {
    throw new AppError("unauthenticated", { userMessage: "You are signed out. Please sign in, and connect it again." });
  }
  const { actor } = session;
  await passGates(platform, actor, { keyScopes: ["none"], flag: "integrations", isDisclosureExempt: false, weight: 1 });
  return actor;
}
