const maxPathLength = 160;
const maxDepth = 6;

/** Tracks the headings above the current position in a document. */
export interface HeadingPath {
  /** Adds a heading. `followsHeading`: true if no text separates it from the previous heading. */
  enter(text: string, followsHeading: boolean): void;
  /** The current headings on one line, without the outermost if they are too long; empty if there are none. */
  getPath(): string;
  /**
   * The current headings above the heading `text`, on one line like `getPath`. If `text` is no longer current, its
   * number signs decide which headings are above it; without number signs, the result is empty.
   */
  getPathAbove(text: string): string;
}

/**
 * The number signs of a Markdown heading give its level. Without number signs, a numbered heading ends the sections of
 * numbered headings that do not contain it: 4.1 ends 3.17, Chapter 2 ends Chapter 1. Any other heading is one level
 * deeper if it directly follows a heading; otherwise it replaces the last heading.
 */
export function createHeadingPath(): HeadingPath {
  let entries: { text: string; level: number }[] = [];

  return {
    enter(heading, followsHeading) {
      const text = toPlainText(heading);
      const markedLevel = readMarkdownLevel(heading);
      const supersededEntry =
        markedLevel === null ? entries.find((entry) => isSuperseded(entry.text, text)) : undefined;
      const last = entries.at(-1);
      const level = markedLevel ?? supersededEntry?.level ?? (last ? last.level + (followsHeading ? 1 : 0) : 1);
      entries = entries.filter((entry) => entry.level < level).slice(-maxDepth);
      if (text !== "") entries.push({ text, level });
    },
    getPath: () => formatPath(entries.map(({ text }) => text)),
    getPathAbove(heading) {
      const text = toPlainText(heading);
      const index = entries.findIndex((entry) => entry.text === text);
      if (index >= 0) return formatPath(entries.slice(0, index).map((entry) => entry.text));
      const markedLevel = readMarkdownLevel(heading);
      const entriesAbove = entries.filter(({ level }) => markedLevel !== null && level < markedLevel);
      return formatPath(entriesAbove.map((entry) => entry.text));
    },
  };
}

/** Returns true if both headings are numbered in the same way and `text` is not a subsection of `earlier`. */
function isSuperseded(earlier: string, text: string): boolean {
  const [, earlierWord, earlierNumber] = numberedHeadingPattern.exec(earlier) ?? [];
  const [, word, number] = numberedHeadingPattern.exec(text) ?? [];
  if (earlierNumber === undefined || number === undefined || earlierWord !== word) return false;
  return number === earlierNumber || !number.startsWith(`${earlierNumber}.`);
}

/** Matches a numbered heading, for example 3.17, Chapter 4 or 第4章. */
const numberedHeadingPattern = /^(?:(\p{L}+)\s*)?(\d+(?:\.\d+)*)(?=[\s.:)–—-]|[章節节]|$)/u;
const readMarkdownLevel = (text: string) => /^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? null;
const toPlainText = (text: string) =>
  text
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxPathLength)
    .toWellFormed();

/** Joins headings, outermost first, on one line: the innermost, as many as fit into `maxPathLength`. */
export function formatPath(texts: readonly string[]): string {
  let path = "";
  for (const text of texts.toReversed()) {
    const longerPath = path === "" ? text : `${text} › ${path}`;
    if (longerPath.length > maxPathLength) break;
    path = longerPath;
  }
  return path;
}
