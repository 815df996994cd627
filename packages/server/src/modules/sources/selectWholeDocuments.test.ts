import { describe, expect, test } from "vitest";
import { selectWholeDocuments } from "./selectWholeDocuments.ts";
import type { SourceDocument } from "./sourceDocument.ts";

const createDocument = (name: string, totalTokens: number | null, text: string | null = null): SourceDocument => ({
  name,
  type: "text/plain",
  key: name,
  contentKey: `${name}.json`,
  groupId: null,
  documentId: name,
  extractor: 1,
  text,
  totalTokens,
  details: "",
  readingNotes: "",
  language: null,
  isSearchOnly: false,
  protection: null,
});
const readNames: string[] = [];
const read = async ({ name, totalTokens, text }: SourceDocument) => {
  readNames.push(name);
  if (name === "broken") throw new Error("no such blob");
  return [{ content: "x", tokens: totalTokens ?? text?.length ?? 0, locations: [], originalIndexes: [0] }];
};
const getNames = (documents: readonly SourceDocument[]) => documents.map(({ name }) => name);

describe("documents inserted whole", () => {
  test("are all of them if they fit, in the order of the input", async () => {
    const { selected, remaining, tokens } = await selectWholeDocuments(
      [createDocument("b", 300), createDocument("a", 100)],
      1_000,
      read,
    );
    expect(getNames(selected.map((each) => each.document))).toEqual(["b", "a"]);
    expect(remaining).toEqual([]);
    expect(tokens).toBeGreaterThan(400);
  });

  test("are the shortest ones if not all fit; those that cannot fit are not read", async () => {
    readNames.length = 0;
    const documents = [createDocument("long", 5_000), createDocument("middle", 500), createDocument("short", 100)];
    const { selected, remaining } = await selectWholeDocuments(documents, 900, read);
    expect(getNames(selected.map((each) => each.document))).toEqual(["middle", "short"]);
    expect(getNames(remaining)).toEqual(["long"]);
    expect(readNames).toEqual(["short", "middle"]);
  });

  test("never exceed the budget, tags included, even if their known length is wrong", async () => {
    const { selected, remaining } = await selectWholeDocuments([createDocument("tight", 900)], 910, read);
    expect([selected.length, getNames(remaining)]).toEqual([0, ["tight"]]);
    const inlineResult = await selectWholeDocuments([createDocument("text", null, "x".repeat(2_000))], 1_000, read);
    expect(getNames(inlineResult.remaining)).toEqual(["text"]);
  });

  test("exclude one that cannot be read", async () => {
    const { selected, remaining, unreadable } = await selectWholeDocuments(
      [createDocument("broken", 10), createDocument("a", 10)],
      1_000,
      read,
    );
    expect([selected.length, getNames(remaining), getNames(unreadable)]).toEqual([1, ["broken"], ["broken"]]);
    expect((await selectWholeDocuments([createDocument("long", 5_000)], 900, read)).unreadable).toEqual([]);
  });

  test("are read a few at a time, and never more than may fit", async () => {
    let concurrentReads = 0;
    let maxConcurrentReads = 0;
    let readCount = 0;
    const readSlowly = async (documents: SourceDocument) => {
      readCount++;
      maxConcurrentReads = Math.max(maxConcurrentReads, ++concurrentReads);
      await new Promise(setImmediate);
      concurrentReads--;
      return read(documents);
    };
    const manyDocuments = Array.from({ length: 100 }, (_, index) => createDocument(`d${index}`, 100));
    const { selected, remaining } = await selectWholeDocuments(manyDocuments, 2_600, readSlowly);
    expect([selected.length + remaining.length, maxConcurrentReads]).toEqual([100, 8]);
    expect(readCount).toBeLessThanOrEqual(26);
  });
});
