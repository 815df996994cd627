import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isLoopbackHost } from "../config.ts";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { canQuery } from "../platform/db/canQuery.ts";
import { toErrorResponse } from "./errorResponse.ts";

/** What proxies add to a request that they pass on. */
const proxyHeaders = /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;

/** `/healthz`: the process answers. `/readyz`: it can serve. `/metrics`: for this machine, or with the token of the configuration. */
export function registerHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const metrics = Registry.merge([createMetrics(app, platform), platform.metrics.registry]);

  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));

  app.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
    if (platform.runLog.isDraining()) {
      // Not thrown: that this server ends is no fault, and it is asked again and again.
      const ending = new AppError("unavailable", { userMessage: "The server is ending." });
      const { status, body } = toErrorResponse(ending, request.id);
      return reply.code(status).send(body);
    }
    if (!(await canQuery(platform.db)))
      throw new AppError("unavailable", { userMessage: "The database does not answer." });
    return { status: "ok" };
  });

  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!mayReadMetrics(platform, request)) throw new AppError("notFound");
    void reply.header("content-type", metrics.contentType);
    return metrics.metrics();
  });
}

function createMetrics(app: FastifyInstance, platform: Platform): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: "lectern_http_requests_total",
    help: "Requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers: [register],
  });
  const durations = new Histogram({
    name: "lectern_http_request_seconds",
    help: "Time to the end of the reply, by route.",
    labelNames: ["route"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [register],
  });
  new Gauge({
    name: "lectern_live_runs",
    help: "Answers that are being written now.",
    registers: [register],
    collect() {
      this.set(platform.runLog.liveRunCount());
    },
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern and not the address: ids in labels would grow without bound.
    const url = request.routeOptions.url ?? "none";
    // Each file of the page has a route and, with each release, another name.
    const route = url.startsWith("/assets/") ? "/assets/*" : url;
    requests.inc({ route, method: request.method, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  return register;
}

/**
 * With the token, or from this machine. A request that a proxy passed on comes from elsewhere, whatever address it has here; and where
 * people open this server under another name, what asks from here may be a proxy that does not say so.
 */
function mayReadMetrics(platform: Platform, request: FastifyRequest): boolean {
  const token = platform.config.metricsToken;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== null && given !== undefined) {
    const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  const { publicOrigin } = platform.config;
  if (publicOrigin !== null && !isLoopbackHost(new URL(publicOrigin).hostname)) return false;
  const wasForwarded = Object.keys(request.headers).some((name) => proxyHeaders.test(name));
  const address = request.socket.remoteAddress ?? "";
  return !wasForwarded && (address === "::1" || /^(::ffff:)?127\./.test(address));
}
