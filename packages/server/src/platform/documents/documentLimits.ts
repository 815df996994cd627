/** Limits for one document. */
export const documentLimits = {
  /**
   * Maximum total length of the text in UTF-16 code units. The whole content is loaded into memory wherever it is used.
   */
  characters: 20_000_000,
  /** Maximum size of the stored content: the text with its locations, as JSON. */
  contentBytes: 128_000_000,
  /** Maximum number of extracted items, such as paragraphs, rows and headings. */
  items: 300_000,
  pages: 10_000,
  /** Maximum number of columns of a sheet. */
  columns: 1_000,
  /** Maximum nesting depth of XML elements and of tables in HTML. */
  depth: 200,
  archive: {
    entries: 20_000,
    /** Maximum total inflated size of all entries. */
    inflatedBytes: 600_000_000,
    /** Maximum inflated size of one entry. */
    entryBytes: 300_000_000,
    /**
     * Maximum ratio of inflated to compressed size, for entries that inflate to more than `smallBytes`. Deflate can
     * reach about 1,030.
     */
    ratio: 200,
    smallBytes: 20_000_000,
  },
  image: {
    /** Maximum number of pixels of an image (width times height). */
    pixels: 60_000_000,
    /** Maximum length of the longer side of the preview that models receive, in pixels. */
    previewSide: 1_568,
  },
  /** Maximum length of a metadata property such as the title, in characters. */
  property: 1_000,
} as const;
