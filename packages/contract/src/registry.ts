import type { OpDefinition } from "./defineOp.ts";
import type * as contract from "./index.ts";

/**
 * All ops: every export of the contract that `defineOp` created. The server does not compile until each has a handler.
 */
export type Ops = {
  [Name in keyof typeof contract as (typeof contract)[Name] extends OpDefinition
    ? Name
    : never]: (typeof contract)[Name];
};

export type OpName = keyof Ops;
