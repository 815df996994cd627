import type { Location } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { cutTextAtWord } from "../../lib/text/cutText.ts";
import { quoteName } from "../../lib/text/listNames.ts";
import { areNumbersContiguous, formatLocationNumbers, toWords } from "./formatLocationNumbers.ts";

/** The maximum length of a formatted location, in UTF-16 code units. */
export const maxShownCharacters = 60;

const containerKeys: readonly string[] = ["sheet", "chapter", "section", "part"];

/**
 * Formats the locations of a passage, in reading order and without duplicates: `Pages 3–5, 8`, `Sheet 2024, rows
 * 17–40`, `Lines 1–49, “Section 1” – “Section 12”`. Contiguous locations are merged, also if their headings differ. Each
 * location is truncated to 60 characters.
 */
export function formatLocations(locations: readonly Location[]): string[] {
  const groups = Map.groupBy(locations, (location) =>
    JSON.stringify([formatContainer(location), formatTitles(location), location.heading]),
  );
  const texts = mergeContiguous([...groups.values()]).map((group) => {
    const [first = {}] = group;
    const parts = [...formatContainer(first), ...formatLocationNumbers(group), ...formatTitles(first)];
    const usedCharacters = [...parts, ""].join(", ").length;
    return [...parts, ...formatHeadings(listHeadings(group), maxShownCharacters - usedCharacters)].join(", ");
  });
  const distinctTexts = new Set(texts.filter((text) => text !== "").map(capitalize));
  return [...distinctTexts].map((text) => cutTextAtWord(text, maxShownCharacters));
}

/** Merges each group of locations with the one before it if they differ only in their headings and are contiguous. */
function mergeContiguous(groups: readonly (readonly Location[])[]): Location[][] {
  const merged: Location[][] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (last && isInSameContainer(last, group) && areNumbersContiguous(last, group)) last.push(...group);
    else merged.push([...group]);
  }
  return merged;
}

function isInSameContainer([a = {}]: readonly Location[], [b = {}]: readonly Location[]): boolean {
  const describe = (location: Location) => JSON.stringify([formatContainer(location), formatTitles(location)]);
  return describe(a) === describe(b);
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
  const { sheet, chapter, section, part } = location;
  return [
    ...(isText(sheet) ? [t`sheet ${sheet}`] : []),
    ...(isText(chapter) ? [t`chapter ${chapter}`] : []),
    ...(isText(section) ? [t`section ${section}`] : []),
    ...(isText(part) ? [formatPart(part)] : []),
  ];
}

/** Formats a part of an email. */
function formatPart(part: string): string {
  switch (part) {
    case "headers":
      return t`sender and subject`;
    case "text":
      return t`message`;
    case "attachments":
      return t`attachments`;
    default:
      return `${toWords("part")} ${part}`;
  }
}

/** Formats the text properties other than containers and the heading. */
function formatTitles(location: Location): string[] {
  const titles = Object.entries(location).filter(
    ([key, value]) => key !== "heading" && !containerKeys.includes(key) && isText(value),
  );
  return titles.map(([key, value]) => `${toWords(key)} ${value}`);
}

/** The server joins the headings above a passage, outermost first, with this. */
const headingSeparator = " > ";
/** A heading in a range is not cut to less than this. */
const minHeadingCharacters = 8;

const listHeadings = (group: readonly Location[]): string[] => [
  ...new Set(group.flatMap(({ heading }) => (isText(heading) ? [heading] : []))),
];

/** Formats a single heading whole, and several as the range of what follows the headings above all of them. */
function formatHeadings(headings: readonly string[], maxCharacters: number): string[] {
  const [first] = headings;
  if (first === undefined) return [];
  const paths = headings.map((heading) => heading.split(headingSeparator));
  const sharedLength = countSharedStart(paths);
  const rests = paths.map((path) => path.slice(sharedLength)).filter((rest) => rest.length > 0);
  const [from, to] = [rests[0], rests.at(-1)];
  // A heading and the only one below it, which names both.
  if (!from || !to || from === to) return [quoteName(headings.at(-1) ?? first)];
  const isSameName = from.at(-1) === to.at(-1);
  const [start, end] = [from, to].map((rest) => (isSameName ? rest.join(headingSeparator) : (rest.at(-1) ?? "")));
  return [formatHeadingRange(start ?? "", end ?? "", maxCharacters)];
}

/** Cuts both headings so that the range has at most `maxCharacters`. */
function formatHeadingRange(start: string, end: string, maxCharacters: number): string {
  const join = (a: string, b: string) => `${quoteName(a)} – ${quoteName(b)}`;
  const available = Math.max(maxCharacters - join("", "").length, 2 * minHeadingCharacters);
  const half = Math.floor(available / 2);
  return join(
    cutTextAtWord(start, Math.max(half, available - end.length)),
    cutTextAtWord(end, Math.max(available - half, available - start.length)),
  );
}

/** Counts the headings with which all paths start. */
function countSharedStart(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  const differing = first.findIndex((heading, depth) => paths.some((path) => path[depth] !== heading));
  return differing < 0 ? first.length : differing;
}

function isText(value: Location[string] | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
