import { SectionSplitter } from "./sectionSplitter.ts";

export interface InsertedBlock {
  /** The number of UTF-16 code units of the source that precede the block. */
  offset: number;
  /** Markdown of whole blocks. */
  text: string;
}

/**
 * Inserts blocks into Markdown, where `Markdown` shows its inserts: between two blocks of the source or, if that would
 * break a block, after it. `inserted`: sorted by offset.
 */
export function insertBlocks(source: string, inserted: readonly InsertedBlock[]): string {
  if (inserted.length === 0) return source;
  const splitter = new SectionSplitter();
  splitter.setInsertOffsets(inserted.map(({ offset }) => offset));
  const starts = splitter.split(source, false).sections.map(({ start }) => start);
  const parts: string[] = [];
  let end = 0;
  for (const { offset, text } of inserted) {
    const position = starts.find((start) => start >= offset) ?? source.length;
    parts.push(source.slice(end, position).trimEnd(), text);
    end = position;
  }
  return [...parts, source.slice(end)].filter((part) => part.trim() !== "").join("\n\n");
}
