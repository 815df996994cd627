import type { HttpMethod, OpDefinition } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError, type AppErrorDetails } from "../../core/appError.ts";
import { parseInput, parseValue } from "../../core/parseInput.ts";
import { findOp } from "../../ops/findOp.ts";

const RequestEnvelope = z.object({
  data: z.object({
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: z.string().check(z.maxLength(500)),
    op: z._default(z.string().check(z.maxLength(500)), ""),
    data: z.optional(z.nullable(z.string())),
    queryParams: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
});
type Envelope = z.infer<typeof RequestEnvelope>["data"];

/**
 * A call through the proxy: the op's route, and its input or why that is invalid. The route comes first, because the
 * caller may not be allowed to call the op at all.
 */
export interface ParsedProxyCall {
  method: HttpMethod;
  path: string;
  outcome: { input: unknown } | { failure: { code: AppError["code"]; details: AppErrorDetails } };
}

/** Parses the body of `POST /api/requestOp`. Throws the errors of `parseText`, and `invalidInput` for the envelope. */
export function parseProxyBody(body: unknown, parseText: (text: string) => unknown): ParsedProxyCall {
  const { data: envelope } = parseInput(RequestEnvelope, body);
  const { method } = envelope;
  const path = envelope.path + envelope.op;
  const op = findOp(method, path);
  if (!op) return { method, path, outcome: { input: undefined } };
  try {
    return { method, path, outcome: { input: parseOpInput(op, toOpInput(envelope, parseText)) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, userMessage, issues } = error;
    return { method, path, outcome: { failure: { code, details: { userMessage, ...(issues ? { issues } : {}) } } } };
  }
}

/** Parses an op's input. Throws the errors of `parseInput`. */
export function parseOpInput({ input, maxJsonValues }: OpDefinition, raw: unknown): unknown {
  return parseInput(input, raw, maxJsonValues);
}

/** A non-empty body without `data` is rejected, because its fields would be ignored silently. */
const RestBody = z.nullish(
  z.looseObject({ data: z.optional(z.unknown()) }).check(
    z.refine((body) => "data" in body || Object.keys(body).length === 0, {
      path: ["data"],
      error: 'is missing: the body must have the form {"data": {…}}',
    }),
  ),
);

/** Returns the `data` of a REST body. Throws `invalidInput`. */
export function parseRestBody(body: unknown): unknown {
  return parseValue(RestBody, body)?.data;
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

function toOpInput(envelope: Envelope, parseText: (text: string) => unknown): unknown {
  const decode = (base64: string, path: string) => decodeJson(base64, path, parseText);
  const query = Object.fromEntries(
    Object.entries(envelope.queryParams ?? {}).map(([name, value]) => [
      name,
      decode(value, `data.queryParams.${name}`),
    ]),
  );
  return mergeInput(query, envelope.data == null ? undefined : decode(envelope.data, "data.data"));
}

function decodeJson(base64: string, path: string, parseText: (text: string) => unknown): unknown {
  try {
    return parseText(Buffer.from(base64, "base64").toString("utf8"));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError("invalidInput", { issues: [{ path, message: "is not base64-encoded JSON" }], cause });
  }
}
