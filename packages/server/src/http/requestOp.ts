import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import { parseInput } from "../core/parseInput.ts";
import { parseJson } from "../core/parseJson.ts";
import { findSharedOp } from "../ops/registry.ts";
import { runOp, toWireReply } from "../ops/runOp.ts";
import { callerOf, cookieDoor } from "./authenticate.ts";
import { countOp } from "./requestRates.ts";
import { requestSignal } from "./requestSignal.ts";

const Envelope = z.object({
  data: z.object({
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: z.string().check(z.maxLength(500)),
    op: z._default(z.string().check(z.maxLength(500)), ""),
    data: z.optional(z.nullable(z.string())),
    queryParams: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
});

/** The proxy door, for browsers: `POST /api/requestOp` with the op's name and base64 JSON; the reply is `{data: base64 JSON}`. */
export function registerProxyDoor(app: FastifyInstance, platform: Platform): void {
  app.post("/api/requestOp", { ...cookieDoor(platform), bodyLimit: limits.bodyBytes }, async (request, reply) => {
    const { data: envelope } = parseInput(Envelope, request.body);
    const handler = findSharedOp(envelope.method, envelope.path + envelope.op);
    if (!handler) throw new AppError("notFound", { userMessage: "There is no such operation." });
    countOp(platform, callerOf(request), handler.op);
    const call = {
      actor: callerOf(request),
      requestId: request.id,
      signal: requestSignal(reply),
      door: "proxy",
    } as const;
    const output = await runOp(platform, handler, call, inputOf(envelope));
    return { data: encode(toWireReply(handler.op, output)) };
  });
}

function inputOf(envelope: z.infer<typeof Envelope>["data"]): unknown {
  const query = Object.fromEntries(
    Object.entries(envelope.queryParams ?? {}).map(([name, value]) => [
      name,
      decode(value, `data.queryParams.${name}`),
    ]),
  );
  return mergeInput(query, envelope.data == null ? undefined : decode(envelope.data, "data.data"));
}

/** An op's input: query values and body fields together; a body that is no object stands alone. */
export function mergeInput(query: Record<string, unknown>, body: unknown): unknown {
  if (body === undefined || body === null) return query;
  if (typeof body !== "object" || Array.isArray(body)) return body;
  return { ...query, ...body };
}

function decode(base64: string, path: string): unknown {
  try {
    return parseJson(Buffer.from(base64, "base64").toString("utf8"));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalidInput", { issues: [{ path, message: "is not base64 of JSON" }], cause });
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64");
}
