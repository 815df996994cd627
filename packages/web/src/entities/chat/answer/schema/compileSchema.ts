import { dereference, type Schema, validate } from "@cfworker/json-schema";
import type { JsonObject } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import draft7 from "ajv/lib/refs/json-schema-draft-07.json" with { type: "json" };
import { describeViolation } from "./describeViolation.ts";

/** `problem`: why the schema is not valid, as a clause. */
export type CompiledSchema = { findViolation(value: unknown): string | null } | { problem: string };

/** The rules for schemas: those of draft 7, and the places in which later drafts allow schemas. */
const metaschema = {
  ...draft7,
  properties: {
    ...draft7.properties,
    $defs: draft7.properties.definitions,
    dependentSchemas: draft7.properties.definitions,
    prefixItems: { $ref: "#/definitions/schemaArray" },
    unevaluatedItems: { $ref: "#" },
    unevaluatedProperties: { $ref: "#" },
  },
};

/**
 * Compiles a JSON Schema. Its `findViolation` returns where and how a value violates the schema, as a clause; null if
 * the value matches or cannot be checked.
 */
export function compileSchema(schema: JsonObject): CompiledSchema {
  try {
    return compile(schema);
  } catch (error) {
    if (isUncheckable(error)) return { problem: t`it is nested too deeply or has a name that isn’t valid Unicode` };
    throw error;
  }
}

function compile(schema: JsonObject): CompiledSchema {
  const problem = findProblem(schema);
  if (problem !== null) return { problem };
  // The validator adds properties to the schema. The check above proves the type.
  const copy = structuredClone(schema) as Schema;
  const lookup = tryDereference(copy);
  if (!lookup) return { problem: t`its IDs contradict each other` };
  for (const part of Object.values(lookup)) {
    if (typeof part === "boolean" || part.__absolute_ref__ === undefined || part.__absolute_ref__ in lookup) continue;
    const { $ref: target = "" } = part;
    return { problem: t`it refers to “${target}”, which it doesn’t contain` };
  }
  return {
    findViolation(value) {
      try {
        return describeViolation(value, validate(value, copy, "2020-12", lookup).errors);
      } catch (error) {
        if (isUncheckable(error)) return null;
        throw error;
      }
    },
  };
}

function findProblem(schema: JsonObject): string | null {
  const { errors } = validate(schema, metaschema as Schema, "7", dereference(metaschema as Schema));
  // What the first of several alternatives expects says more than that none of them matches.
  return describeViolation(
    schema,
    errors.filter(({ keyword }) => keyword !== "anyOf"),
  );
}

/** True if an endless reference or deep nesting exceeded the stack, or a key with a lone surrogate has no pointer. */
const isUncheckable = (error: unknown) => error instanceof RangeError || error instanceof URIError;

function tryDereference(schema: Schema): ReturnType<typeof dereference> | null {
  try {
    return dereference(schema);
  } catch (error) {
    if (isUncheckable(error)) throw error;
    // Two parts have the same id, or an id is not a URL.
    return null;
  }
}
