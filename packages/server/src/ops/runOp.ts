import type { OpDefinition } from "@lectern/contract";
import * as z from "zod/mini";
import { getLimitedId } from "../core/actor.ts";
import { AppError } from "../core/appError.ts";
import type { Actor, Platform } from "../core/context.ts";
import type { OpHandler } from "../core/implement.ts";
import { countRequest, runHeavyCall } from "../modules/requestRates/service.ts";

export interface OpCall {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
  entryPoint: "proxy" | "rest" | "direct";
}

/**
 * Runs an op, whichever its entry point: checks access, parses the input, calls the handler, parses the output and logs
 * one line. `parseOpInput` returns the input, parsed by the op's schema. Throws `forbidden`, the errors of
 * `parseOpInput`, `countRequest` and `runHeavyCall`, and those of the handler.
 */
export async function runOp(
  platform: Platform,
  handler: OpHandler,
  call: OpCall,
  parseOpInput: () => unknown,
): Promise<unknown> {
  const { op } = handler;
  const startedAt = performance.now();
  let outcome = "ok";
  try {
    if (op.access === "admin" && !call.actor.isAdmin) throw new AppError("forbidden");
    const input = await parseOpInput();
    countRequest(platform, call.actor, op.weighInput?.(input) ?? 0);
    const ctx = { ...platform, actor: call.actor, requestId: call.requestId, signal: call.signal };
    const handle = () => handler.handle(ctx, input);
    const result = await (op.isHeavy
      ? runHeavyCall(platform, getLimitedId(call.actor), call.signal, handle)
      : handle());
    const output = z.safeParse(op.output, result);
    if (!output.success)
      throw new Error(`the result of ${op.method} ${op.path} violates its contract`, { cause: output.error });
    return output.data;
  } catch (error) {
    outcome = error instanceof AppError ? error.code : "internal";
    throw error;
  } finally {
    const durationMs = Math.round(performance.now() - startedAt);
    platform.log.info(
      {
        op: `${op.method} ${op.path}`,
        entryPoint: call.entryPoint,
        ...(op.isUntraced ? {} : { user: call.actor.principal.id }),
        requestId: call.requestId,
        outcome,
        durationMs,
      },
      "op",
    );
  }
}

/** Wraps an op's output in the op's response envelope. Returns the response body. */
export function toResponseBody(op: OpDefinition, output: unknown): Record<string, unknown> {
  if (op.responseEnvelope === "data") return { success: true, data: output };
  if (op.responseEnvelope === "location") return { success: true, statusCode: 302, body: output };
  const fields = { success: true, ...(typeof output === "object" ? output : {}) };
  return op.responseEnvelope === "body" ? { statusCode: 200, body: JSON.stringify(fields) } : fields;
}
