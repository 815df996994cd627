import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isLoopbackHost } from "../../config.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { canQuery } from "../../platform/db/canQuery.ts";
import { hasRoom } from "../../platform/db/hasRoom.ts";
import { countDroppedLines } from "../../platform/log.ts";
import { toErrorResponse } from "../errors/errorResponse.ts";
import { isDirectLocalRequest } from "../requests/isDirectLocalRequest.ts";
import { getLocalOrigin } from "../requests/publicOrigin.ts";

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests. `/metrics`: available on this machine or with the
 * configured token.
 */
export function registerHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const registry = Registry.merge([createServerMetrics(app, platform), platform.metrics.registry]);

  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok" }));

  app.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
    // Sent instead of thrown, so that repeated probes do not fill the log with errors.
    const sendUnavailable = (userMessage: string) => {
      const { status, body } = toErrorResponse(new AppError("unavailable", { userMessage }), request.id);
      return reply.code(status).send(body);
    };
    if (platform.runLog.isDraining()) return sendUnavailable("The server is shutting down.");
    if (!(await canQuery(platform.db)))
      throw new AppError("unavailable", { userMessage: "The database isn’t responding." });
    if (!(await hasRoom(platform.db))) return sendUnavailable("The disk of the database is full.");
    if (!(await platform.blobs.hasRoom())) return sendUnavailable("The disk for files is full.");
    return { status: "ok" };
  });

  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!canReadMetrics(platform, request)) throw new AppError("notFound");
    void reply.header("content-type", registry.contentType);
    return registry.metrics();
  });
}

function createServerMetrics(app: FastifyInstance, platform: Platform): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "lectern_http_requests_total",
    help: "Requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "lectern_http_request_seconds",
    help: "Time to the end of the reply, by route.",
    labelNames: ["route"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  });
  new Gauge({
    name: "lectern_live_runs",
    help: "Answers that are currently being generated.",
    registers: [registry],
    collect() {
      this.set(platform.runLog.countLiveRuns());
    },
  });
  new Counter({
    name: "lectern_log_lines_dropped_total",
    help: "Log lines that were dropped because the log could not be written.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countDroppedLines(platform.log));
    },
  });
  app.addHook("onResponse", (request, reply, done) => {
    // Labeled with the route's pattern, because URLs contain ids and would create an unbounded number of labels.
    const url = request.routeOptions.url ?? "none";
    // Each built file has its own route, whose name changes with each release, so all of them share a label.
    const route = url.startsWith("/assets/") ? "/assets/*" : url;
    requests.inc({ route, method: request.method, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}

/**
 * True if the request has the token, or comes from this machine and names it in its Host header. A forwarded request
 * counts as remote even if its proxy runs on this machine. If a public URL is configured, a local request may come from
 * a proxy that adds no headers, so the token is required.
 */
function canReadMetrics(platform: Platform, request: FastifyRequest): boolean {
  const token = platform.config.metricsToken;
  const bearerToken = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== null && bearerToken !== undefined) {
    const [expected, actual] = [Buffer.from(token), Buffer.from(bearerToken)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
  const { publicOrigin } = platform.config;
  if (publicOrigin !== null && !isLoopbackHost(new URL(publicOrigin).hostname)) return false;
  return isDirectLocalRequest(request) && getLocalOrigin(platform, request) !== null;
}
