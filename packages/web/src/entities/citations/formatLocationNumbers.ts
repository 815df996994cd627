import type { Location } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The known numeric properties, from coarse to fine. */
const knownKeys = ["page", "slide", "row", "paragraph", "line"];
/**
 * Properties whose values are shown as one range, from the first to the last. A passage is contiguous, but only the
 * start of each of its parts is known, so the values have gaps.
 */
const rangeKeys: ReadonlySet<string> = new Set(["row", "paragraph", "line"]);

/**
 * Formats the numeric properties of locations, such as `pages 3–5, 8`: the known ones first, in the order of
 * `knownKeys`.
 */
export function formatLocationNumbers(locations: readonly Location[]): string[] {
  const presentKeys = listNumericKeys(locations);
  const keys = [
    ...knownKeys.filter((key) => presentKeys.has(key)),
    ...[...presentKeys].filter((key) => !knownKeys.includes(key)),
  ];
  return keys.map((key) => formatNumbers(key, locations));
}

/** True if two parts of a passage have the same numeric properties, and nothing is between their pages or slides. */
export function areNumbersContiguous(a: readonly Location[], b: readonly Location[]): boolean {
  const [keys, otherKeys] = [listNumericKeys(a), listNumericKeys(b)];
  if (keys.size !== otherKeys.size || ![...keys].every((key) => otherKeys.has(key))) return false;
  return [...keys].every((key) => {
    if (rangeKeys.has(key)) return true;
    const [values, otherValues] = [listValues(key, a), listValues(key, b)];
    return Math.min(...otherValues) <= Math.max(...values) + 1 && Math.min(...values) <= Math.max(...otherValues) + 1;
  });
}

const listNumericKeys = (locations: readonly Location[]): Set<string> =>
  new Set(locations.flatMap((location) => Object.keys(location).filter((key) => typeof location[key] === "number")));

const listValues = (key: string, locations: readonly Location[]): number[] =>
  locations.map((location) => location[key]).filter((value) => typeof value === "number");

function formatNumbers(key: string, locations: readonly Location[]): string {
  const values = listValues(key, locations);
  const numbers = [...new Set(values)].sort((a, b) => a - b);
  const ranges = numbers.length > 1 && rangeKeys.has(key) ? [`${numbers[0]}–${numbers.at(-1)}`] : formatRanges(numbers);
  return withUnit(key, ranges.join(", "), numbers.length === 1);
}

function withUnit(key: string, numbers: string, isSingle: boolean): string {
  switch (key) {
    case "page":
      return isSingle ? t`page ${numbers}` : t`pages ${numbers}`;
    case "slide":
      return isSingle ? t`slide ${numbers}` : t`slides ${numbers}`;
    case "row":
      return isSingle ? t`row ${numbers}` : t`rows ${numbers}`;
    case "paragraph":
      return isSingle ? t`paragraph ${numbers}` : t`paragraphs ${numbers}`;
    case "line":
      return isSingle ? t`line ${numbers}` : t`lines ${numbers}`;
    default:
      return `${toWords(key)} ${numbers}`;
  }
}

/** Formats `[3, 4, 5, 8]` as `3–5`, `8`. */
function formatRanges(sorted: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
}

/** Converts `chapterTitle` to `chapter title`. */
export function toWords(key: string): string {
  return key.replace(/[_-]+/g, " ").replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
