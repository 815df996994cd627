import { describe, expect, test } from "vitest";
import { buildDataSourceNotices, type DataSourceReport } from "./buildDataSourceNotices.ts";

const emptyReport: DataSourceReport = {
  wholeNames: [],
  searchedNames: [],
  tooLongNames: [],
  unreadNames: [],
  leftOut: [],
  question: "How long is the Rhine?",
  rewriting: null,
  searchFailed: false,
  confidential: { isInserted: false, isSearched: false },
};
const listNames = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.pdf`);

/** Returns the summary of each notice, followed by the lines of its message. */
const build = (report: Partial<DataSourceReport>) =>
  buildDataSourceNotices({ ...emptyReport, ...report }).map(({ summary, message }) =>
    [summary, ...message.split("\n")].filter((line) => line !== ""),
  );

describe("the notice of a search", () => {
  test.each([
    [1, "Searched 1 document", "Document: 1.pdf"],
    [2, "Searched 2 documents", "Documents: 1.pdf, 2.pdf"],
    [
      12,
      "Searched 12 documents",
      "Documents: 1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf, 6.pdf, 7.pdf, 8.pdf, 9.pdf, 10.pdf and 2 more",
    ],
  ])("names %i documents and the words of the question", (count, summary, line) => {
    expect(build({ searchedNames: listNames(count) })).toEqual([
      [summary, line, "Searched for: How long is the Rhine?"],
    ]);
  });

  test("lists each kind of words of a rewritten question, and leaves out the kinds without any", () => {
    const rewriting = {
      question: "What is the length of the Rhine?",
      alternatives: ["course of the Rhine in km", "length of the river"],
      keywords: ["Rhine", "length"],
      translations: ["Wie lang ist der Rhein?"],
    };
    const lines = ["Searched 2 documents", "Documents: 1.pdf, 2.pdf", "Searched for: How long is the Rhine?"];
    const summary = ["Searched for “What is the length of the Rhine?”"];
    expect(build({ searchedNames: listNames(2), rewriting })).toEqual([
      [
        ...lines,
        "Other wordings: What is the length of the Rhine? · course of the Rhine in km · length of the river",
        "Translations: Wie lang ist der Rhein?",
        "Keywords: Rhine, length",
      ],
      summary,
    ]);
    const shortRewriting = { ...rewriting, alternatives: [], keywords: [], translations: [] };
    expect(build({ searchedNames: listNames(2), rewriting: shortRewriting })).toEqual([
      [...lines, "Other wordings: What is the length of the Rhine?"],
      summary,
    ]);
  });

  test("says which documents were too long, and names the others apart", () => {
    const tooLong =
      "Too long for this model to read in full, so the passages that best match your question were used: long.pdf.";
    expect(build({ tooLongNames: ["long.pdf"], searchedNames: ["1.pdf"] })).toEqual([
      ["Searched 2 documents", tooLong, "Also searched: 1.pdf", "Searched for: How long is the Rhine?"],
    ]);
    expect(build({ tooLongNames: ["long.pdf"] })).toEqual([
      ["Searched 1 document", tooLong, "Searched for: How long is the Rhine?"],
    ]);
  });

  test("shows the beginning of a long question on one line, and no question if nothing was written", () => {
    const [notice] = build({ searchedNames: ["1.pdf"], question: `Is it\n${"so ".repeat(200)}?` });
    expect(notice?.[2]).toMatch(/^Searched for: Is it so so .*so…$/);
    expect(notice?.[2]?.length).toBeLessThan(220);
    expect(build({ searchedNames: ["1.pdf"], question: "" })).toEqual([["Searched 1 document", "Document: 1.pdf"]]);
  });
});

test("documents that were left out are named with the reason, a line each", () => {
  const leftOut = listNames(12).map((name) => ({ name, reason: "is not ready" }));
  const [notice] = build({ leftOut });
  expect(notice?.[0]).toBe("Left out 12 documents");
  expect(notice?.slice(1, 3)).toEqual(["“1.pdf” is not ready.", "“2.pdf” is not ready."]);
  expect(notice?.at(-1)).toBe("And 2 more.");
});
