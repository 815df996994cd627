import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { AppError } from "./core/appError.ts";
import type { Platform } from "./core/context.ts";
import { limitBodyTime } from "./http/bodyTime.ts";
import { registerChatRoutes } from "./http/chatRoute.ts";
import { registerConversionRoutes } from "./http/conversionRoutes.ts";
import { registerDirectDoor } from "./http/directRoutes.ts";
import { sendError } from "./http/errorResponse.ts";
import { registerFileRoutes } from "./http/fileRoutes.ts";
import { registerHealthRoutes } from "./http/healthRoutes.ts";
import { registerIdentityRoutes } from "./http/identityRoutes.ts";
import { registerJsonParser } from "./http/jsonParser.ts";
import { registerOpenApi } from "./http/openApi.ts";
import { registerPageRoutes } from "./http/pageRoutes.ts";
import { registerProxyDoor } from "./http/requestOp.ts";
import { registerRestDoor } from "./http/restRoutes.ts";
import { registerSignedConversationRoutes } from "./http/signedConversationRoutes.ts";
import { refuseUnreadable } from "./http/unreadableRequest.ts";

const defaultBodyLimitBytes = 1_000_000;
const longestUrlBytes = 8_192;
/** For all headers of a request to arrive. */
const headersTimeoutMs = 60_000;
/** For the whole of a request to arrive: whoever sends more slowly would hold a connection for good. Uploads get longer. */
const requestTimeoutMs = 300_000;

interface AppOptions {
  /** Where the usual time for a request's body does not fit. */
  bodyTimeoutMs?: number;
}

/** The whole server, without listening. `webRoot`: the built web app; its absence leaves the API working. */
export async function createApp(
  platform: Platform,
  webRoot: string,
  { bodyTimeoutMs = requestTimeoutMs }: AppOptions = {},
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = platform.log;
  const app = Fastify({
    loggerInstance: log,
    // One line an op and one a refusal say what is needed; addresses of requests may carry what logs must not.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: defaultBodyLimitBytes,
    routerOptions: { maxParamLength: 300 },
    // Whose address a request has, as far as proxies are believed that say so. Nothing else of theirs is.
    trustProxy: platform.config.trustedProxies.length > 0 ? [...platform.config.trustedProxies] : false,
    http: { maxHeaderSize: longestUrlBytes * 2, headersTimeout: headersTimeoutMs },
    // Node's own limit is one for all routes: `limitBodyTime` takes its place.
    requestTimeout: 0,
    forceCloseConnections: true,
    // What is refused before there is a route passes no hook.
    frameworkErrors(error, request, reply) {
      setHeaders(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  });
  limitBodyTime(app.server, bodyTimeoutMs);
  registerJsonParser(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new AppError("notFound"), request, reply));
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    // The next request should find another process.
    if (platform.runLog.isLeaving()) void reply.header("connection", "close");
    done();
  });
  await app.register(fastifyCookie);

  registerHealthRoutes(app, platform);
  registerOpenApi(app, platform);
  await registerIdentityRoutes(app, platform);
  registerProxyDoor(app, platform);
  registerRestDoor(app, platform);
  registerDirectDoor(app, platform);
  registerSignedConversationRoutes(app, platform);
  registerFileRoutes(app, platform);
  registerConversionRoutes(app, platform);
  registerChatRoutes(app, platform);
  await registerPageRoutes(app, platform, webRoot);
  return app;
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ...securityHeaders, "x-request-id": request.id });
}

/** On every reply; a page adds its own content policy, and what may be kept says so. */
const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;
