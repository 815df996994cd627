import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import type { OpHandler } from "../../core/implement.ts";
import { runOp, toResponseBody } from "../../ops/runOp.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseBody } from "../requests/parseBody.ts";
import { getCaller } from "./authenticate.ts";

/** Runs the op of a request at the op's own path. Returns the response body. */
export async function handleOpRequest(
  platform: Platform,
  handler: OpHandler,
  entryPoint: "rest" | "direct",
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Record<string, unknown>> {
  const { op } = handler;
  const actor = getCaller(request);
  const query = typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
  const signal = createRequestSignal(reply);
  const context = { method: op.method, path: op.path, query };
  const output = await runOp(platform, handler, { actor, requestId: request.id, signal, entryPoint }, () =>
    parseBody(platform, request, entryPoint, context, signal),
  );
  return toResponseBody(op, output);
}
