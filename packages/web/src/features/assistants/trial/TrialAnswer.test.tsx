import { type Answer, type AnswerEnd, AssistantContent, emptyAnswer, type ToolStep } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { TrialAnswer } from "./TrialAnswer.tsx";

const step: ToolStep = {
  ...{ id: "0-0", round: 0, offset: 0, tool: "search", title: "Search documents" },
  ...{ arguments: '{"query":"opening hours"}', state: "done", result: "At nine." },
};

function draw(changes: Partial<Answer>, end: AnswerEnd | null, onAskAgain: (() => void) | null = () => {}): string {
  const answer: Answer = { ...emptyAnswer, ...changes };
  const content = AssistantContent.parse({ name: "Guide" });
  const trial = { content, assistantId: null, groupId: null, groupType: null };
  return renderToString(
    <MantineProvider>
      <TrialAnswer tried={{ requestId: "r1", question: "When?", answer, end, trial }} onAskAgain={onAskAgain} />
    </MantineProvider>,
  );
}

const done: AnswerEnd = { end: "done" };

test("an answer shows its steps and its reasoning as in a chat", () => {
  const html = draw({ content: "At nine.", reasoning: "Let me see.", steps: [step] }, done);
  for (const text of ["When?", "At nine.", "Search documents", "Thought process"]) expect(html).toContain(text);
  expect(html).not.toContain("Try again");
  expect(draw({ reasoning: "Let me see." }, null)).toContain("Thinking…");
  expect(draw({}, null)).toContain("Waiting for the answer");
});

test("a step that asks for an approval cannot be approved, and says where it can", () => {
  for (const end of [null, done]) {
    const html = draw({ steps: [{ ...step, state: "waiting" }] }, end);
    expect(html).toContain("cancelled");
    expect(html).not.toContain("Allow");
    expect(html.includes("This answer needs your approval, which you can only give in a chat.")).toBe(end !== null);
  }
});

test.each([
  [done, "The answer is empty.", false],
  [{ end: "done", finishReason: "length" }, "The answer reached the maximum length.", false],
  [{ end: "stopped" }, "Stopped", true],
  [{ end: "stopped", code: "interrupted" }, "The connection was lost.", true],
  [{ end: "failed", message: "The model is busy." }, "The model is busy.", true],
  [{ end: "failed" }, "Error communicating with the server. Please try again in a minute.", true],
] as const)("an answer that ended with %j says so: %s", (end, text, canRetry) => {
  const html = draw({}, end);
  expect(html).toContain(`>${text}<`);
  expect(html.includes("Try again")).toBe(canRetry);
  expect(draw({}, end, null)).not.toContain("Try again");
});
