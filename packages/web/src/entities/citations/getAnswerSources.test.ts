import type { JsonObject } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { createCitations } from "./createCitations.ts";
import { type AnswerSource, getAnswerSources, groupSources } from "./getAnswerSources.ts";
import { listCitedNumbers } from "./listCitedNumbers.ts";
import { useViewer } from "./viewerStore.ts";

const source = (name: string, index?: number, item = index) => ({
  ...(index === undefined ? {} : { index }),
  content: `Text ${item} of ${name}`,
  name,
  key: `ann/2026-11-21/${name}.json`,
  contentKey: null,
  groupId: null,
  type: "application/pdf",
  locations: item === undefined ? [] : [{ page: item }],
  originalIndexes: item === undefined ? [] : [item],
});

const summarize = (sources: readonly AnswerSource[]) =>
  sources.map(({ passage: { name }, numbers }) => [name, ...numbers]);

/** A citation mark with no text around it. */
const looseMark = { closest: () => null } as unknown as HTMLElement; // the only method that is used

describe("the sources of an answer", () => {
  const state = {
    sources: {
      documentContext: { sources: [source("whole"), source("whole", 1)] },
      rag: { sources: [source("b", 4), source("a", 2), source("c", 3), source("a", 5), { name: "not a source" }] },
    },
  };

  test("[C2.17] are the cited ones in the order of their numbers, by group, and then the rest; invalid ones are skipped", () => {
    const { cited, uncited } = getAnswerSources(state, new Set([1, 2, 4]));
    expect(groupSources(cited).map(([group, members]) => [group, summarize(members)])).toEqual([
      ["documentContext", [["whole", 1]]],
      [
        "rag",
        [
          ["a", 2],
          ["b", 4],
        ],
      ],
    ]);
    expect(summarize(uncited)).toEqual([["c"], ["a"]]);
  });

  test("are listed once for each place of a document", () => {
    const repeated = {
      rag: { sources: [source("a", 1, 7), source("a", 2, 7), source("a", 3, 7), source("b", 4, 1), source("b", 5, 1)] },
      documentContext: { sources: [source("a"), source("never"), source("never")] },
    };
    const { cited, uncited } = getAnswerSources({ sources: repeated }, new Set([2, 1]));
    expect(summarize(cited)).toEqual([["a", 1, 2]]);
    // The third passage is of a place that is cited, and the whole document contains that place.
    expect(summarize(uncited)).toEqual([["b"], ["never"]]);
  });

  test("are cited by marks outside code", () => {
    const known = new Set([1, 2, 3, 4, 5, 6]);
    const text = "So [1], and [3-4].\n\n```js\nx[2]\n```\n`y[5]` but [6]\n\n~~~\nz[2]";
    expect([...listCitedNumbers(text, known)]).toEqual([1, 3, 4, 6]);
    expect([...listCitedNumbers("So [9]", known)]).toEqual([]);
  });

  test("only numbered sources can be cited, with a label that names the source and the location", () => {
    const create = (sources: JsonObject[string]) =>
      createCitations({ sources }, { getText: () => "", onHover() {}, isOverDialog: false });
    expect([...(create(state.sources)?.numbers ?? [])].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(create(state.sources)?.getLabel(2)).toBe("Source 2, a, Page 2");
    expect(create({ documentContext: { sources: [source("whole")] } })).toBeNull();
    expect(create("nonsense")).toBeNull();
  });

  test("open in the viewer, which browses the cited ones only", () => {
    const getText = () => "So [4], as [2] says.";
    const citations = createCitations(state, { getText, onHover() {}, isOverDialog: false });
    citations?.onOpen({ number: 4, element: looseMark });
    const { passages, position } = useViewer.getState();
    expect(passages.map(({ name, index }) => [name, index])).toEqual([
      ["a", 2],
      ["b", 4],
    ]);
    expect(position).toBe(1);
    expect(passages[1]).toMatchObject({ originalIndexes: [4], quote: "Text 4 of b" });
  });
});
