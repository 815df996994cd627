import type { Location } from "@lectern/contract";

const maxNames = 3;
const maxNameLength = 80;

/** Describes locations in words, such as `pages 3-5` or `sheet "2024", rows 17-40`; empty if no location is known. */
export function describeLocations(locations: readonly Location[]): string {
  const keys = [...new Set(locations.flatMap((location) => Object.keys(location)))];
  return keys
    .map((key) =>
      describeKey(
        key,
        locations.map((location) => location[key]).filter((value) => value !== undefined),
      ),
    )
    .filter((description) => description !== "")
    .join(", ");
}

function describeKey(key: string, values: readonly (string | number)[]): string {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === values.length) {
    const first = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const last = numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return first === last ? `${key} ${first}` : `${key}s ${first}-${last}`;
  }
  const names = [...new Set(values.map((value) => String(value).trim()))].filter((name) => name !== "");
  if (names.length === 0) return "";
  const quotedNames = names.slice(0, maxNames).map((name) => `"${truncate(name)}"`);
  return `${key} ${quotedNames.join(", ")}${names.length > maxNames ? ", …" : ""}`;
}

function truncate(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1)}…`;
}
