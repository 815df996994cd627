import type { ContentItem } from "@lectern/contract";
import { expect, test } from "vitest";
import { continuesTable, listTableItems } from "./columnTables.ts";

const buildItem = (kind: ContentItem["kind"], content: string, page: number): ContentItem => ({
  ...{ kind, content, tokens: 5, canSplit: true },
  location: { page },
});
const items = [
  buildItem("paragraph", "Some text.", 1),
  buildItem("paragraph", "Command  Effect", 1),
  buildItem("paragraph", "apt-get update  Reads the lists\napt-get upgrade  Installs", 1),
  buildItem("paragraph", "dpkg -l  Lists packages", 2),
  buildItem("heading", "Files", 2),
];
const itemAt = (index: number) => items[index];

test("paragraphs of rows that follow one another on a page are one table", () => {
  expect(listTableItems(1, itemAt)).toEqual([1, 2]);
  expect(listTableItems(3, itemAt)).toEqual([3]);
  expect(items.map((_, index) => continuesTable(index, itemAt))).toEqual([false, false, true, false, false]);
});

test("text and items that are not loaded are no part of a table", () => {
  expect(listTableItems(0, itemAt)).toEqual([]);
  expect(listTableItems(9, itemAt)).toEqual([]);
  expect(listTableItems(1, (index) => (index === 2 ? undefined : items[index]))).toEqual([1]);
});
