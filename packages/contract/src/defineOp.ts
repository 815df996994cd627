import type * as z from "zod/mini";
import type { FlagName } from "./flagNames.ts";
import type { RequiredKeyScopes } from "./keyScopes.ts";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** `session`: any signed-in person. `admin`: a signed-in administrator. */
export type OpAccess = "session" | "admin";

/**
 * How callers reach an op. `shared`: our web client goes through the proxy, API clients use the REST path. `direct`:
 * the web client calls the op's own path under `/api`, with the session cookie and plain JSON.
 */
export type OpEntryPoint = "shared" | "direct";

/**
 * How a result is wrapped in the JSON of the response. `data`: `{success: true, data: result}`. `fields`:
 * `{success: true, ...result}`. `body`: `{statusCode: 200, body}`, where `body` is the JSON text of the form `fields`.
 * `location`: `{statusCode: 302, body: result}`.
 */
export type ResponseEnvelope = "data" | "fields" | "body" | "location";

export interface OpDefinition<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  method: HttpMethod;
  /** Full path of the op. A call through the proxy sends it in two parts, `path` and `op`. */
  path: `/${string}`;
  /** One sentence for the API documentation. */
  summary: string;
  access: OpAccess;
  /** What an API key needs to call the op. */
  keyScopes: RequiredKeyScopes;
  /** The op is refused while this feature is switched off for the caller. */
  flag?: FlagName;
  /** True for what a person must be able to do before accepting the data disclosure. */
  isDisclosureExempt?: boolean;
  entryPoint: OpEntryPoint;
  responseEnvelope: ResponseEnvelope;
  /** How many requests one call counts as in the rate limit; more than 1 for slow ops. Default: 1. */
  weight?: number;
  /** How many more requests a call with this input counts as. They are counted when the input has been parsed. */
  weighInput?(input: z.infer<Input>): number;
  /** True: no log line says who called the op, because what it stores may be anonymous. */
  isUntraced?: boolean;
  /**
   * True for ops that read or compute much. Two heavy calls of one person run at a time; further ones wait, and are
   * rejected with `rateLimited` if too many are waiting.
   */
  isHeavy?: boolean;
  /** Maximum total of array items and object members in the input. Default: `limits.jsonValues`. */
  maxJsonValues?: number;
  /**
   * Query and body fields in one object. A query value arrives as a string at the REST entry point, so it must be
   * coerced.
   */
  input: Input;
  output: Output;
}

export type OpInput<Op> = Op extends OpDefinition<infer I, z.ZodMiniType> ? z.infer<I> : never;
/** The input that a caller passes: fields with a default are optional. */
export type OpCallInput<Op> = Op extends OpDefinition<infer I, z.ZodMiniType> ? z.input<I> : never;
export type OpOutput<Op> = Op extends OpDefinition<z.ZodMiniType, infer O> ? z.infer<O> : never;

type Defaults = { access: "session"; entryPoint: "shared"; responseEnvelope: "data" };

/** Declares an op. Its entry points, its documentation and its client are all generated from this one definition. */
export function defineOp<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  op: Omit<OpDefinition<I, O>, keyof Defaults> & Partial<Pick<OpDefinition<I, O>, keyof Defaults>>,
): OpDefinition<I, O> {
  return { access: "session", entryPoint: "shared", responseEnvelope: "data", ...op };
}
