import { expect, test } from "vitest";
import { toFileFilters } from "./useFilesView.ts";

const plain = { name: "", types: [], tags: [], sort: "createdAt", isAscending: false } as const;

test("[A2.34] the column filters become the server's filters: name, media types by label, tags", () => {
  expect(toFileFilters(plain)).toEqual({ sortIndex: "createdAt", forwardScan: false });
  expect(
    toFileFilters({ ...plain, name: "notes", types: ["PDF", "HTML"], tags: ["a"], sort: "name", isAscending: true }),
  ).toEqual({
    namePrefix: "notes",
    types: ["application/pdf", "text/html", "application/xhtml+xml"],
    tags: ["a"],
    sortIndex: "name",
    forwardScan: true,
  });
});
