import type { ContentItem } from "@lectern/contract";
import { splitColumns } from "./splitColumns.ts";

type Rows = readonly (readonly string[])[];
type ItemAt = (index: number) => ContentItem | undefined;

const rowsByItem = new WeakMap<ContentItem, Rows | null>();

/** Returns the cells of an item that consists of rows of a table in a PDF; null for other items. */
export function getColumnRows(item: ContentItem): Rows | null {
  const knownRows = rowsByItem.get(item);
  if (knownRows !== undefined) return knownRows;
  const isInPdf = item.location.page !== undefined;
  const rows = item.kind === "paragraph" ? splitColumns(item.content, { isInPdf }) : null;
  rowsByItem.set(item, rows);
  return rows;
}

/** True if the item continues the table of the item before it: both are rows on the same page. */
export function continuesTable(index: number, itemAt: ItemAt): boolean {
  const [previous, item] = [itemAt(index - 1), itemAt(index)];
  if (!previous || !item || previous.location.page !== item.location.page) return false;
  return getColumnRows(previous) !== null && getColumnRows(item) !== null;
}

/** Returns the indexes of the items of the table that starts at `start`; empty if none does. */
export function listTableItems(start: number, itemAt: ItemAt): number[] {
  const first = itemAt(start);
  if (!first || getColumnRows(first) === null) return [];
  const indexes = [start];
  for (let index = start + 1; continuesTable(index, itemAt); index++) indexes.push(index);
  return indexes;
}
