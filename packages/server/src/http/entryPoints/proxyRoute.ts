import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { parseInput } from "../../core/parseInput.ts";
import { parseJson } from "../../core/parseJson.ts";
import { countOp } from "../../modules/requestRates/service.ts";
import { findSharedHandler } from "../../ops/registry.ts";
import { runOp, toResponseBody } from "../../ops/runOp.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { createCookieAuth, getCaller } from "./authenticate.ts";

const RequestEnvelope = z.object({
  data: z.object({
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: z.string().check(z.maxLength(500)),
    op: z._default(z.string().check(z.maxLength(500)), ""),
    data: z.optional(z.nullable(z.string())),
    queryParams: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
});

/**
 * Registers the proxy, the entry point for browsers. The body of `POST /api/requestOp` has the op's method and path,
 * and the input as base64 of JSON. The response is `{data}`, also base64 of JSON.
 */
export function registerProxyRoute(app: FastifyInstance, platform: Platform): void {
  app.post("/api/requestOp", { ...createCookieAuth(platform), bodyLimit: limits.bodyBytes }, async (request, reply) => {
    const { data: envelope } = parseInput(RequestEnvelope, request.body);
    const handler = findSharedHandler(envelope.method, envelope.path + envelope.op);
    if (!handler) throw new AppError("notFound", { userMessage: "There is no such operation." });
    countOp(platform, getCaller(request), handler.op);
    const call = {
      actor: getCaller(request),
      requestId: request.id,
      signal: createRequestSignal(reply),
      entryPoint: "proxy",
    } as const;
    const output = await runOp(platform, handler, call, toOpInput(envelope));
    return { data: encodeJson(toResponseBody(handler.op, output)) };
  });
}

function toOpInput(envelope: z.infer<typeof RequestEnvelope>["data"]): unknown {
  const query = Object.fromEntries(
    Object.entries(envelope.queryParams ?? {}).map(([name, value]) => [
      name,
      decodeJson(value, `data.queryParams.${name}`),
    ]),
  );
  return mergeInput(query, envelope.data == null ? undefined : decodeJson(envelope.data, "data.data"));
}

/**
 * Merges query values and body fields into an op's input. Body fields override query values. A body that is a list or a
 * primitive is the whole input.
 */
export function mergeInput(query: Record<string, unknown>, body: unknown): unknown {
  if (body === undefined || body === null) return query;
  if (typeof body !== "object" || Array.isArray(body)) return body;
  return { ...query, ...body };
}

function decodeJson(base64: string, path: string): unknown {
  try {
    return parseJson(Buffer.from(base64, "base64").toString("utf8"));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalidInput", { issues: [{ path, message: "is not base64-encoded JSON" }], cause });
  }
}

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64");
}
