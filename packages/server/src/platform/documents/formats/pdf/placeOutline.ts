import type { Paragraph } from "./groupParagraphs.ts";
import type { PdfPage, Place } from "./pdfPage.ts";
import type { OutlineSection } from "./readOutline.ts";

/** An outline with fewer sections says nothing about the document. */
const minSections = 2;

/**
 * Finds where the sections of the outline start: at the paragraph with the section's title, otherwise at the place that
 * the outline names. Returns the headings above each paragraph, or null if the outline is of no use. `excluded`
 * paragraphs are not taken for a title.
 */
export function placeOutline(
  sections: readonly OutlineSection[],
  pages: readonly PdfPage[],
  excluded: ReadonlySet<Paragraph>,
): ReadonlyMap<Paragraph, Place> | null {
  const starts = findStarts(sections, pages, excluded);
  if (starts.length < minSections) return null;
  const places = new Map<Paragraph, Place>();
  let path: readonly string[] = [];
  let nextStart = 0;
  for (const [pageIndex, { paragraphs }] of pages.entries()) {
    for (const [index, paragraph] of paragraphs.entries()) {
      for (let start = starts[nextStart]; start && isReached(start, pageIndex, index); start = starts[++nextStart]) {
        path = start.path;
        for (const titlePart of paragraphs.slice(index, start.titleEnd))
          places.set(titlePart, { isHeading: true, headings: path.slice(0, -1) });
      }
      if (!places.has(paragraph)) places.set(paragraph, { isHeading: false, headings: path });
    }
  }
  return places;
}

interface SectionStart {
  path: readonly string[];
  pageIndex: number;
  /** Index of the first paragraph on the page. */
  index: number;
  /** Index after the last paragraph of the title; 0 if the title was not found. */
  titleEnd: number;
}

const isReached = (start: SectionStart, pageIndex: number, index: number) =>
  start.pageIndex < pageIndex || (start.pageIndex === pageIndex && start.index <= index);

function findStarts(
  sections: readonly OutlineSection[],
  pages: readonly PdfPage[],
  excluded: ReadonlySet<Paragraph>,
): SectionStart[] {
  const pageIndexes = new Map<string | number, number>();
  for (const [index, { key }] of pages.entries()) {
    pageIndexes.set(index, index);
    if (key !== null) pageIndexes.set(key, index);
  }
  const sectionCounts = new Map<string | number, number>();
  for (const { page } of sections) sectionCounts.set(page, (sectionCounts.get(page) ?? 0) + 1);
  const titleIndexes = new Map<number, TitleIndex>();
  const starts = sections.flatMap((section): SectionStart[] => {
    const pageIndex = pageIndexes.get(section.page);
    const page = pageIndex === undefined ? undefined : pages[pageIndex];
    if (!page || pageIndex === undefined) return [];
    const titleIndex = titleIndexes.get(pageIndex) ?? indexTitles(page, excluded);
    titleIndexes.set(pageIndex, titleIndex);
    const top = section.top === null ? null : page.toUpright(section.left ?? 0, section.top).top;
    const title = findTitle(section.title, titleIndex, page, top);
    if (title) return [{ path: section.path, pageIndex, ...title }];
    if (top !== null) {
      const left = section.left === null ? null : page.toUpright(section.left, 0).left;
      const index = findBelow(page, top, left) ?? page.paragraphs.length;
      return [{ path: section.path, pageIndex, index, titleEnd: findTitleEnd(section.title, page, index) }];
    }
    // Other sections on the page may precede it or follow it, so that only what they have in common is certain.
    const isAlone = sectionCounts.get(section.page) === 1;
    return [{ path: isAlone ? section.path : section.path.slice(0, -1), pageIndex, index: 0, titleEnd: 0 }];
  });
  return starts.sort((a, b) => a.pageIndex - b.pageIndex || a.index - b.index);
}

/** Returns the paragraph next to the point: the first below it that is not left of it, if there is one. */
function findBelow({ paragraphs }: PdfPage, top: number, left: number | null): number | null {
  const below = paragraphs
    .map((paragraph, index) => ({ paragraph, index, distance: paragraph.top - top }))
    .filter(({ paragraph, distance }) => distance > -paragraph.size * 0.6 && distance < maxPageHeight);
  const rightOf = below.filter(({ paragraph }) => left === null || paragraph.left > left - columnTolerance);
  const [first, ...others] = rightOf.length > 0 ? rightOf : below;
  if (!first) return null;
  return others.reduce((nearest, other) => (other.distance < nearest.distance ? other : nearest), first).index;
}

/** In points. Text with another rotation than the page's is further down. */
const maxPageHeight = 20_000;
const columnTolerance = 20;

/** The paragraphs of a page, and up to three consecutive ones together, by the text without number. */
type TitleIndex = ReadonlyMap<string, { number: string; index: number; end: number }[]>;

const maxTitleParts = 3;
/** In UTF-16 code units. */
const maxTitleLength = 300;

function indexTitles({ paragraphs }: PdfPage, excluded: ReadonlySet<Paragraph>): TitleIndex {
  const titleIndex = new Map<string, { number: string; index: number; end: number }[]>();
  for (const [index, paragraph] of paragraphs.entries()) {
    if (excluded.has(paragraph)) continue;
    let text = "";
    for (let end = index + 1; end <= index + maxTitleParts; end++) {
      const part = paragraphs[end - 1];
      if (!part || excluded.has(part)) break;
      text = `${text} ${part.text}`.trim();
      if (text.length > maxTitleLength) break;
      const { name, number } = parseTitle(text);
      const entries = titleIndex.get(name) ?? [];
      entries.push({ number, index, end });
      titleIndex.set(name, entries);
    }
  }
  return titleIndex;
}

/** Finds the title on the page; if it occurs several times, next to the place that the outline names. */
function findTitle(
  title: string,
  titleIndex: TitleIndex,
  { paragraphs }: PdfPage,
  top: number | null,
): { index: number; titleEnd: number } | null {
  const { name, number } = parseTitle(title);
  const candidates = (titleIndex.get(name) ?? []).filter(
    (candidate) => candidate.number === "" || number === "" || candidate.number === number,
  );
  const getDistance = ({ index }: { index: number }) =>
    top === null ? -(paragraphs[index]?.size ?? 0) : Math.abs((paragraphs[index]?.top ?? 0) - top);
  const [first, ...others] = candidates;
  if (!first) return null;
  const nearest = others.reduce((best, other) => (getDistance(other) < getDistance(best) ? other : best), first);
  // "Chapter 3" may be a paragraph of its own above the name.
  const index = Math.min(...candidates.filter(({ end }) => end === nearest.end).map((candidate) => candidate.index));
  return { index, titleEnd: nearest.end };
}

/** Returns the index after the paragraphs that begin the title, for one that is divided in many; 0 if there are none. */
function findTitleEnd(title: string, { paragraphs }: PdfPage, start: number): number {
  let rest = parseTitle(title).name;
  let end = start;
  for (let part = paragraphs[end]; part && rest !== ""; part = paragraphs[++end]) {
    const name = end === start ? parseTitle(part.text).name : toLetters(part.text.normalize("NFKC").toLowerCase());
    if (name === "" || !rest.startsWith(name)) break;
    rest = rest.slice(name.length);
  }
  return end === start ? 0 : end;
}

/** The number of a title, as in "3.1 Purpose", "Chapter 3. Purpose", "A.1 Purpose", "IV. Purpose" or "第3章". */
const titleNumberPattern =
  /^(?:(?:chapter|section|part|appendix|kapitel|abschnitt|teil|anhang|chapitre|partie|annexe|capítulo|sección|глава|раздел|часть|приложение)\s*(\d+(?:\.\d+)*|[ivxlc]+\b|[a-z]\b)|第?\s*((?:\d+|[a-z](?=\.\d))(?:\.\d+)*)[章节節部]?|([ivxlc]+|[a-z])(?=[.):]))[\s.:)–—-]*/iu;

/** Divides a title into its number and its name. Both consist of lower-case letters and digits. */
function parseTitle(text: string): { number: string; name: string } {
  const plainText = text.normalize("NFKC").toLowerCase();
  const [lead = "", ...numbers] = titleNumberPattern.exec(plainText) ?? [];
  const name = toLetters(plainText.slice(lead.length));
  return name === "" ? { number: "", name: toLetters(plainText) } : { number: numbers.find(Boolean) ?? "", name };
}

// Modifier letters include quotation marks.
const toLetters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]|\p{Lm}/gu, "");
