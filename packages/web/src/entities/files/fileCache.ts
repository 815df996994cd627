import type { FileRecord, OpOutput, queryFiles } from "@lectern/contract";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { type FileFilters, fileKeys, readFilePage } from "./useFileQuery.ts";

type Page = OpOutput<typeof queryFiles>;
type Lists = InfiniteData<Page, string | null>;

const lists = { queryKey: fileKeys.lists };

/**
 * Brings newly uploaded files into the lists that are shown. Of a long one that begins with the newest only the first page is read anew; what
 * had come before stays behind it. Never rejects.
 */
export async function refreshFiles(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: fileKeys.tags });
  const shown = client.getQueryCache().findAll({ ...lists, type: "active" });
  await Promise.all(
    shown.map(async ({ queryKey }) => {
      const pages = client.getQueryData<Lists>(queryKey)?.pages.length ?? 0;
      // Found by the beginning of `fileKeys.list`, which made it.
      const filters = queryKey[2] as FileFilters;
      const isNewestFirst = (filters.sortIndex ?? "createdAt") === "createdAt" && !filters.forwardScan;
      if (pages < 2 || !isNewestFirst) return client.invalidateQueries({ queryKey, exact: true });
      const first = await readFilePage(filters, null).catch(() => null); // the next reading brings them
      if (first) client.setQueryData<Lists>(queryKey, (data) => data && withNewer(data, first.items));
    }),
  );
}

/** The lists with these files at their beginning; the place where the next page follows stays. */
function withNewer(data: Lists, newer: readonly FileRecord[]): Lists {
  const [first, ...others] = data.pages;
  if (!first) return data;
  const ids = new Set(newer.map(({ id }) => id));
  const items = [...newer, ...first.items.filter(({ id }) => !ids.has(id))];
  return { ...data, pages: [{ ...first, items }, ...others] };
}

/** Puts newer records in the place of those that lists hold. Where each stands, and in which lists, stays as it was read. */
export function patchFiles(client: QueryClient, records: readonly FileRecord[]): void {
  const byId = new Map(records.map((record) => [record.id, record]));
  changeItems(client, (items) =>
    items.some(({ id }) => byId.has(id)) ? items.map((item) => byId.get(item.id) ?? item) : items,
  );
}

/** Changes one file in every list that holds it. */
export function changeFile(client: QueryClient, id: string, change: (file: FileRecord) => FileRecord): void {
  changeItems(client, (items) =>
    items.some((item) => item.id === id) ? items.map((item) => (item.id === id ? change(item) : item)) : items,
  );
}

/** Takes files out of every list. */
export function dropFiles(client: QueryClient, ids: ReadonlySet<string>): void {
  changeItems(client, (items) =>
    items.some(({ id }) => ids.has(id)) ? items.filter(({ id }) => !ids.has(id)) : items,
  );
}

function changeItems(client: QueryClient, change: (items: FileRecord[]) => FileRecord[]): void {
  client.setQueriesData<Lists>(lists, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => {
      const items = change(page.items);
      return items === page.items ? page : { ...page, items };
    });
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}
