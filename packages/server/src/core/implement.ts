import type { OpDefinition, OpInput, OpOutput } from "@lectern/contract";
import type { Context } from "./context.ts";

export interface OpHandler<Op extends OpDefinition = OpDefinition> {
  op: Op;
  handle: (ctx: Context, input: OpInput<Op>) => Promise<OpOutput<Op>>;
}

/** Joins an op with what it does. The input has been parsed, the caller's access checked; ownership is the handler's. */
export function implement<Op extends OpDefinition>(op: Op, handle: OpHandler<Op>["handle"]): OpHandler<Op> {
  return { op, handle };
}
