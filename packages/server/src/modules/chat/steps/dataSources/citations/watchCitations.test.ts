import { applyChatEvent, type ChatEvent, emptyAnswer, type CitedPassage, parseCitations } from "@lectern/contract";
import { expect, test } from "vitest";
import { watchCitations } from "./watchCitations.ts";

const source = (index: number): CitedPassage => ({
  index,
  content: `Passage ${index}.`,
  name: "rain.pdf",
  key: "k",
  contentKey: null,
  groupId: null,
  type: "application/pdf",
  locations: [{ page: index }],
});
const passage = (number: number) => ({
  number,
  name: "rain.pdf",
  content: "",
  tokens: 1,
  locations: [],
  originalIndexes: [],
});
const sources = {
  passages: [1, 2, 3].map(passage),
  whenCited: new Map([1, 2].map((index) => [index, { group: "documentContext" as const, source: source(index) }])),
};

test("[C3.07] a passage of a document given whole joins the sources right after the text that cites it, once", () => {
  const events: ChatEvent[] = [];
  const citations = watchCitations(sources, (event) => events.push(event));
  for (const d of ["It rains [", "2] much", ". And [2][3] [9]", " [1]"]) citations.watch({ s: "0", d });
  citations.end();
  expect(events.map((event) => ("d" in event ? event.d : "state"))).toEqual([
    "It rains [",
    "2] much",
    "state",
    ". And [2][3] [9]",
    " [1]",
    "state",
  ]);
  const answer = events.reduce(applyChatEvent, emptyAnswer);
  expect(parseCitations(answer.state)).toEqual([{ group: "documentContext", sources: [source(2), source(1)] }]);
});

test("without documents given whole, events pass as they are", () => {
  const emit = () => undefined;
  expect(watchCitations({ passages: [], whenCited: new Map() }, emit).watch).toBe(emit);
});
