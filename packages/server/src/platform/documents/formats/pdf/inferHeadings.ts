import type { Paragraph } from "./groupParagraphs.ts";
import { type BodyStyle, isHeading, isLarge } from "./headings.ts";
import { isContentsTitle } from "./labels.ts";
import type { PdfPage, Place } from "./pdfPage.ts";

/** In longer rows of headings, only numbered ones count: the rest is a title page. */
const maxHeadingsInRow = 4;
/** A longer row is a table of contents. */
const maxNumberedHeadingsInRow = 8;
/** The same text at least this often is a running title or a label. */
const minRepetitions = 3;

/**
 * Infers the headings of a document without an outline from their style. A heading is above all text up to the next one
 * that is as large and numbered as deeply, or larger. Returns the headings above each paragraph. Where the style does
 * not tell, there are none, because no heading is better than a wrong one.
 */
export function inferHeadings(
  pages: readonly PdfPage[],
  bodyStyle: BodyStyle,
  excluded: ReadonlySet<Paragraph>,
): ReadonlyMap<Paragraph, Place> {
  const textPages = pages.map((page) => page.paragraphs.filter((paragraph) => !excluded.has(paragraph)));
  const paragraphs = textPages.flat();
  const headings = findHeadings(paragraphs, bodyStyle);
  const openingHeadings = selectOpeningHeadings(textPages, headings, bodyStyle);
  const places = new Map<Paragraph, Place>();
  let open: Section[] = [];
  let path: readonly string[] = [];
  let previous: Paragraph | null = null;
  const setOpen = (sections: Section[]) => {
    open = sections;
    path = open.map(({ title }) => title);
  };
  for (const paragraph of paragraphs) {
    const isHeadingParagraph = headings.has(paragraph);
    const section = toSection(paragraph, bodyStyle);
    const last = open.at(-1);
    if (previous && last && openingHeadings.has(previous) && isContinuation(previous, paragraph)) {
      places.set(paragraph, { isHeading: true, headings: path.slice(0, -1) });
      setOpen([...open.slice(0, -1), { ...last, title: `${last.title} ${paragraph.text}` }]);
      previous = paragraph;
      continue;
    }
    // A doubtful heading opens no section, but the section before it may have ended.
    if (isHeadingParagraph) setOpen(keepAbove(open, section));
    places.set(paragraph, { isHeading: isHeadingParagraph, headings: path });
    if (openingHeadings.has(paragraph)) setOpen([...open, section]);
    previous = paragraph;
  }
  return places;
}

interface Section {
  title: string;
  size: number;
  /** The numbers of the heading's number; empty if it has none. */
  numbers: readonly string[];
}

const toSection = ({ text, size }: Paragraph, bodyStyle: BodyStyle): Section => ({
  title: text,
  size: isContentsTitle(text) ? Number.POSITIVE_INFINITY : Math.max(size, bodyStyle.size),
  numbers: /^\d+(?:\.\d+)*/.exec(text)?.[0].split(".") ?? [],
});

/** Returns the open sections that contain the new one. */
function keepAbove(open: readonly Section[], section: Section): Section[] {
  const firstEnded = open.findIndex((upper) => !contains(upper, section));
  return firstEnded < 0 ? [...open] : open.slice(0, firstEnded);
}

function contains(upper: Section, lower: Section): boolean {
  const areNumbered = upper.numbers.length > 0 && lower.numbers.length > 0;
  // 4.5.1 is not in 4.4, even if the heading of 4.5 was not recognized.
  if (areNumbered && upper.numbers.some((number, index) => number !== lower.numbers[index])) return false;
  if (Math.abs(upper.size - lower.size) > lower.size * 0.04) return upper.size > lower.size;
  return areNumbered && upper.numbers.length < lower.numbers.length;
}

/** True if the paragraph is the next line of the heading. */
const isContinuation = (heading: Paragraph, next: Paragraph) =>
  next.font === heading.font &&
  Math.abs(next.size - heading.size) < 0.5 &&
  next.lines === 1 &&
  !/^\d/.test(next.text) &&
  next.top > heading.top &&
  next.top - heading.top < heading.size * (heading.lines + 0.6);

/** Returns the paragraphs that look like headings, without running titles and labels. */
function findHeadings(paragraphs: readonly Paragraph[], bodyStyle: BodyStyle): ReadonlySet<Paragraph> {
  const candidates = paragraphs.filter((paragraph) => isHeading(paragraph, bodyStyle));
  const numbered = candidates.filter(({ text }) => isNumbered(text));
  // In a document with numbered headings, text without a number that recurs is the label of a box.
  const toKey = ({ text, top }: Paragraph) =>
    numbered.length > candidates.length / 2 && !isNumbered(text) ? text : `${text}\n${Math.round(top / 4)}`;
  const repetitions = new Map<string, number>();
  for (const candidate of candidates) repetitions.set(toKey(candidate), (repetitions.get(toKey(candidate)) ?? 0) + 1);
  return new Set(candidates.filter((candidate) => (repetitions.get(toKey(candidate)) ?? 0) < minRepetitions));
}

const isNumbered = (text: string) => /^(?:\p{L}+\s+)?\d/u.test(text);

/** Selects the headings that certainly open a section. */
function selectOpeningHeadings(
  pages: readonly (readonly Paragraph[])[],
  headings: ReadonlySet<Paragraph>,
  bodyStyle: BodyStyle,
): ReadonlySet<Paragraph> {
  const paragraphs = pages.flat();
  const covers = new Set(pages.filter((page) => page.every((paragraph) => headings.has(paragraph))).flat());
  const styles = countStyles(paragraphs, headings);
  const hasNumberedSections = isCountedUp(paragraphs, headings, bodyStyle);
  const selected = new Set<Paragraph>();
  let row: Paragraph[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    if (!headings.has(paragraph)) continue;
    row.push(paragraph);
    const nextParagraph = paragraphs[index + 1];
    if (nextParagraph && headings.has(nextParagraph)) continue;
    for (const heading of row) {
      const isReliable = isLarge(heading, bodyStyle)
        ? isHeadingStyle(styles.get(toStyle(heading)))
        : /^\d+\.\d/.test(heading.text) || hasNumberedSections;
      const fitsRow =
        row.length <= maxHeadingsInRow || (row.length <= maxNumberedHeadingsInRow && isNumbered(heading.text));
      const hasWord = (heading.text.match(/\p{L}/gu)?.length ?? 0) > 1;
      const isTitle = covers.has(heading) || isContentsTitle(heading.text);
      if (isReliable && fitsRow && hasWord && !isTitle) selected.add(heading);
    }
    row = [];
  }
  return selected;
}

interface StyleCounts {
  headings: number;
  paragraphs: number;
}

const toStyle = ({ size, font }: Paragraph) => `${Math.round(size * 2) / 2} ${font}`;

function countStyles(
  paragraphs: readonly Paragraph[],
  headings: ReadonlySet<Paragraph>,
): ReadonlyMap<string, StyleCounts> {
  const styles = new Map<string, StyleCounts>();
  for (const paragraph of paragraphs) {
    const counts = styles.get(toStyle(paragraph)) ?? { headings: 0, paragraphs: 0 };
    counts.paragraphs++;
    if (headings.has(paragraph)) counts.headings++;
    styles.set(toStyle(paragraph), counts);
  }
  return styles;
}

/** True if most text in this style looks like headings. Otherwise it is the style of quotations, boxes or slides. */
const isHeadingStyle = (counts: StyleCounts | undefined) =>
  counts !== undefined && counts.headings >= counts.paragraphs * 0.5;

/** True if the headings with a single number in the size of the text are counted from 1 without repetition. */
function isCountedUp(
  paragraphs: readonly Paragraph[],
  headings: ReadonlySet<Paragraph>,
  bodyStyle: BodyStyle,
): boolean {
  const numbers = paragraphs.flatMap((paragraph) => {
    if (!headings.has(paragraph) || isLarge(paragraph, bodyStyle)) return [];
    const number = /^(\d+)(?!\.?\d)/.exec(paragraph.text)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers.every((number, index) => number === index + 1);
}
