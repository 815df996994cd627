import type { Readable } from "node:stream";
import type { MergedArea } from "../tables/tableGrid.ts";
import { parseArea } from "./cellReference.ts";

export interface SheetLayout {
  mergedAreas: readonly MergedArea[];
  /** The area that has a filter, whose first row is a header. */
  filteredArea: MergedArea | null;
  hasHeaderOrFooter: boolean;
}

const maxMergedAreas = 100_000;
/** In characters. Longer than any of the tags that are looked for. */
const overlap = 500;

/**
 * Finds what the file states only below the rows of a sheet, so that the rows can be read one by one. Parsing the sheet
 * twice would double the time, so this searches for a few tags.
 */
export async function scanSheet(stream: Readable): Promise<SheetLayout> {
  const mergedAreas: MergedArea[] = [];
  let filteredArea: MergedArea | null = null;
  let hasHeaderOrFooter = false;
  let text = "";
  for await (const part of stream) {
    text += part.toString("latin1");
    let searchedLength = 0;
    for (const match of text.matchAll(tagPattern)) {
      const [tag, name, attributes = ""] = match;
      searchedLength = match.index + tag.length;
      if (name === "mergeCell" || name === "autoFilter") {
        const area = parseArea(/\sref="([^"]*)"/.exec(attributes)?.[1] ?? "");
        if (area && name === "autoFilter") filteredArea = area;
        else if (area && mergedAreas.length < maxMergedAreas) mergedAreas.push(area);
      } else hasHeaderOrFooter = true;
    }
    text = text.slice(Math.max(searchedLength, text.length - overlap));
  }
  return { mergedAreas, filteredArea, hasHeaderOrFooter };
}

const tagPattern = /<(?:\w{1,20}:)?(mergeCell|autoFilter|(?:odd|even|first)(?:Header|Footer))\b([^<>]{0,300})>/g;
