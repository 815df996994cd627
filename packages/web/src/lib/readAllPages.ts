interface Page<Item> {
  items: readonly Item[];
  /** Null: this is the last page. */
  nextCursor: string | null;
}

/** No list of the app has more pages. A server that never ends a list must not keep the browser busy. */
const maxPages = 100;

/** Reads the pages of a list one after the other, and returns all items. */
export async function readAllPages<Item>(readPage: (cursor: string | null) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxPages; count += 1) {
    const page: Page<Item> = await readPage(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return items;
}
