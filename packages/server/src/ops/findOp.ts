import type { HttpMethod, OpDefinition } from "@lectern/contract";
import * as contract from "@lectern/contract";

const contractExports: readonly unknown[] = Object.values(contract);
/** The ops of the contract by method and path. Unlike the registry, this does not load the handlers. */
const opsByRoute = new Map(contractExports.filter(isOp).map((op) => [`${op.method} ${op.path}`, op]));

/** Finds the op with exactly this method and path. */
export function findOp(method: HttpMethod, path: string): OpDefinition | null {
  return opsByRoute.get(`${method} ${path}`) ?? null;
}

function isOp(value: unknown): value is OpDefinition {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "input" in value;
}
