import type { ToolStep } from "@lectern/contract";
import { expect, test } from "vitest";
import { describeStep, formatStepDuration, getStepSubject, groupSteps } from "./describeStep.ts";

const createStep = (changes: Partial<ToolStep>): ToolStep => ({
  id: "s",
  round: 0,
  tool: "search_documents",
  title: "Search documents",
  arguments: "{}",
  state: "done",
  offset: 0,
  ...changes,
});

test.each([
  ['{"query":"rain in Bergen"}', "rain in Bergen"],
  ['{"count":3,"query":"rain","place":"Bergen"}', "rain"],
  [`{"text":"${"long ".repeat(100)}","query":"rain"}`, "rain"],
  ['{"query":"  two\\nlines  "}', "two lines"],
  [`{"query":"${"word ".repeat(20)}"}`, `${"word ".repeat(12).slice(0, 59)}…`],
  ['{"query":""}', null],
  ['{"nested":{"query":"rain"}}', null],
  ['["rain"]', null],
  ['"rain"', null],
  ['{"query":"ra', null],
  ["", null],
])("the arguments %s are about %j", (json, expected) => {
  expect(getStepSubject({ arguments: json })).toBe(expected);
});

test.each([
  [0, "0.1 s"],
  [412, "0.4 s"],
  [9_960, "10.0 s"],
  [12_400, "12 s"],
  [59_700, "1 min 0 s"],
  [61_000, "1 min 1 s"],
])("%i ms are %s", (durationMs, expected) => {
  expect(formatStepDuration(durationMs)).toBe(expected);
});

test("a step is described by its title or name, what it is about, and how it ended", () => {
  expect(describeStep(createStep({ arguments: '{"query":"rain"}' }))).toBe("Search documents: “rain”");
  expect(describeStep(createStep({ title: "", state: "denied" }))).toBe("search_documents (not allowed)");
});

test("steps of one round at one place are a group, in the order of their places", () => {
  const steps = [
    createStep({ id: "c", round: 1, offset: 9 }),
    createStep({ id: "a" }),
    createStep({ id: "b" }),
    createStep({ id: "d", round: 2, offset: 9 }),
    createStep({ id: "e", round: 2, offset: 9 }),
  ];
  expect(groupSteps(steps).map((group) => group.map(({ id }) => id))).toEqual([["a", "b"], ["c"], ["d", "e"]]);
});
