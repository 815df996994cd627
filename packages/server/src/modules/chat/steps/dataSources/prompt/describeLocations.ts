import type { Location } from "@lectern/contract";

const mostNamed = 3;
const longestName = 80;

/** A place in words, as in `pages 3-5`, `sheet "2024", rows 17-40`; empty where nothing is known. */
export function describeLocations(locations: readonly Location[]): string {
  const keys = [...new Set(locations.flatMap((location) => Object.keys(location)))];
  return keys
    .map((key) =>
      placeBy(
        key,
        locations.map((location) => location[key]).filter((value) => value !== undefined),
      ),
    )
    .filter((place) => place !== "")
    .join(", ");
}

function placeBy(key: string, values: readonly (string | number)[]): string {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === values.length) {
    const first = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const last = numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return first === last ? `${key} ${first}` : `${key}s ${first}-${last}`;
  }
  const names = [...new Set(values.map((value) => String(value).trim()))].filter((name) => name !== "");
  if (names.length === 0) return "";
  const shown = names.slice(0, mostNamed).map((name) => `"${cut(name)}"`);
  return `${key} ${shown.join(", ")}${names.length > mostNamed ? ", …" : ""}`;
}

function cut(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
}
