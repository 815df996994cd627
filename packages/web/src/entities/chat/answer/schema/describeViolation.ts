import type { OutputUnit } from "@cfworker/json-schema";

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
  return `“${path === "" ? name : `${path}.${name}`}” is missing`;
}

function describeInvalid(value: unknown, { instanceLocation, keyword, error }: OutputUnit): string {
  const path = formatPath(value, instanceLocation);
  if (keyword === "false") return path === "" ? "nothing is allowed" : `“${path}” is not allowed`;
  const clause = rephrase(keyword, error);
  return path === "" ? clause : `“${path}”: ${clause}`;
}

function rephrase(keyword: string, error: string): string {
  switch (keyword) {
    case "type": {
      const [, received = "", expected = ""] =
        /^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/.exec(error) ?? [];
      return `expected ${expected.replaceAll('", "', " or ")}, received ${received}`;
    }
    case "const":
      return error.replace("Instance does not match", "expected").slice(0, -1);
    case "enum": {
      const [, list = "[]"] = /^Instance does not match any of (\[.*\])\.$/s.exec(error) ?? [];
      const values: unknown[] = JSON.parse(list);
      return `expected one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
    }
    case "not":
      return "matches what “not” excludes";
    case "anyOf":
      return "matches none of the alternatives";
    case "oneOf":
      return `matches ${/\d+/.exec(error)?.[0]} of the alternatives instead of one`;
    case "minProperties":
      return `has fewer properties than required (${/\d+/.exec(error)?.[0]})`;
    case "maxProperties":
      return `has more properties than allowed (${/\d+/.exec(error)?.[0]})`;
    case "exclusiveMinimum":
      return error.replace("is less than", "is not greater than").slice(0, -1);
    default:
      return error.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
  }
}

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
