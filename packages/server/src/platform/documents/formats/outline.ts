import type { Location } from "@lectern/contract";
import { cleanText } from "../child/itemCollector.ts";

/** Tracks the headings above the current position. */
export interface Outline {
  /** Adds a heading, and removes the earlier ones of the same or a deeper level. */
  enter(level: number, title: string): void;
  /** Returns `{heading}` with all headings above, or `{}` before the first heading. */
  getLocation(): Location;
}

const separator = " > ";
/** HTML has six levels, Word nine. */
const maxLevel = 9;

export function createOutline(): Outline {
  const titles: { level: number; title: string }[] = [];
  return {
    enter(level, title) {
      const clampedLevel = Math.min(Math.max(1, level), maxLevel);
      while ((titles.at(-1)?.level ?? 0) >= clampedLevel) titles.pop();
      titles.push({ level: clampedLevel, title: cleanText(title).replace(/\s+/g, " ").slice(0, 120) });
    },
    getLocation: () => (titles.length === 0 ? {} : { heading: titles.map(({ title }) => title).join(separator) }),
  };
}
