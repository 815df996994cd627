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
const questionSummary = "Searched for “How long is the Rhine?”";
const listNames = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.pdf`);

/** Returns the summary of each notice, followed by the lines of its message. */
const build = (report: Partial<DataSourceReport>) =>
  buildDataSourceNotices({ ...emptyReport, ...report }).map(({ summary, message }) =>
    [summary, ...message.split("\n")].filter((line) => line !== ""),
  );

describe("the notice of a search", () => {
  test.each([
    [1, ["Searched 1.pdf"]],
    [2, ["Searched 1.pdf and 2.pdf"]],
    [
      12,
      [
        "Searched 1.pdf, 2.pdf and 10 more",
        "Documents: 1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf, 6.pdf, 7.pdf, 8.pdf, 9.pdf, 10.pdf and 2 more",
      ],
    ],
  ])("names %i documents, in its message only if its line does not, and the words of the question", (count, notice) => {
    expect(build({ searchedNames: listNames(count) })).toEqual([notice, [questionSummary]]);
    const longName = `${"x".repeat(40)}.pdf`;
    expect(build({ searchedNames: [longName] })[0]).toEqual([`Searched ${"x".repeat(29)}…`, `Document: ${longName}`]);
  });

  test("lists each kind of words of a rewritten question, and leaves out the kinds without any", () => {
    const rewriting = {
      question: "What is the length of the Rhine?",
      alternatives: ["course of the Rhine in km", "length of the river"],
      keywords: ["Rhine", "length"],
      translations: [{ language: "German", text: "Wie lang ist der Rhein?" }],
    };
    const names = ["Searched 1.pdf and 2.pdf"];
    const words = ["Searched for “What is the length of the Rhine?”", "Searched for: How long is the Rhine?"];
    expect(build({ searchedNames: listNames(2), rewriting })).toEqual([
      names,
      [
        ...words,
        "Other wordings: course of the Rhine in km · length of the river",
        "Translations: Wie lang ist der Rhein?",
        "Keywords: Rhine, length",
      ],
    ]);
    const shortRewriting = { ...rewriting, alternatives: [], keywords: [], translations: [] };
    expect(build({ searchedNames: listNames(2), rewriting: shortRewriting })).toEqual([names, words]);
  });

  test("says which documents were too long, and names the others apart", () => {
    const tooLong =
      "Too long for this model to read in full, so the passages that best match your question were used: long.pdf.";
    expect(build({ tooLongNames: ["long.pdf"], searchedNames: ["1.pdf"] })).toEqual([
      ["Searched long.pdf and 1.pdf", tooLong, "Also searched: 1.pdf"],
      [questionSummary],
    ]);
    expect(build({ tooLongNames: ["long.pdf"] })).toEqual([["Searched long.pdf", tooLong], [questionSummary]]);
  });

  test("shows the beginning of a long question on one line, and no question if nothing was written", () => {
    const [, notice] = build({ searchedNames: ["1.pdf"], question: `Is it\n${"so ".repeat(200)}?` });
    expect(notice?.[0]).toMatch(/^Searched for “Is it so so .*so…”$/);
    expect(notice?.[0]?.length).toBeLessThan(220);
    expect(build({ searchedNames: ["1.pdf"], question: "" })).toEqual([["Searched 1.pdf"]]);
  });
});

test("documents that were read in full are named in the line: two, cut, and how many more there are", () => {
  const longName = `${"x".repeat(28)}😀 and more.pdf`;
  expect(build({ wholeNames: ["1.pdf"] })).toEqual([["Read 1.pdf in full"]]);
  expect(build({ wholeNames: [longName, ...listNames(4)], searchedNames: ["long.pdf"] })).toEqual([
    [`Read ${"x".repeat(28)}😀…, 1.pdf and 3 more in full`, `${longName}, 1.pdf, 2.pdf, 3.pdf and 4.pdf`],
    ["Searched long.pdf"],
    [questionSummary],
  ]);
});

test("what was read and searched stays with the answer, the words of the search do not", () => {
  const rewriting = {
    question: "Secret wording?",
    alternatives: ["secret alternative"],
    keywords: ["secret keyword"],
    translations: [{ language: null, text: "secret translation" }],
  };
  const confidential = { isInserted: true, isSearched: false };
  const report = { ...emptyReport, wholeNames: ["1.pdf"], searchedNames: ["2.pdf"], confidential };
  for (const searchedWords of [{ rewriting }, { rewriting: null }]) {
    const notices = buildDataSourceNotices({ ...report, question: "A secret question", ...searchedWords });
    const [kept, shown] = [true, false].map((isKept) => notices.filter(({ sticky }) => sticky === isKept));
    expect(kept?.map(({ summary, message }) => [summary, message])).toEqual([
      ["Read 1.pdf in full", ""],
      ["Searched 2.pdf", ""],
      ["Read the assistant’s documents", ""],
    ]);
    expect(shown).toHaveLength(1);
    expect(JSON.stringify(shown)).toContain("A secret question");
  }
});

test("a search that failed shows no words", () => {
  expect(build({ searchedNames: ["1.pdf"], searchFailed: true })).toEqual([
    ["Documents couldn’t be searched", expect.stringContaining("1.pdf")],
  ]);
});

test("documents that were left out are named with the reason, a line each", () => {
  const leftOut = listNames(12).map((name) => ({ name, reason: "isn’t ready" }));
  const [notice] = build({ leftOut });
  expect(notice?.[0]).toBe("Left out 12 documents");
  expect(notice?.slice(1, 3)).toEqual(["“1.pdf” isn’t ready.", "“2.pdf” isn’t ready."]);
  expect(notice?.at(-1)).toBe("And 2 more.");
});
