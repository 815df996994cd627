import type { JsonObject } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { type SourceDocument, toCitedPassage, toInlineDocument } from "../sourceDocument.ts";
import type { DocumentPassage } from "./groupPassages.ts";
import { createPassageNumbers } from "./passageNumbers.ts";

const readable = { ...toInlineDocument({ name: "a.xlsx", content: "", type: "t" }), key: "k" };
const confidential: SourceDocument = {
  ...readable,
  protection: { isConfidential: true, sealCitation: () => "sealed" },
};
const createPassage = (content: string, changes: Partial<DocumentPassage> = {}): DocumentPassage => ({
  ...{ content, tokens: 1, locations: [{ sheet: "S", row: 1 }], originalIndexes: [0] },
  ...changes,
});
const repeatSentences = (word: string) => Array.from({ length: 200 }, (_, index) => `${word} ${index}.`).join(" ");
const questionWords = new Set(["150"]);

/** The numbers of an answer that lists these passages as 7, 8, … */
function createNumbers(document: SourceDocument, passages: readonly DocumentPassage[]) {
  const sources = passages.map((passage, index) => toCitedPassage(document, passage, index + 7, { questionWords }));
  // The database sorts the names of fields by their length.
  const state = JSON.parse(
    JSON.stringify({ sources: { rag: { sources } } }).replaceAll('"sheet":"S","row":1', '"row":1,"sheet":"S"'),
  );
  return createPassageNumbers(state as JsonObject);
}

describe.each([
  ["readable", readable],
  ["confidential", confidential],
])("a passage of a %s document", (_, document) => {
  test.each([
    ["short", "Some text."],
    ["longer than what is stored of it", repeatSentences("Sentence")],
  ])("keeps its number if it is %s", (_length, content) => {
    const numbers = createNumbers(document, [createPassage(content)]);
    expect(numbers.get(document, createPassage(content))).toBe(7);
    expect([7, 1].map(numbers.isListed)).toEqual([true, false]);
  });

  test("keeps its number if an answer of before lists it with its headings", () => {
    const content = `Rules › Fees\n${repeatSentences("Sentence")}`;
    const quote = { headings: "Rules › Fees", text: content.replace("Rules › Fees\n", "") };
    expect(createNumbers(document, [createPassage(content)]).get(document, createPassage(content, { quote }))).toBe(7);
    const numbers = createNumbers(document, [createPassage(content, { quote })]);
    expect(numbers.get(document, createPassage(content, { quote }))).toBe(7);
  });

  test("is told apart from others at the same place, and no number is given twice", () => {
    const [first, second, third] = ["First", "Second", "Third"].map((word) => createPassage(repeatSentences(word))) as [
      DocumentPassage,
      DocumentPassage,
      DocumentPassage,
    ];
    const numbers = createNumbers(document, [first, second]);
    expect([second, third, first, first].map((passage) => numbers.get(document, passage))).toEqual([8, 1, 7, 2]);
  });
});
