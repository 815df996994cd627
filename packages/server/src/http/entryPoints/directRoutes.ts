import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";
import { toGateRequest } from "../../core/gate.ts";
import { registry } from "../../ops/registry.ts";
import { createCookieAuth } from "./authenticate.ts";
import { handleOpRequest } from "./handleOpRequest.ts";

/** Registers the ops that a browser calls at their own path, with its session cookie, instead of through the proxy. */
export function registerDirectRoutes(app: FastifyInstance, platform: Platform): void {
  for (const handler of registry.filter(({ op }) => op.entryPoint === "direct")) {
    app.route({
      ...createCookieAuth(platform, toGateRequest(handler.op)),
      method: handler.op.method,
      url: handler.op.path,
      bodyLimit: limits.bodyBytes,
      handler: (request, reply) => handleOpRequest(platform, handler, "direct", request, reply),
    });
  }
}
