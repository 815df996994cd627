import * as z from "zod/mini";

/** Converts a contract's schema to JSON Schema, without the `$schema` property. */
export function toJsonSchema(schema: z.ZodMiniType, side: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: side, unrepresentable: "any" });
  return jsonSchema;
}
