import type { FileRecord, OpOutput, queryFiles } from "@lectern/contract";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { type FileFilters, fileKeys, readFilePage } from "./useFileQuery.ts";

type FilePage = OpOutput<typeof queryFiles>;
type FileListData = InfiniteData<FilePage, string | null>;

const listsFilter = { queryKey: fileKeys.lists };

/**
 * Adds newly uploaded files to the lists on the screen. A list with several pages that starts with the newest files
 * reloads only its first page; other lists reload completely. Never rejects.
 */
export async function refreshFiles(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: fileKeys.tags });
  const activeQueries = client.getQueryCache().findAll({ ...listsFilter, type: "active" });
  await Promise.all(
    activeQueries.map(async ({ queryKey }) => {
      const pages = client.getQueryData<FileListData>(queryKey)?.pages.length ?? 0;
      // The key was built by `fileKeys.list`.
      const filters = queryKey[2] as FileFilters;
      const isNewestFirst = (filters.sortIndex ?? "createdAt") === "createdAt" && !filters.forwardScan;
      if (pages < 2 || !isNewestFirst) return client.invalidateQueries({ queryKey, exact: true });
      const firstPage = await readFilePage(filters, null).catch(() => null); // The next load includes the files.
      if (firstPage) client.setQueryData<FileListData>(queryKey, (data) => data && prependItems(data, firstPage.items));
    }),
  );
}

/** Puts files at the start of a list. The page keys of the list stay valid. */
function prependItems(data: FileListData, newerRecords: readonly FileRecord[]): FileListData {
  const [firstPage, ...otherPages] = data.pages;
  if (!firstPage) return data;
  const ids = new Set(newerRecords.map(({ id }) => id));
  const items = [...newerRecords, ...firstPage.items.filter(({ id }) => !ids.has(id))];
  return { ...data, pages: [{ ...firstPage, items }, ...otherPages] };
}

/** True if a list contains the file. */
export function hasFile(client: QueryClient, id: string): boolean {
  const lists = client.getQueriesData<FileListData>(listsFilter);
  return lists.some(([, data]) => data?.pages.some(({ items }) => items.some((item) => item.id === id)));
}

/** Replaces records with newer ones in all lists. Does not change which files a list contains, or their order. */
export function patchFiles(client: QueryClient, records: readonly FileRecord[]): void {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  updateItems(client, (items) =>
    items.some(({ id }) => recordsById.has(id)) ? items.map((item) => recordsById.get(item.id) ?? item) : items,
  );
}

/** Updates one file in all lists. */
export function updateFile(client: QueryClient, id: string, change: (file: FileRecord) => FileRecord): void {
  updateItems(client, (items) =>
    items.some((item) => item.id === id) ? items.map((item) => (item.id === id ? change(item) : item)) : items,
  );
}

/** Removes files from all lists. */
export function removeFiles(client: QueryClient, ids: ReadonlySet<string>): void {
  updateItems(client, (items) =>
    items.some(({ id }) => ids.has(id)) ? items.filter(({ id }) => !ids.has(id)) : items,
  );
}

function updateItems(client: QueryClient, change: (items: FileRecord[]) => FileRecord[]): void {
  client.setQueriesData<FileListData>(listsFilter, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => {
      const items = change(page.items);
      return items === page.items ? page : { ...page, items };
    });
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}
