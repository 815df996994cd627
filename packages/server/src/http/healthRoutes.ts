import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { canQuery } from "../platform/db/canQuery.ts";

/** `/healthz`: the process answers. `/readyz`: it can serve. `/metrics`: for this machine, or with the token of the configuration. */
export function registerHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const metrics = createMetrics(app, platform);

  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));

  app.get("/readyz", { logLevel: "warn" }, async () => {
    if (platform.runLog.isEnding()) throw new AppError("unavailable", { userMessage: "The server is ending." });
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
      this.set(platform.runLog.liveCount());
    },
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern and not the address: ids in labels would grow without bound.
    const route = request.routeOptions.url ?? "none";
    requests.inc({ route, method: request.method, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  return register;
}

/** A request that a proxy passed on comes from elsewhere, whatever address it has here. */
function mayReadMetrics(platform: Platform, request: FastifyRequest): boolean {
  const token = platform.config.metricsToken;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== null && given !== undefined) {
    const [expected, actual] = [Buffer.from(token), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  const wasForwarded = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
  const address = request.socket.remoteAddress ?? "";
  return !wasForwarded && (address === "::1" || /^(::ffff:)?127\./.test(address));
}
