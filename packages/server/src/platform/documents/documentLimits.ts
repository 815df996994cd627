/** Limits for one document. */
export const documentLimits = {
  /** Total length of the text in UTF-16 code units. Code that reads the content loads all of it into memory. */
  characters: 20_000_000,
  /** Extracted items: paragraphs, rows, headings. */
  items: 300_000,
  pages: 10_000,
  /** Columns of a sheet. */
  columns: 1_000,
  /** Nesting of XML, HTML and JSON. */
  depth: 200,
  archive: {
    entries: 20_000,
    /** Total inflated size of all entries. */
    inflatedBytes: 600_000_000,
    /** Inflated size of one entry. */
    entryBytes: 300_000_000,
    /**
     * Ratio of inflated to compressed size, for entries that inflate to more than `smallBytes`. Deflate reaches 1,030
     * at most.
     */
    ratio: 200,
    smallBytes: 20_000_000,
  },
  image: {
    /** Width times height. */
    pixels: 60_000_000,
    /** Longest side of the preview that models receive, in pixels. */
    previewSide: 1_568,
  },
  /** Length of a property such as the title, in characters. */
  property: 1_000,
} as const;
