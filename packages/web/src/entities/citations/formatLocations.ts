import type { Location } from "@lectern/contract";
import { cutText } from "../../lib/cutText.ts";

/** [C2.19] Longer values are cut. */
export const longestShown = 60;

/** What is counted, in the order in which it narrows a place down. */
const counted: readonly (readonly [key: string, one: string, several: string])[] = [
  ["page", "page", "pages"],
  ["slide", "slide", "slides"],
  ["row", "row", "rows"],
  ["paragraph", "paragraph", "paragraphs"],
  ["line", "line", "lines"],
];
/** Only where a piece begins is known, not where it ends: those of one passage, which is one stretch, are its first and its last. */
const beginnings: ReadonlySet<string> = new Set(["row", "paragraph", "line"]);
const named: readonly string[] = ["sheet", "chapter", "section"];

/**
 * The places of one passage for people, in reading order and without doubles: `Pages 3–5, 8`, `Sheet 2024, rows 17–40`. Each is cut at 60
 * characters.
 */
export function formatLocations(locations: readonly Location[]): string[] {
  const groups = Map.groupBy(locations, (location) => JSON.stringify([containerOf(location), titlesOf(location)]));
  const places = [...groups.values()].map((group) => {
    const [first] = group;
    const numbers = keysOf(group).flatMap((key) => formatNumbers(key, group));
    return [...containerOf(first ?? {}), ...numbers, ...titlesOf(first ?? {})].join(", ");
  });
  const unique = new Set(places.filter((place) => place !== "").map(capitalised));
  return [...unique].map((place) => cutText(place, longestShown));
}

/** One place in few words, as a heading over what follows: its page, slide, sheet or chapter; null: it has none. */
export function headingOf(location: Location): string | null {
  const place = formatLocations([Object.fromEntries(Object.entries(location).filter(([key]) => divides.has(key)))]);
  return place[0] ?? null;
}

const divides = new Set(["page", "slide", "sheet", "chapter"]);

function containerOf(location: Location): string[] {
  return named.flatMap((key) => (isText(location[key]) ? [`${key} ${location[key]}`] : []));
}

/** Values that speak for themselves, such as a heading. */
function titlesOf(location: Location): string[] {
  const spoken = Object.entries(location).filter(([key, value]) => !named.includes(key) && isText(value));
  return spoken.map(([key, value]) => (key === "heading" ? `“${value}”` : `${spaced(key)} ${value}`));
}

function isText(value: Location[string] | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The numeric properties of these places: the known ones first, in their order. */
function keysOf(locations: readonly Location[]): string[] {
  const present = new Set(
    locations.flatMap((location) => Object.keys(location).filter((key) => typeof location[key] === "number")),
  );
  const known = counted.map(([key]) => key);
  return [...known.filter((key) => present.has(key)), ...[...present].filter((key) => !known.includes(key))];
}

function formatNumbers(key: string, locations: readonly Location[]): string[] {
  const values = locations.map((location) => location[key]).filter((value) => typeof value === "number");
  const numbers = [...new Set(values)].sort((a, b) => a - b);
  const [, one, several] = counted.find(([name]) => name === key) ?? [key, spaced(key), spaced(key)];
  const ends = numbers.length > 1 && beginnings.has(key) ? [`${numbers[0]}–${numbers.at(-1)}`] : rangesOf(numbers);
  return numbers.length === 0 ? [] : [`${numbers.length === 1 ? one : several} ${ends.join(", ")}`];
}

/** `[3, 4, 5, 8]` as `3–5`, `8`. */
function rangesOf(sorted: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
}

/** `chapterTitle` as `chapter title`. */
function spaced(key: string): string {
  return key.replace(/[_-]+/g, " ").replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
