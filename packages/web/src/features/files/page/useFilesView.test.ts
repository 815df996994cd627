import { expect, test } from "vitest";
import { toFileFilters } from "./useFilesView.ts";

const plainView = { name: "", types: [], tags: [], sort: "createdAt", isAscending: false } as const;

test("[A2.34] the column filters become the server's filters: name, media types by label, tags", () => {
  expect(toFileFilters(plainView)).toEqual({ sortIndex: "createdAt", forwardScan: false });
  expect(
    toFileFilters({
      ...plainView,
      name: "notes",
      types: ["PDF", "HTML"],
      tags: ["a"],
      sort: "name",
      isAscending: true,
    }),
  ).toEqual({
    namePrefix: "notes",
    types: ["application/pdf", "text/html", "application/xhtml+xml"],
    tags: ["a"],
    sortIndex: "name",
    forwardScan: true,
  });
});
