import { describe, expect, test } from "vitest";
import { createCitations } from "./createCitations.ts";
import { getAnswerSources } from "./getAnswerSources.ts";

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

  test("[C2.17] are grouped and ordered by number, and invalid sources are skipped", () => {
    const { groups, passages, positionByNumber } = getAnswerSources(state);
    expect(groups.map(({ group, sources }) => [group, sources.map(({ name }) => name)])).toEqual([
      ["rag", ["a", "b"]],
      ["documentContext", ["whole"]],
    ]);
    expect(positionByNumber).toEqual(
      new Map([
        [1, 0],
        [2, 1],
      ]),
    );
    expect(passages[1]).toMatchObject({ index: 2, originalIndexes: [4, 5], quote: "Text of b" });
  });

  test("[C2.17] a whole document is listed once, before its passages; documents are ordered by their first citation", () => {
    const mixed = {
      documentContext: {
        sources: [source("never"), source("a"), source("b"), source("b", 2), source("a", 4), source("a", 3)],
      },
    };
    const { citedPassages: all } = getAnswerSources({ sources: mixed });
    expect(all.map(({ name, index }) => [name, index])).toEqual([
      ["b", undefined],
      ["b", 2],
      ["a", undefined],
      ["a", 3],
      ["a", 4],
      ["never", undefined],
    ]);
  });

  test("only numbered sources can be cited, with a label that names the source and the location", () => {
    const citations = createCitations(state, () => {});
    expect([...(citations?.numbers ?? [])]).toEqual([1, 2]);
    expect(citations?.getLabel(2)).toBe("Source 2, b, Page 3");
    expect(createCitations({ sources: { documentContext: { sources: [source("whole")] } } }, () => {})).toBeNull();
    expect(createCitations({ sources: "nonsense" }, () => {})).toBeNull();
  });
});
