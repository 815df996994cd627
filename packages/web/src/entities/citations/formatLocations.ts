import type { Location } from "@lectern/contract";
import { cutText } from "../../lib/cutText.ts";

/** The maximum length of a formatted location, in UTF-16 code units. */
export const maxShownCharacters = 60;

/** The known numeric properties, from coarse to fine. */
const numericKeys: readonly (readonly [key: string, singular: string, plural: string])[] = [
  ["page", "page", "pages"],
  ["slide", "slide", "slides"],
  ["row", "row", "rows"],
  ["paragraph", "paragraph", "paragraphs"],
  ["line", "line", "lines"],
];
/**
 * Properties whose values are shown as one range, from the first to the last. A passage is contiguous, but only the
 * start of each of its parts is known, so the values have gaps.
 */
const rangeKeys: ReadonlySet<string> = new Set(["row", "paragraph", "line"]);
const containerKeys: readonly string[] = ["sheet", "chapter", "section"];

/**
 * Formats the locations of a passage, in reading order and without duplicates: `Pages 3–5, 8`, `Sheet 2024, rows
 * 17–40`. Each location is truncated to 60 characters.
 */
export function formatLocations(locations: readonly Location[]): string[] {
  const groups = Map.groupBy(locations, (location) =>
    JSON.stringify([formatContainer(location), formatTitles(location)]),
  );
  const texts = [...groups.values()].map((group) => {
    const [first] = group;
    const numbers = listNumericKeys(group).flatMap((key) => formatNumbers(key, group));
    return [...formatContainer(first ?? {}), ...numbers, ...formatTitles(first ?? {})].join(", ");
  });
  const distinctTexts = new Set(texts.filter((text) => text !== "").map(capitalize));
  return [...distinctTexts].map((text) => cutText(text, maxShownCharacters));
}

/**
 * Formats the page, slide, sheet or chapter of a location as a heading. Returns null if the location has none of these.
 */
export function formatHeading(location: Location): string | null {
  const [text] = formatLocations([
    Object.fromEntries(Object.entries(location).filter(([key]) => headingKeys.has(key))),
  ]);
  return text ?? null;
}

const headingKeys = new Set(["page", "slide", "sheet", "chapter"]);

function formatContainer(location: Location): string[] {
  return containerKeys.flatMap((key) => (isText(location[key]) ? [`${key} ${location[key]}`] : []));
}

/** Formats the text properties other than containers, such as a heading. */
function formatTitles(location: Location): string[] {
  const titles = Object.entries(location).filter(([key, value]) => !containerKeys.includes(key) && isText(value));
  return titles.map(([key, value]) => (key === "heading" ? `“${value}”` : `${toWords(key)} ${value}`));
}

function isText(value: Location[string] | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Returns the keys of the numeric properties of these locations: the known ones first, in the order of `numericKeys`.
 */
function listNumericKeys(locations: readonly Location[]): string[] {
  const presentKeys = new Set(
    locations.flatMap((location) => Object.keys(location).filter((key) => typeof location[key] === "number")),
  );
  const knownKeys = numericKeys.map(([key]) => key);
  return [
    ...knownKeys.filter((key) => presentKeys.has(key)),
    ...[...presentKeys].filter((key) => !knownKeys.includes(key)),
  ];
}

function formatNumbers(key: string, locations: readonly Location[]): string[] {
  const values = locations.map((location) => location[key]).filter((value) => typeof value === "number");
  const numbers = [...new Set(values)].sort((a, b) => a - b);
  const [, singular, plural] = numericKeys.find(([name]) => name === key) ?? [key, toWords(key), toWords(key)];
  const ranges = numbers.length > 1 && rangeKeys.has(key) ? [`${numbers[0]}–${numbers.at(-1)}`] : formatRanges(numbers);
  return numbers.length === 0 ? [] : [`${numbers.length === 1 ? singular : plural} ${ranges.join(", ")}`];
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
function toWords(key: string): string {
  return key.replace(/[_-]+/g, " ").replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
