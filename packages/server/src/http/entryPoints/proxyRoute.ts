import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { passGates, toGateRequest } from "../../core/gate.ts";
import { findSharedHandler } from "../../ops/registry.ts";
import { runOp, toResponseBody } from "../../ops/runOp.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseBody } from "../requests/parseBody.ts";
import { createCookieAuth, getCaller } from "./authenticate.ts";

/**
 * Registers the proxy, the entry point for browsers. The body of `POST /api/requestOp` has the op's method and path,
 * and the input as base64 of JSON. The response is `{data}`, also base64 of JSON.
 */
export function registerProxyRoute(app: FastifyInstance, platform: Platform): void {
  // The op is known once the body has been read. Until then, the request counts as one.
  const auth = createCookieAuth(platform, { keyScopes: ["none"], isDisclosureExempt: true, weight: 1 });
  app.post("/api/requestOp", { ...auth, bodyLimit: limits.bodyBytes }, async (request, reply) => {
    const signal = createRequestSignal(reply);
    const { method, path, outcome } = await parseBody(platform, request, "proxy", null, signal);
    const handler = findSharedHandler(method, path);
    if (!handler) throw new AppError("notFound", { userMessage: "There is no such operation." });
    await passGates(platform, getCaller(request), toGateRequest(handler.op, 1));
    const call = { actor: getCaller(request), requestId: request.id, signal, entryPoint: "proxy" } as const;
    const output = await runOp(platform, handler, call, () => {
      if ("failure" in outcome) throw new AppError(outcome.failure.code, outcome.failure.details);
      return outcome.input;
    });
    return { data: encodeJson(toResponseBody(handler.op, output)) };
  });
}

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64");
}
