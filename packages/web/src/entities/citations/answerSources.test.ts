import { describe, expect, test } from "vitest";
import { answerSources } from "./answerSources.ts";
import { citationsOf } from "./citations.ts";

const source = (name: string, index?: number) => ({
  ...(index === undefined ? {} : { index }),
  content: `Text of ${name}`,
  name,
  key: `ann/2026-11-21/${name}.json`,
  contentKey: null,
  groupId: null,
  type: "application/pdf",
  locations: [{ page: 3 }],
  originalIndexes: [4, 5],
});

describe("the sources of an answer", () => {
  const state = {
    sources: {
      documentContext: { sources: [source("whole")] },
      rag: { sources: [source("b", 2), source("a", 1), { name: "not a source" }] },
    },
  };

  test("[C2.17] come by group, those with a number in its order, and what is no source is passed over", () => {
    const { groups, passages, placeOf } = answerSources(state);
    expect(groups.map(({ group, sources }) => [group, sources.map(({ name }) => name)])).toEqual([
      ["rag", ["a", "b"]],
      ["documentContext", ["whole"]],
    ]);
    expect(placeOf).toEqual(
      new Map([
        [1, 0],
        [2, 1],
      ]),
    );
    expect(passages[1]).toMatchObject({ index: 2, originalIndexes: [4, 5], quote: "Text of b" });
  });

  test("[C2.17] a document that was given as a whole stands before its passages, once, and what is cited first before the rest", () => {
    const mixed = {
      documentContext: {
        sources: [source("never"), source("a"), source("b"), source("b", 2), source("a", 4), source("a", 3)],
      },
    };
    const { all } = answerSources({ sources: mixed });
    expect(all.map(({ name, index }) => [name, index])).toEqual([
      ["b", undefined],
      ["b", 2],
      ["a", undefined],
      ["a", 3],
      ["a", 4],
      ["never", undefined],
    ]);
  });

  test("only those with a number can be cited, by a name that says what and where", () => {
    const citations = citationsOf(state, () => {});
    expect([...(citations?.numbers ?? [])]).toEqual([1, 2]);
    expect(citations?.getLabel(2)).toBe("Source 2, b, Page 3");
    expect(citationsOf({ sources: { documentContext: { sources: [source("whole")] } } }, () => {})).toBeNull();
    expect(citationsOf({ sources: "nonsense" }, () => {})).toBeNull();
  });
});
