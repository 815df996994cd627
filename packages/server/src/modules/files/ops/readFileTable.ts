import { type ContentItem, readFileTable, type Sheet } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { defineServerState } from "../../../core/serverState.ts";
import { loadReadyContent } from "../loadReadyContent.ts";
import { describeTable, splitCells, type TableLayout, toTableRow } from "../tables/describeTable.ts";
import { findSheets } from "../tables/findSheets.ts";

interface CachedTable {
  sheets: readonly Sheet[];
  layouts: Map<Sheet, TableLayout>;
}

/** The tables of the contents that are in memory, because a reader requests a table in many parts. */
const getTableCache = defineServerState(() => new WeakMap<readonly ContentItem[], CachedTable>());

export const readFileTableHandler = implement(readFileTable, async (ctx, { from, count, ...which }) => {
  const { content } = await loadReadyContent(ctx, which);
  const items = content?.content ?? [];
  const { sheets, layouts } = getTable(getTableCache(ctx), items);
  const sheet = sheets.find((each) => from < each.from + each.count);
  if (!sheet) return { sheets: [...sheets], titles: [], columns: [], bodyFrom: 0, rows: [] };
  const layout = layouts.get(sheet) ?? describeTable(items, sheet);
  layouts.set(sheet, layout);
  const { headerIndex } = layout;
  return {
    sheets: [...sheets],
    titles: items
      .slice(sheet.from, headerIndex ?? sheet.from)
      // The upper rows of a header are in the names of the columns.
      .filter(({ names }) => names === undefined)
      .map(({ content, location }) => ({ row: Number(location.row), text: splitCells(content).join(" ") })),
    columns: [...layout.columns],
    bodyFrom: headerIndex === null ? sheet.from : headerIndex + 1,
    rows: items.slice(from, Math.min(from + count, sheet.from + sheet.count)).map((item) => toTableRow(item, layout)),
  };
});

function getTable(cache: WeakMap<readonly ContentItem[], CachedTable>, items: readonly ContentItem[]): CachedTable {
  const table = cache.get(items) ?? { sheets: findSheets(items), layouts: new Map() };
  cache.set(items, table);
  return table;
}
