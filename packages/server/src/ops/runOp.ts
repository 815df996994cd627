import { limits, type OpDefinition } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../core/appError.ts";
import type { Actor, Platform } from "../core/context.ts";
import type { OpHandler } from "../core/implement.ts";

export interface OpCall {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
  door: "proxy" | "rest" | "direct";
}

/**
 * The one path that every op takes, whatever door it came through: access, input, handler, output, log line.
 * `rawInput` is JSON that nobody has looked at. Throws AppError.
 */
export async function runOp(platform: Platform, handler: OpHandler, call: OpCall, rawInput: unknown): Promise<unknown> {
  const { op } = handler;
  const startedAt = performance.now();
  let outcome = "ok";
  try {
    if (op.access === "admin" && !call.actor.isAdmin) throw new AppError("forbidden");
    const input = parseInput(op.input, rawInput);
    const ctx = { ...platform, actor: call.actor, requestId: call.requestId, signal: call.signal };
    const result = await handler.handle(ctx, input);
    const output = z.safeParse(op.output, result);
    if (!output.success)
      throw new Error(`${op.method} ${op.path} gave a result that is not of its contract`, { cause: output.error });
    return output.data;
  } catch (error) {
    outcome = error instanceof AppError ? error.code : "internal";
    throw error;
  } finally {
    const durationMs = Math.round(performance.now() - startedAt);
    platform.log.info(
      {
        op: `${op.method} ${op.path}`,
        door: call.door,
        user: call.actor.userId,
        requestId: call.requestId,
        outcome,
        durationMs,
      },
      "op",
    );
  }
}

/** Parses a client's JSON with a contract's schema. Throws `invalidInput` with every issue and its path. */
export function parseInput<S extends z.ZodMiniType>(schema: S, raw: unknown): z.infer<S> {
  const result = z.safeParse(schema, wellFormed(raw, limits.jsonDepth));
  if (result.success) return result.data;
  throw new AppError("invalidInput", {
    issues: result.error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message })),
  });
}

/** The value with lone surrogates replaced, which JSON carries and a database refuses. Throws on NUL and on deep nesting. */
function wellFormed(value: unknown, depth: number): unknown {
  if (typeof value === "string") return wellFormedText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new AppError("invalidInput", { userMessage: "The request is nested too deeply." });
  if (Array.isArray(value)) return value.map((item) => wellFormed(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormedText(key), wellFormed(item, depth - 1)]),
  );
}

function wellFormedText(value: string): string {
  if (value.includes("\0"))
    throw new AppError("invalidInput", { userMessage: "A text must not contain a NUL character." });
  return value.isWellFormed() ? value : value.toWellFormed();
}

/** What an op's result looks like on the wire. */
export function wireReply(op: OpDefinition, output: unknown): Record<string, unknown> {
  if (op.reply === "data") return { success: true, data: output };
  return { success: true, ...(typeof output === "object" ? output : {}) };
}
