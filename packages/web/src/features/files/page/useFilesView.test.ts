import { expect, test } from "vitest";
import { filtersOf } from "./useFilesView.ts";

const plain = { name: "", types: [], tags: [], sort: "createdAt", isAscending: false } as const;

test("[A2.34] the filters of the columns are the server's: name, media types by their label, tags", () => {
  expect(filtersOf(plain)).toEqual({ sortIndex: "createdAt", forwardScan: false });
  expect(
    filtersOf({ ...plain, name: "notes", types: ["PDF", "HTML"], tags: ["a"], sort: "name", isAscending: true }),
  ).toEqual({
    namePrefix: "notes",
    types: ["application/pdf", "text/html", "application/xhtml+xml"],
    tags: ["a"],
    sortIndex: "name",
    forwardScan: true,
  });
});
