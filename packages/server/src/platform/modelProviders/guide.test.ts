import { describe, expect, test } from "vitest";
import { createGuide } from "./guide.ts";
import { guideAnswer, guideNotice } from "./guideAnswer.ts";
import { describeModelProvider } from "./modelProviderConformance.ts";

describeModelProvider("built-in guide", createGuide, "How do I connect a model?");

describe("the built-in guide", () => {
  test.each(["", "How do I connect a model?", "show a table", "xyzzy", "Tell me about penguins"])(
    "says in its answer to %j that it is no language model",
    (question) => {
      expect(guideAnswer(question).startsWith(guideNotice)).toBe(true);
      expect(guideNotice).toContain("not a language model");
    },
  );

  test.each([
    ["How do I connect a model?", "**Connecting a model**"],
    ["Where are my chats stored?", "**Where conversations are stored**"],
    ["how can I stop it", "**Stopping an answer**"],
    ["Which keyboard shortcuts are there?", "**Keyboard**"],
    ["can you write latex formulas", "**What answers can show**"],
    ["what is the temperature", "**Advanced settings**"],
    ["I want to rename a conversation", "**Finding and tidying conversations**"],
    ["light theme", "**Dark and light**"],
  ])("answers %j with the passage %s", (question, passage) => {
    expect(guideAnswer(question)).toContain(passage);
  });

  test("offers its subjects when nothing fits", () => {
    const answer = guideAnswer("xyzzy");
    expect(answer).toContain("- Connecting a model");
    expect(answer).toContain("show everything");
  });

  test.each([
    ["show a table", /^\| Planet/m],
    ["show code", /^```python/m],
    ["Please show me some math", /^\$\$/m],
    ["show a list", /^1\. First/m],
    ["show a link", /\[CommonMark\]\(https:/],
    ["show a quote", /^> Whoever/m],
  ])("%s shows it", (question, expected) => {
    expect(guideAnswer(question)).toMatch(expected);
  });

  test("show everything shows each thing once", () => {
    const answer = guideAnswer("show everything");
    for (const title of ["A table", "Code", "Mathematics", "A list", "A link", "A quote"]) {
      expect(answer.split(`### ${title}\n`)).toHaveLength(2);
    }
  });
});
