/** What is taken from one document at most. */
export const documentLimits = {
  /** UTF-16 code units of text in all. Whoever reads the content holds all of it in memory. */
  characters: 20_000_000,
  /** Pieces: paragraphs, rows, headings. */
  items: 300_000,
  pages: 10_000,
  /** Columns of a sheet. */
  columns: 1_000,
  /** Levels of XML, HTML and JSON. */
  depth: 200,
  archive: {
    entries: 20_000,
    /** Bytes of all entries together, inflated. */
    inflatedBytes: 600_000_000,
    /** One entry, inflated. */
    entryBytes: 300_000_000,
    /** Inflated to compressed bytes, for an archive that inflates to more than `smallBytes`. Deflate reaches 1,030 at most. */
    ratio: 200,
    smallBytes: 20_000_000,
  },
  image: {
    /** Width times height. */
    pixels: 60_000_000,
    /** Longest side as models are sent it, in pixels. */
    previewSide: 1_568,
  },
  /** Characters of a property such as the title. */
  property: 1_000,
} as const;
