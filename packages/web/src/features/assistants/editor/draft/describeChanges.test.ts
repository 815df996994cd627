import { expect, test } from "vitest";
import { createEmptyDraft, toContent } from "./assistantDraft.ts";
import { describeChanges } from "./describeChanges.ts";

const draft = { ...createEmptyDraft(), name: "Tutor", instructions: "Be kind." };
const source = (id: string, name: string) => ({ id: `s3://o/d/${id}.json`, name });
const list = (...[before, after]: [Partial<typeof draft>, Partial<typeof draft>]) =>
  describeChanges(toContent({ ...draft, ...before }), toContent({ ...draft, ...after }), () => null).map(
    ({ text }) => text,
  );

test("the fields that a version has changed are named, and the documents that came or went are counted", () => {
  const [one, two, three] = [source("1", "One.pdf"), source("2", "Two.pdf"), source("3", "Three.pdf")];
  expect(list({ dataSources: [one, two] }, { instructions: "Be brief.", dataSources: [two, three] })).toEqual([
    "Instructions",
    "2 documents",
  ]);
  expect(list({ dataSources: [one] }, { dataSources: [{ ...two, name: "One.pdf" }] })).toEqual(["2 documents"]);
  expect(list({}, { dataSources: [one] })).toEqual(["1 document"]);
  expect(list({}, {})).toEqual([]);
});
