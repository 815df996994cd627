import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import { openAiPath } from "@lectern/contract";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { AppError } from "./core/appError.ts";
import type { Platform } from "./core/context.ts";
import type { ServerModule } from "./core/serverModule.ts";
import { registerDirectRoutes } from "./http/entryPoints/directRoutes.ts";
import { registerProxyRoute } from "./http/entryPoints/proxyRoute.ts";
import { registerRestRoutes } from "./http/entryPoints/restRoutes.ts";
import { sendError } from "./http/errors/errorResponse.ts";
import { rejectUnreadableRequest } from "./http/errors/rejectUnreadableRequest.ts";
import { registerHealthRoutes } from "./http/health/healthRoutes.ts";
import { sendApiError } from "./http/openAi/toApiError.ts";
import { registerOpenApi } from "./http/openApi/openApi.ts";
import { registerPageRoutes } from "./http/pages/pageRoutes.ts";
import { enforceBodyTimeout } from "./http/requests/bodyTimeout.ts";
import { createKeyInUrlError } from "./http/requests/createKeyInUrlError.ts";
import { registerJsonParser } from "./http/requests/jsonParser.ts";
import { modules as serverModules } from "./modules.ts";

const defaultBodyLimitBytes = 1_000_000;
const maxUrlBytes = 8_192;
/** Time for all headers of a request to arrive. */
const headersTimeoutMs = 60_000;
/** Time for a request's body to arrive, so that a slow client cannot occupy a connection forever. Uploads get more. */
const defaultBodyTimeoutMs = 300_000;

interface AppOptions {
  modules?: readonly ServerModule[];
  /** Overrides the default time limit for a request body. */
  bodyTimeoutMs?: number;
}

/**
 * Creates the server; `listen` starts it. `webRoot` is the folder of the built web app. If it is missing, the API still
 * works.
 */
export async function createApp(
  platform: Platform,
  webRoot: string,
  { modules = serverModules, bodyTimeoutMs = defaultBodyTimeoutMs }: AppOptions = {},
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = platform.log;
  const app = Fastify({
    loggerInstance: log,
    // Ops and rejected requests log a line of their own. Request URLs may contain data that must not be logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: defaultBodyLimitBytes,
    routerOptions: { maxParamLength: 300 },
    // Only trusted proxies can set the client's address. The server takes no other value from a proxy's headers.
    trustProxy: platform.config.trustedProxies.length > 0 ? [...platform.config.trustedProxies] : false,
    http: { maxHeaderSize: maxUrlBytes * 2, headersTimeout: headersTimeoutMs },
    // Node's limit cannot differ by route, so `enforceBodyTimeout` replaces it.
    requestTimeout: 0,
    forceCloseConnections: true,
    // Hooks do not run for requests that are rejected before routing.
    frameworkErrors(error, request, reply) {
      setHeaders(request, reply);
      if (request.url.startsWith(`${openAiPath}/`)) sendApiError(error, request, reply);
      else sendError(error, request, reply);
    },
    clientErrorHandler: rejectUnreadableRequest,
  });
  enforceBodyTimeout(app.server, bodyTimeoutMs);
  registerJsonParser(app, platform);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new AppError("notFound"), request, reply));
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    // Makes the client reconnect, so that its next request can reach another process.
    if (platform.runLog.isDraining()) void reply.header("connection", "close");
    done(createKeyInUrlError(request.url) ?? undefined);
  });
  await app.register(fastifyCookie);

  registerHealthRoutes(app, platform);
  registerOpenApi(app, platform);
  registerProxyRoute(app, platform);
  registerRestRoutes(app, platform);
  registerDirectRoutes(app, platform);
  for (const { registerRoutes } of modules) await registerRoutes?.(app, platform);
  await registerPageRoutes(app, platform, webRoot);
  return app;
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ...defaultHeaders, "x-request-id": request.id });
}

/**
 * Headers that every response starts with. Pages override `content-security-policy`; cacheable responses override
 * `cache-control`.
 */
const defaultHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;
