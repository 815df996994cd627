import { limits } from "@lectern/contract";
import * as z from "zod/mini";

type JsonSchema = z.core.JSONSchema.JSONSchema;

interface LargeInput {
  /** Names the large field, such as `.changes[].item`. */
  field: string;
  input: unknown;
}

/** Nothing but spaces, and beginnings of addresses, over and over. */
const textParts = [" ", "a@"];
const minLongTextLength = 1_000;
/** Just below the limits of any JSON. */
const maxItems = limits.jsonValues - 1_000;
const maxNames = limits.jsonNames - 1_000;

/**
 * Creates inputs from an example, each with one field that is as large as its schema permits: a list, an object with
 * any names, or a long text. `size` is roughly the maximum length of the JSON, for fields without a bound.
 */
export function createLargestInputs(schema: z.ZodMiniType, example: unknown, size: number): LargeInput[] {
  return enlarge(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), example, "", size);
}

function enlarge(schema: JsonSchema, example: unknown, field: string, size: number): LargeInput[] {
  return (schema.anyOf ?? [schema]).map(toSchema).flatMap((option) => {
    if (option.anyOf) return enlarge(option, example, field, size);
    if (option.enum || option.const !== undefined) return [];
    if (option.properties) return enlargeMembers(option, example, field, size);
    switch (option.type) {
      case "array":
        return enlargeItems(option, example, field, size);
      case "object":
        return [{ field: `${field}{}`, input: createNames(option, size) }];
      case "string":
        return enlargeText(option, field, size);
      case undefined:
        return enlargeUnknown(field, size);
      default:
        return [];
    }
  });
}

function enlargeMembers(schema: JsonSchema, example: unknown, field: string, size: number): LargeInput[] {
  const base = isObject(example) ? example : createSmallest(schema, 0);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    enlarge(toSchema(member), base[name], `${field}.${name}`, size).map((large) => ({
      field: large.field,
      input: { ...base, [name]: large.input },
    })),
  );
}

function enlargeItems(schema: JsonSchema, example: unknown, field: string, size: number): LargeInput[] {
  const itemSchema = toSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items);
  const repeat = (createItem: (index: number) => unknown) => {
    const count = Math.floor(size / (JSON.stringify(createItem(0)).length + 8));
    return Array.from({ length: Math.max(1, Math.min(schema.maxItems ?? maxItems, count)) }, (_, index) =>
      createItem(index),
    );
  };
  const first: unknown = Array.isArray(example) ? example[0] : undefined;
  const create = (index: number) =>
    isObject(first) ? { ...first, ...createIds(itemSchema, index) } : createSmallest(itemSchema, index);
  return [
    { field: `${field}[]`, input: repeat(create) },
    ...enlarge(itemSchema, first, `${field}[]`, size).map((large) => ({
      field: large.field,
      input: repeat((index) =>
        isObject(large.input) ? { ...large.input, ...createIds(itemSchema, index) } : large.input,
      ),
    })),
  ];
}

function enlargeText(
  { maxLength = Number.POSITIVE_INFINITY, pattern }: JsonSchema,
  field: string,
  size: number,
): LargeInput[] {
  if (maxLength < minLongTextLength || (pattern && maxLength === Number.POSITIVE_INFINITY)) return [];
  const length = Math.min(maxLength, size);
  return textParts.map((part) => ({ field: `${field} ${JSON.stringify(part)}`, input: repeatText(part, length) }));
}

function enlargeUnknown(field: string, size: number): LargeInput[] {
  const depth = limits.jsonDepth - 4;
  return [
    { field: `${field} as a list`, input: Array.from({ length: maxItems }, () => 0) },
    { field: `${field} of names`, input: createNames({}, size) },
    { field: `${field} of objects`, input: Array.from({ length: maxItems / 2 }, () => ({ a: 1 })) },
    { field: `${field} as a deep list`, input: JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) },
    { field: `${field} as a text`, input: repeatText("word ", size) },
  ];
}

/** Creates an object with as many names as JSON may have, and with a thousand long ones. */
function createNames({ propertyNames, additionalProperties }: JsonSchema, size: number): Record<string, unknown> {
  const value = createSmallest(toSchema(additionalProperties), 0);
  const { maxLength = 40 } = toSchema(propertyNames);
  const count = Math.min(
    maxNames,
    maxLength > 40 ? limits.groupMembersPerCall : maxNames,
    Math.floor(size / maxLength),
  );
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`n${index}@uni.edu`.padStart(maxLength, "x"), value]),
  );
}

/** Returns the smallest valid value, which differs for each index. */
function createSmallest(schema: JsonSchema, index: number): Record<string, unknown> {
  return createValue(schema, index) as Record<string, unknown>;
}
function createValue(schema: JsonSchema, index: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return createValue(toSchema(schema.anyOf[0]), index);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, member]) => [name, createValue(toSchema(member), index)]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => createValue(toSchema(schema.items), index));
    case "string":
      return schema.format === "date-time" ? "2026-11-21T09:41:00.000Z" : `n${index}`;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.minimum ?? 1;
  }
}

/** Returns an id for each index, if the schema has ids. */
function createIds(schema: JsonSchema, index: number): Record<string, string> {
  return schema.properties && "id" in schema.properties ? { id: `n${index}` } : {};
}

const repeatText = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

const toSchema = (schema: z.core.JSONSchema._JSONSchema | z.core.JSONSchema._JSONSchema[] | undefined): JsonSchema =>
  typeof schema === "object" && !Array.isArray(schema) ? schema : {};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
