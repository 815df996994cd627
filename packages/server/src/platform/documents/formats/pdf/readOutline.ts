import type { PDFDocumentProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import { cleanText } from "../../child/itemCollector.ts";
import { isCaption, isLabel } from "./labels.ts";

/** A section that the document's own outline names. */
export interface OutlineSection {
  title: string;
  /** The titles of the sections around it and its own, outermost first. */
  path: readonly string[];
  /** The page on which it starts: its object, as in `toPageKey`, or its index from 0. */
  page: string | number;
  /** Where it starts on the page, in the page's own coordinates; null if the outline does not say. */
  left: number | null;
  top: number | null;
}

/** Further entries are ignored. */
const maxEntries = 20_000;
const maxDepth = 9;
/** Maximum length of a title, and of a title in a path, in UTF-16 code units. */
const maxTitleLength = 300;
const maxPathTitleLength = 120;

/** Reads the document's outline (its bookmarks), in its order. Empty if there is none, or it cannot be read. */
export async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineSection[]> {
  const roots = await pdf.getOutline().catch(() => null);
  const sections: OutlineSection[] = [];
  const destinations = new Map<string, Promise<unknown>>();
  const resolve = (destination: unknown): unknown => {
    if (typeof destination !== "string") return destination;
    const known = destinations.get(destination) ?? pdf.getDestination(destination).catch(() => null);
    destinations.set(destination, known);
    return known;
  };
  // The entries that remain, the next one last.
  const open = (roots ?? []).map((node) => ({ node, above: [] as readonly string[] })).reverse();
  for (let count = 0; count < maxEntries; count++) {
    const entry = open.pop();
    if (!entry) break;
    const { node, above } = entry;
    const title = cleanText(node.title).replace(/\s+/g, " ").trim().slice(0, maxTitleLength).toWellFormed();
    const namesSection = isSectionTitle(title, node.items.length > 0);
    const path =
      namesSection && above.length < maxDepth ? [...above, title.slice(0, maxPathTitleLength).toWellFormed()] : above;
    const start = namesSection ? parseDestination(await resolve(node.dest)) : null;
    if (start) sections.push({ title, path, ...start });
    for (const child of node.items.toReversed()) open.push({ node: child, above: path });
  }
  return sections;
}

/** Identifies a page by its object. */
export const toPageKey = ({ num, gen }: { num: number; gen: number }) => `${num} ${gen}`;

/** False for what programs write into outlines that is no title: names of files, page numbers, figures and notes. */
function isSectionTitle(title: string, hasSubsections: boolean): boolean {
  if (!/[\p{L}\p{N}]/u.test(title) || isCaption(title)) return false;
  if (/^microsoft (word|powerpoint) - |\.(docx?|pptx?|odt|pdf|tex|indd|fm)$/i.test(title)) return false;
  if (/^(page|slide|seite|folie|diapositive|página|страница|слайд)\s*\d+$/iu.test(title)) return false;
  return hasSubsections || !isLabel(title);
}

/** Parses an explicit destination (ISO 32000-1, 12.3.2.2). */
function parseDestination(destination: unknown): Pick<OutlineSection, "page" | "left" | "top"> | null {
  if (!Array.isArray(destination)) return null;
  const [target, fit, first, second, , fourth]: unknown[] = destination;
  const page = parsePage(target);
  if (page === null) return null;
  const toNumber = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
  switch (typeof fit === "object" && fit !== null && "name" in fit ? fit.name : null) {
    case "XYZ":
      return { page, left: toNumber(first), top: toNumber(second) };
    case "FitH":
    case "FitBH":
      return { page, left: null, top: toNumber(first) };
    case "FitR":
      return { page, left: toNumber(first), top: toNumber(fourth) };
    default:
      return { page, left: null, top: null };
  }
}

function parsePage(target: unknown): string | number | null {
  if (typeof target === "number") return target;
  if (typeof target !== "object" || target === null || !("num" in target) || !("gen" in target)) return null;
  return toPageKey({ num: Number(target.num), gen: Number(target.gen) });
}
