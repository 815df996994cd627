import { type FileRecord, fileTexts } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { fileKeys, fileListQuery } from "../../entities/files/useFileQuery.ts";
import { FileRow } from "./page/FileRow.tsx";
import { toFileFilters } from "./page/useFilesView.ts";
import { YourFiles } from "./page/YourFiles.tsx";

const file: FileRecord = {
  id: "u1/a.txt",
  name: "a.txt",
  type: "text/plain",
  size: 5,
  createdAt: "2026-11-21T09:41:00",
  state: "ready",
  tags: [],
} as never;

const draw = (cache: QueryClient) =>
  renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <YourFiles canUpload={false} onOpen={() => {}} onAsk={null} />
      </MantineProvider>
    </QueryClientProvider>,
  );

/** Draws the page after its list, newest first, could not be loaded again. `items`: the files that were loaded before. */
function drawAfterFailure(items: readonly FileRecord[]): string {
  const cache = new QueryClient();
  const filters = toFileFilters({ name: "", types: [], tags: [], sort: "createdAt", isAscending: false });
  const query = cache.getQueryCache().build(cache, cache.defaultQueryOptions(fileListQuery(filters) as never));
  const data = { pages: [{ items, pageKey: null }], pageParams: [null] };
  query.setState({ status: "error", error: new Error("The disk is full."), data: data as never });
  return draw(cache);
}

test("[A8.35] [A2.34] [C8.17] a banner says that the files could not be loaded, also above files that were loaded before", () => {
  expect(fileTexts.filesFailed).toBe("Error loading data");
  const html = drawAfterFailure([file]);
  expect(html).toContain('aria-rowcount="3"');
  const banner = html.slice(html.indexOf('role="alert"'), html.indexOf('role="table"'));
  for (const text of ["Error loading data", "The disk is full.", "Try again"]) expect(banner).toContain(`>${text}<`);
});

test("[A9.09] until the first page is loaded, the table has a hundred rows", () => {
  expect(draw(new QueryClient())).toContain('aria-rowcount="100"');
});

test("[C8.17] the filter by tags says if the tags could not be loaded", async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  expect(draw(cache)).not.toContain("Error loading tags");
  await cache.prefetchQuery({ queryKey: fileKeys.tags, queryFn: () => Promise.reject(new Error("busy")) });
  expect(draw(cache)).toContain(">Error loading tags<");
});

test("[A2.33] [A2.34] the table has these columns, and filters by name, tags and type", () => {
  const html = draw(new QueryClient());
  const [, ...columns] = html.split('role="columnheader"').map((part) => />([A-Z][a-z]+)</.exec(part)?.[1]);
  expect(columns.slice(1)).toEqual(["Download", "Name", "Created", "Tags", "Type", "Size", "Delete"]);
  for (const filter of ["Search by name", "Filter by tags", "Filter by type"]) {
    expect(html).toMatch(new RegExp(`<input[^>]* aria-label="${filter}"`));
  }
});

test("[A9.09] the list starts with the newest files", () => {
  const sortOrders = drawAfterFailure([file]).matchAll(/aria-sort="(\w+)".*?<button[^>]*>(\w+)/g);
  expect(Array.from(sortOrders, ([, order, column]) => `${column} ${order}`)).toEqual([
    "Name none",
    "Created descending",
    "Type none",
  ]);
});

test("[C2.53] [C3.02] [A2.33] a file's row has a download icon, the name, the day, the tags with a button to edit them, and the type", () => {
  const ignore = () => {};
  const actions = { retry: ignore, setTags: ignore } as never;
  const tagged = { ...file, tags: ["water", "sand"] };
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <FileRow
          file={tagged}
          actions={actions}
          isSelected={false}
          onSelect={ignore}
          onOpen={ignore}
          onDelete={ignore}
          onAsk={ignore}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const [download, name, created, tags, type] = html.split('role="cell"').slice(2);
  expect(download).toMatch(/<button[^>]* aria-label="Download a\.txt".*<svg[^>]* class="[^"]*icon-download/);
  expect(name).toMatch(/<button[^>]*>a\.txt<\/button>/);
  expect(created).toMatch(/<time[^>]*>Nov 21, 2026<\/time>/);
  expect(tags).toMatch(/water.*sand.*<button[^>]* aria-label="Edit the tags of a\.txt".*<svg/);
  expect(type).toMatch(/>Text<\/div>/);
});
