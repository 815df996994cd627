import { applyChatEvent, type ChatEvent, type CitedPassage, emptyAnswer, parseCitations } from "@lectern/contract";
import { expect, test } from "vitest";
import { watchCitations } from "./watchCitations.ts";

const createCitedPassage = (index: number): CitedPassage => ({
  index,
  content: `Passage ${index}.`,
  name: "rain.pdf",
  key: "k",
  contentKey: null,
  groupId: null,
  type: "application/pdf",
  locations: [{ page: index }],
});
const citablePassages = new Map(
  [1, 2].map((index) => [index, { group: "documentContext" as const, passage: createCitedPassage(index) }]),
);

test("[C3.07] a passage of a whole document is added to the sources once, right after the text that first cites it", () => {
  const events: ChatEvent[] = [];
  const citationWatcher = watchCitations(citablePassages, (event) => events.push(event));
  for (const d of ["It rains [", "2] much", ". And [2][3] [9]", " [1]"]) {
    events.push({ s: "0", d });
    citationWatcher.read({ s: "0", d });
  }
  citationWatcher.end();
  expect(events.map((event) => ("d" in event ? event.d : "state"))).toEqual([
    "It rains [",
    "2] much",
    "state",
    ". And [2][3] [9]",
    " [1]",
    "state",
  ]);
  const answer = events.reduce(applyChatEvent, emptyAnswer);
  expect(parseCitations(answer.state)).toEqual([
    { group: "documentContext", sources: [createCitedPassage(2), createCitedPassage(1)] },
  ]);
});
