import type * as z from "zod/mini";

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** `session`: any signed-in person. `admin`: a signed-in administrator. */
export type OpAccess = "session" | "admin";

/**
 * `shared`: reached through the proxy by our client and at its REST path by API clients. `direct`: one of the few calls that a
 * browser makes beside the proxy, at its own path under `/api`, with the session's cookie and plain JSON.
 */
export type OpDoor = "shared" | "direct";

/**
 * How the result stands in the reply's JSON.
 * `data`: `{success: true, data: result}`. `fields`: `{success: true, ...result}`. `body`: `{statusCode: 200, body}`, where `body` is the
 * JSON text of `{success: true, ...result}`.
 */
export type ReplyStyle = "data" | "fields" | "body";

export interface OpDefinition<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  method: HttpMethod;
  /** Whole path of the REST door; through the proxy it is `path` + `op`. */
  path: `/${string}`;
  /** One sentence for the API documentation. */
  summary: string;
  access: OpAccess;
  door: OpDoor;
  reply: ReplyStyle;
  /** What a call counts as beside other requests, where it makes the server work for long; absent: 1. */
  weight?: number;
  /** Query values and body fields together; a query value arrives as a string at the REST door, so it must be coerced. */
  input: Input;
  output: Output;
}

export type OpInput<Op> = Op extends OpDefinition<infer I, z.ZodMiniType> ? z.infer<I> : never;
/** What a caller may write: fields with a default may be left out. */
export type OpInputGiven<Op> = Op extends OpDefinition<infer I, z.ZodMiniType> ? z.input<I> : never;
export type OpOutput<Op> = Op extends OpDefinition<z.ZodMiniType, infer O> ? z.infer<O> : never;

type Defaults = { access: "session"; door: "shared"; reply: "data" };

/** Declares an op: the one description that its doors, its documentation and its client are made from. */
export function defineOp<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  op: Omit<OpDefinition<I, O>, keyof Defaults> & Partial<Pick<OpDefinition<I, O>, keyof Defaults>>,
): OpDefinition<I, O> {
  return { access: "session", door: "shared", reply: "data", ...op };
}
