const longestPath = 160;
const deepest = 6;

/** The headings above the place where a reader is. */
export interface HeadingPath {
  /** Goes under a heading. `followsHeading`: nothing stands between it and the one before. */
  enter(text: string, followsHeading: boolean): void;
  /** All of them on one line; empty where there are none. */
  path(): string;
  /** Those above a heading that is entered now or was just entered. */
  above(text: string): string;
}

/**
 * Levels are those of Markdown's number signs. Without them a numbered heading ends those that its number is no part of (4.1 ends 3.17,
 * Chapter 2 ends Chapter 1), else a heading under a heading is deeper, and any other replaces the last one.
 */
export function createHeadingPath(): HeadingPath {
  let entries: { text: string; level: number }[] = [];

  return {
    enter(given, followsHeading) {
      const text = plain(given);
      const marks = levelOf(given);
      const ended = marks === null ? entries.find((entry) => isEnded(entry.text, text)) : undefined;
      const last = entries.at(-1);
      const level = marks ?? ended?.level ?? (last ? last.level + (followsHeading ? 1 : 0) : 1);
      entries = entries.filter((entry) => entry.level < level).slice(-deepest);
      if (text !== "") entries.push({ text, level });
    },
    path: () => line(entries.map(({ text }) => text)),
    above(given) {
      const text = plain(given);
      const at = entries.findIndex((entry) => entry.text === text);
      if (at >= 0) return line(entries.slice(0, at).map((entry) => entry.text));
      const marks = levelOf(given);
      return line(entries.filter(({ level }) => marks !== null && level < marks).map((entry) => entry.text));
    },
  };
}

/** Both are counted in the same way, by bare numbers or after the same word, and the first one's number does not begin the second one's. */
function isEnded(earlier: string, text: string): boolean {
  const [, wordBefore, before] = counted.exec(earlier) ?? [];
  const [, word, number] = counted.exec(text) ?? [];
  if (before === undefined || number === undefined || wordBefore !== word) return false;
  return number === before || !number.startsWith(`${before}.`);
}

/** 3.17, Chapter 4, 第4章. */
const counted = /^(?:(\p{L}+)\s*)?(\d+(?:\.\d+)*)(?=[\s.:)–—-]|[章節节]|$)/u;
const levelOf = (text: string) => /^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? null;
const plain = (text: string) =>
  text
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestPath)
    .toWellFormed();

/** The nearest headings, as many as fit. */
function line(texts: readonly string[]): string {
  let shown = "";
  for (const text of texts.toReversed()) {
    const longer = shown === "" ? text : `${text} › ${shown}`;
    if (longer.length > longestPath) break;
    shown = longer;
  }
  return shown;
}
