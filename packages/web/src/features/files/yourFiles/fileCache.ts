import type { FileRecord, OpOutput, queryFiles } from "@lectern/contract";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

type Page = OpOutput<typeof queryFiles>;
type Lists = InfiniteData<Page, string | null>;

// `fileKeys.list` without its filters: the lists of all of them.
const lists = { queryKey: ["files", "list"] } as const;

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
