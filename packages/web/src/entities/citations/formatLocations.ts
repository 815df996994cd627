import type { Location } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { cutText } from "../../lib/cutText.ts";
import { quoteName } from "../../lib/listNames.ts";
import { formatLocationNumbers, toWords } from "./formatLocationNumbers.ts";

/** The maximum length of a formatted location, in UTF-16 code units. */
export const maxShownCharacters = 60;

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
    return [...formatContainer(first ?? {}), ...formatLocationNumbers(group), ...formatTitles(first ?? {})].join(", ");
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
  const { sheet, chapter, section } = location;
  return [
    ...(isText(sheet) ? [t`sheet ${sheet}`] : []),
    ...(isText(chapter) ? [t`chapter ${chapter}`] : []),
    ...(isText(section) ? [t`section ${section}`] : []),
  ];
}

/** Formats the text properties other than containers, such as a heading. */
function formatTitles(location: Location): string[] {
  const titles = Object.entries(location).filter(([key, value]) => !containerKeys.includes(key) && isText(value));
  return titles.map(([key, value]) => (key === "heading" ? quoteName(String(value)) : `${toWords(key)} ${value}`));
}

function isText(value: Location[string] | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
