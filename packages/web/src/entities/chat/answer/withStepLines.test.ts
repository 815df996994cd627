import { expect, test } from "vitest";
import { withStepLines } from "./withStepLines.ts";

const step = { id: "s", round: 0, tool: "t", title: "Look_up", arguments: "{}", state: "done", offset: 2 } as const;

test("an answer in a document has a line for each step, and one without steps is unchanged", () => {
  expect(withStepLines({ content: "A.\n\nB.", data: { steps: [step] } })).toBe("A.\n\n*Look\\_up*\n\nB.");
  expect(withStepLines({ content: "A. \n\nB.\n", data: {} })).toBe("A. \n\nB.\n");
});
