import type { OutputUnit } from "@cfworker/json-schema";
import { plural, t } from "@lingui/core/macro";
import { formatList } from "../../../../lib/i18n/formats.ts";

const maxViolationCharacters = 200;

/** Errors of these keywords only say that an error inside them follows. */
const outerKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "$recursiveRef",
  "allOf",
  "if",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "dependentSchemas",
  "prefixItems",
  "items",
  "additionalItems",
  "unevaluatedItems",
]);

/** Describes the first violation among a validator's errors as a clause, with its place in the value. */
export function describeViolation(value: unknown, errors: readonly OutputUnit[]): string | null {
  const error = errors.find(({ keyword }) => !outerKeywords.has(keyword)) ?? errors[0];
  if (!error) return null;
  const clause = error.keyword === "required" ? describeMissing(value, error) : describeInvalid(value, error);
  return clause.slice(0, maxViolationCharacters).toWellFormed();
}

function describeMissing(value: unknown, { instanceLocation, error }: OutputUnit): string {
  const name = /required property "(.*)"\.$/s.exec(error)?.[1] ?? "";
  const path = formatPath(value, instanceLocation);
  const missingPath = path === "" ? name : `${path}.${name}`;
  return t`“${missingPath}” is missing`;
}

function describeInvalid(value: unknown, { instanceLocation, keyword, error }: OutputUnit): string {
  const path = formatPath(value, instanceLocation);
  if (keyword === "false") return path === "" ? t`nothing is allowed` : t`“${path}” isn’t allowed`;
  const clause = rephrase(keyword, error);
  return path === "" ? clause : t`“${path}”: ${clause}`;
}

function rephrase(keyword: string, error: string): string {
  switch (keyword) {
    case "type": {
      const [, received = "", expected = ""] =
        /^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/.exec(error) ?? [];
      const expectedTypes = formatList(expected.split('", "'), "disjunction");
      return t`expected ${expectedTypes}, received ${received}`;
    }
    case "const": {
      const expectedValue = error.replace(/^Instance does not match /, "").slice(0, -1);
      return t`expected ${expectedValue}`;
    }
    case "enum": {
      const [, list = "[]"] = /^Instance does not match any of (\[.*\])\.$/s.exec(error) ?? [];
      const values: unknown[] = JSON.parse(list);
      const allowedValues = values.map((value) => JSON.stringify(value)).join(", ");
      return t`expected one of ${allowedValues}`;
    }
    case "not":
      return t`matches what “not” excludes`;
    case "anyOf":
      return t`matches none of the alternatives`;
    case "oneOf":
      return plural(readCount(error), { other: "matches # of the alternatives instead of one" });
    case "minProperties": {
      const requiredCount = readCount(error);
      return t`has fewer properties than required (${requiredCount})`;
    }
    case "maxProperties": {
      const allowedCount = readCount(error);
      return t`has more properties than allowed (${allowedCount})`;
    }
    case "exclusiveMinimum":
      return error.replace("is less than", "is not greater than").slice(0, -1);
    default:
      return error.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
  }
}

const readCount = (error: string) => Number(/\d+/.exec(error)?.[0] ?? 0);

/** Formats a JSON pointer, such as `#/people/1/name`, as a path in the value, such as `people[1].name`. */
function formatPath(value: unknown, pointer: string): string {
  let path = "";
  let current: unknown = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(current)) path += `[${key}]`;
    else path += path === "" ? key : `.${key}`;
    current = typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined;
  }
  return path;
}
