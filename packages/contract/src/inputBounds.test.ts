import { expect, test } from "vitest";
import * as z from "zod/mini";
import * as contract from "./index.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Names the texts and lists of a schema that can be as long as a body. */
function findUnbounded(schema: JsonSchema, field: string): string[] {
  const { type, properties = {}, anyOf = [], items, additionalProperties, maxLength, maxItems } = schema;
  const parts: [string, unknown][] = [
    ...Object.entries(properties).map(([name, member]): [string, unknown] => [`${field}.${name}`, member]),
    ...anyOf.map((option): [string, unknown] => [field, option]),
    [`${field}[]`, items],
    [`${field}{}`, additionalProperties],
  ];
  const isBoundedText = maxLength !== undefined || schema.pattern !== undefined || schema.enum || schema.const;
  const isUnbounded = type === "string" ? !isBoundedText : type === "array" && maxItems === undefined;
  return [
    ...(isUnbounded ? [field] : []),
    ...parts.flatMap(([name, part]) =>
      typeof part === "object" && part !== null ? findUnbounded(part as JsonSchema, name) : [],
    ),
  ];
}

const schemas = [
  ...Object.entries(contract).flatMap(([name, value]): [string, z.ZodMiniType][] =>
    typeof value === "object" && "input" in value && "keyScopes" in value ? [[name, value.input]] : [],
  ),
  ["the chat", contract.ChatRequest] as const,
  ["an approval", contract.ContinueRequest] as const,
];

test("every text and list that a client sends has a maximum length", () => {
  expect(schemas.length).toBeGreaterThan(50);
  const unbounded = schemas.flatMap(([name, schema]) =>
    findUnbounded(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), name),
  );
  expect(unbounded).toEqual([]);
});
