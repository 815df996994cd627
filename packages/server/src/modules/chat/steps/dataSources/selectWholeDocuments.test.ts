import { describe, expect, test } from "vitest";
import type { SourceDocument } from "./sourceDocument.ts";
import { selectWholeDocuments } from "./selectWholeDocuments.ts";

const document = (name: string, totalTokens: number | null, text: string | null = null): SourceDocument => ({
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
  isSearchOnly: false,
});
const reading: string[] = [];
const read = async ({ name, totalTokens, text }: SourceDocument) => {
  reading.push(name);
  if (name === "broken") throw new Error("no such blob");
  return [{ content: "x", tokens: totalTokens ?? text?.length ?? 0, locations: [], originalIndexes: [0] }];
};
const names = (documents: readonly SourceDocument[]) => documents.map(({ name }) => name);

describe("documents taken whole", () => {
  test("are all of them where they fit, in the order given", async () => {
    const { whole, left, tokens } = await selectWholeDocuments([document("b", 300), document("a", 100)], 1_000, read);
    expect(names(whole.map((each) => each.document))).toEqual(["b", "a"]);
    expect(left).toEqual([]);
    expect(tokens).toBeGreaterThan(400);
  });

  test("are the shortest where not all fit, and what cannot fit is not even read", async () => {
    reading.length = 0;
    const given = [document("long", 5_000), document("middle", 500), document("short", 100)];
    const { whole, left } = await selectWholeDocuments(given, 900, read);
    expect(names(whole.map((each) => each.document))).toEqual(["middle", "short"]);
    expect(names(left)).toEqual(["long"]);
    expect(reading).toEqual(["short", "middle"]);
  });

  test("are never more than the room, marks included, whatever was said of their length", async () => {
    const { whole, left } = await selectWholeDocuments([document("tight", 900)], 910, read);
    expect([whole.length, names(left)]).toEqual([0, ["tight"]]);
    const inline = await selectWholeDocuments([document("text", null, "x".repeat(2_000))], 1_000, read);
    expect(names(inline.left)).toEqual(["text"]);
  });

  test("one that cannot be read is left, and the others are taken", async () => {
    const { whole, left, unread } = await selectWholeDocuments([document("broken", 10), document("a", 10)], 1_000, read);
    expect([whole.length, names(left), names(unread)]).toEqual([1, ["broken"], ["broken"]]);
    expect((await selectWholeDocuments([document("long", 5_000)], 900, read)).unread).toEqual([]);
  });

  test("are read some at a time, and never more than may fit", async () => {
    let now = 0;
    let most = 0;
    let reads = 0;
    const slow = async (given: SourceDocument) => {
      reads++;
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
      return read(given);
    };
    const many = Array.from({ length: 100 }, (_, index) => document(`d${index}`, 100));
    const { whole, left } = await selectWholeDocuments(many, 2_600, slow);
    expect([whole.length + left.length, most]).toEqual([100, 8]);
    expect(reads).toBeLessThanOrEqual(26);
  });
});
