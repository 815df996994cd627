import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createExample } from "./createExample.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

const exampleOf = (schema: z.ZodMiniType) => createExample(toJsonSchema(schema, "input"));

test("an example has what is required, by its kind, and nothing else", () => {
  const schema = z.object({
    name: z.string(),
    day: z.iso.date(),
    count: z.int().check(z.minimum(3)),
    kind: z.enum(["a", "b"]),
    isOn: z.boolean(),
    owner: z.nullable(z.object({ email: z.string() })),
    parts: z.array(z.object({ id: z.string() })),
    note: z.optional(z.string()),
    limit: z._default(z.number(), 5),
  });
  expect(exampleOf(schema)).toEqual({
    name: "<name>",
    day: "2027-01-31",
    count: 3,
    kind: "a",
    isOn: true,
    owner: { email: "<email>" },
    parts: [{ id: "<id>" }],
  });
});

test("a schema that contains itself ends", () => {
  const schema: Record<string, unknown> = { type: "array" };
  schema.items = schema;
  expect(JSON.stringify(createExample(schema)).length).toBeLessThan(100);
});
