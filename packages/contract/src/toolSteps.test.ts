import { describe, expect, test } from "vitest";
import type { ToolStep } from "./messages.ts";
import { cancelOpenSteps, cancelRunningSteps, hasWaitingStep, moveSteps } from "./toolSteps.ts";

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

describe("the steps of an answer whose text changes", () => {
  const offsetAfter = (before: string, after: string, offset: number) =>
    moveSteps([createStep({ offset })], before, after)[0]?.offset;

  test.each([
    ["in the unchanged beginning stays", "One.\n\nTwo.", "One.\n\nThree.", 4, 4],
    ["before the text stays there", "One.", "Two.", 0, 0],
    ["in the unchanged end moves with its text", "One.\n\nTwo.", "First, one.\n\nTwo.", 4, 11],
    ["at the end stays at the end", "One.", "One and two.", 4, 12],
    ["inside the changed part comes after it", "One two.", "One 2 two 2.", 5, 11],
    ["behind the text is at its end", "One.", "Two", 90, 3],
    ["of an unchanged text stays", "aaaa", "aaaa", 2, 2],
    ["of an emptied text is at its start", "One.", "", 4, 0],
  ])("a step %s", (_, before, after, offset, expected) => {
    expect(offsetAfter(before, after, offset)).toBe(expected);
  });
});

test("an answer waits if one of its steps does", () => {
  expect(hasWaitingStep({})).toBe(false);
  expect(hasWaitingStep({ steps: [createStep({})] })).toBe(false);
  expect(hasWaitingStep({ steps: [createStep({}), createStep({ state: "waiting" })] })).toBe(true);
});

test.each([
  ["has ended", cancelRunningSteps, ["cancelled", "waiting", "done", "failed", "denied", "cancelled"]],
  ["cannot continue", cancelOpenSteps, ["cancelled", "cancelled", "done", "failed", "denied", "cancelled"]],
])("the open steps of an answer that %s are cancelled, the others stay", (_, cancel, expected) => {
  const states = ["running", "waiting", "done", "failed", "denied", "cancelled"] as const;
  expect(cancel(states.map((state) => createStep({ state }))).map(({ state }) => state)).toEqual(expected);
});
