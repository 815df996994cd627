import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";
import { toGateRequest } from "../../core/gate.ts";
import { registry } from "../../ops/registry.ts";
import { createBearerAuth } from "./authenticate.ts";
import { handleOpRequest } from "./handleOpRequest.ts";

/**
 * Registers the REST entry points for API clients: each shared op at its own path, with a bearer token and the input in
 * the query or under `data`.
 */
export function registerRestRoutes(app: FastifyInstance, platform: Platform): void {
  for (const handler of registry.filter(({ op }) => op.entryPoint === "shared")) {
    app.route({
      ...createBearerAuth(platform, toGateRequest(handler.op)),
      method: handler.op.method,
      url: handler.op.path,
      bodyLimit: limits.bodyBytes,
      handler: (request, reply) => handleOpRequest(platform, handler, "rest", request, reply),
    });
  }
}
