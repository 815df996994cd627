import * as z from "zod/mini";

/** The JSON Schema of a contract's schema, without its own `$schema` line. */
export function jsonSchema(schema: z.ZodMiniType, side: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: side, unrepresentable: "any" });
  return rest;
}
