import type { OpDefinition, OpInput, OpOutput } from "@lectern/contract";
import type { Context } from "./context.ts";

export interface OpHandler<Op extends OpDefinition = OpDefinition> {
  op: Op;
  handle: (ctx: Context, input: OpInput<Op>) => Promise<OpOutput<Op>>;
}

/** Binds a handler to an op. `runOp` has parsed the input and checked `access`; the handler checks ownership. */
export function implement<Op extends OpDefinition>(op: Op, handle: OpHandler<Op>["handle"]): OpHandler<Op> {
  return { op, handle };
}
