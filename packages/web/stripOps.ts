import type { Plugin } from "vite";

/** What the browser reads of an op. See `call` (`src/lib/call.ts`) and the types of ops, which stay. */
const usedFields: ReadonlySet<string> = new Set(["method", "path", "entryPoint", "responseEnvelope"]);

interface Node {
  type: string;
  start: number;
  end: number;
}

interface OpCall extends Node {
  arguments: (Node & { properties?: (Node & { key?: Node & { name?: string } })[] })[];
}

/**
 * Leaves out of the build what only the server reads of an op, such as its summary and the schemas of its input and
 * output: `call` sends the input as it is, and the server has checked the output.
 */
export function stripOps(): Plugin {
  return {
    name: "strip-ops",
    apply: "build",
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/][^?]*\.ts$/, code: "defineOp(" },
      // Runs after the transform of TypeScript.
      handler(code) {
        return { code: stripOpFields(code, this.parse(code)), map: null };
      },
    },
  };
}

/** `program`: the syntax tree of `code`. Exported for its test. */
export function stripOpFields(code: string, program: object): string {
  let stripped = "";
  let end = 0;
  for (const call of findOpCalls(program)) {
    const [fields] = call.arguments;
    if (!fields?.properties) continue;
    // What is spread into an op is small, and has no schemas.
    const kept = fields.properties.filter(({ key }) => key?.name === undefined || usedFields.has(key.name));
    const text = kept.map((field) => code.slice(field.start, field.end)).join(", ");
    // Otherwise an op that nobody calls would stay, because the bundler does not know that `defineOp` only returns it.
    stripped += `${code.slice(end, call.start)}/* @__PURE__ */ defineOp({ ${text} })`;
    end = call.end;
  }
  return stripped + code.slice(end);
}

/** Finds the calls of `defineOp` in the order of the code. */
function findOpCalls(node: unknown): OpCall[] {
  if (Array.isArray(node)) return node.flatMap(findOpCalls);
  if (typeof node !== "object" || node === null) return [];
  if (isOpCall(node)) return [node];
  return Object.values(node).flatMap(findOpCalls);
}

const isOpCall = (node: object): node is OpCall =>
  "type" in node &&
  node.type === "CallExpression" &&
  "callee" in node &&
  (node.callee as { name?: string }).name === "defineOp"; // a callee is a node
