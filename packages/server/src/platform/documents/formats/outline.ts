import type { Location } from "@lectern/contract";
import { cleanText } from "../child/itemCollector.ts";

/** Where one is in a text with headings. */
export interface Outline {
  /** Goes under a heading; what is of its level or deeper ends. */
  enter(level: number, title: string): void;
  /** `{heading}` with all headings above, where there is one. */
  place(): Location;
}

const separator = " > ";
/** Deepest level: HTML has six, Word nine. */
const deepest = 9;

export function createOutline(): Outline {
  const titles: { level: number; title: string }[] = [];
  return {
    enter(level, title) {
      const own = Math.min(Math.max(1, level), deepest);
      while ((titles.at(-1)?.level ?? 0) >= own) titles.pop();
      titles.push({ level: own, title: cleanText(title).replace(/\s+/g, " ").slice(0, 120) });
    },
    place: () => (titles.length === 0 ? {} : { heading: titles.map(({ title }) => title).join(separator) }),
  };
}
