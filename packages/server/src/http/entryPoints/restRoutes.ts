import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import { parseValue } from "../../core/parseInput.ts";
import { countOp } from "../../modules/requestRates/service.ts";
import { registry } from "../../ops/registry.ts";
import { runOp, toResponseBody } from "../../ops/runOp.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { createBearerAuth, getCaller } from "./authenticate.ts";
import { mergeInput } from "./proxyRoute.ts";

/** A non-empty body without `data` is rejected, because its fields would be ignored silently. */
const RestBody = z.nullish(
  z.looseObject({ data: z.optional(z.unknown()) }).check(
    z.refine((body) => "data" in body || Object.keys(body).length === 0, {
      path: ["data"],
      error: 'is missing: the body must have the form {"data": {…}}',
    }),
  ),
);

/**
 * Registers the REST entry points for API clients: each shared op at its own path, with a bearer token and the input in
 * the query or under `data`.
 */
export function registerRestRoutes(app: FastifyInstance, platform: Platform): void {
  for (const handler of registry.filter(({ op }) => op.entryPoint === "shared")) {
    app.route({
      ...createBearerAuth(platform),
      method: handler.op.method,
      url: handler.op.path,
      bodyLimit: limits.bodyBytes,
      handler: async (request, reply) => {
        const body = parseValue(RestBody, request.body);
        const query = typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
        countOp(platform, getCaller(request), handler.op);
        const call = {
          actor: getCaller(request),
          requestId: request.id,
          signal: createRequestSignal(reply),
          entryPoint: "rest",
        } as const;
        return toResponseBody(handler.op, await runOp(platform, handler, call, mergeInput(query, body?.data)));
      },
    });
  }
}
