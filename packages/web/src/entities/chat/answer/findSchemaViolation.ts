import type { JsonObject } from "@lectern/contract";
import { fromJSONSchema, locales, type ZodType } from "zod";

const maxViolationCharacters = 200;

/**
 * Returns where and how a value violates a JSON Schema, as a clause; null if it does not. Returns null too if the
 * schema has keywords that cannot be checked, such as `not`.
 */
export function findSchemaViolation(schema: JsonObject, value: unknown): string | null {
  const issue = createParser(schema)?.safeParse(value, { error: locales.en().localeError }).error?.issues[0];
  if (!issue) return null;
  const path = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  const where = path === "" ? "" : `“${path.replace(/^\./, "")}”: `;
  const message = issue.message.replace(/^Invalid input: /, "").replace(/^./, (first) => first.toLowerCase());
  return (where + message).slice(0, maxViolationCharacters).toWellFormed();
}

/** Returns null if the schema cannot be checked. */
function createParser(schema: JsonObject): ZodType | null {
  try {
    // zod checks `properties` only if the schema names the type.
    return fromJSONSchema("properties" in schema ? { type: "object", ...schema } : schema);
  } catch {
    return null;
  }
}
