import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../core/context.ts";
import { countOp } from "../../modules/requestRates/service.ts";
import { registry } from "../../ops/registry.ts";
import { runOp, toResponseBody } from "../../ops/runOp.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { createCookieAuth, getCaller } from "./authenticate.ts";
import { mergeInput } from "./proxyRoute.ts";

/** Registers the ops that a browser calls at their own path, with its session cookie, instead of through the proxy. */
export function registerDirectRoutes(app: FastifyInstance, platform: Platform): void {
  for (const handler of registry.filter(({ op }) => op.entryPoint === "direct")) {
    app.route({
      ...createCookieAuth(platform),
      method: handler.op.method,
      url: handler.op.path,
      bodyLimit: limits.bodyBytes,
      handler: async (request, reply) => {
        const query = typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
        countOp(platform, getCaller(request), handler.op);
        const call = {
          actor: getCaller(request),
          requestId: request.id,
          signal: createRequestSignal(reply),
          entryPoint: "direct",
        } as const;
        return toResponseBody(handler.op, await runOp(platform, handler, call, mergeInput(query, request.body)));
      },
    });
  }
}
