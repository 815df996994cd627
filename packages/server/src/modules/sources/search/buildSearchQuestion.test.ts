import { expect, test } from "vitest";
import { buildSearchQuestion } from "./buildSearchQuestion.ts";

const createQuestion = (content: string) => ({ role: "user" as const, content });
const createAnswer = (content: string) => ({ role: "assistant" as const, content });

test("a question with enough words is searched unchanged", () => {
  const question = "How much rain falls in Bergen during November?";
  expect(buildSearchQuestion([createQuestion("Hello"), createAnswer("Hi"), createQuestion(question)])).toBe(question);
});

test("a short follow-up includes the person's previous question", () => {
  const history = [
    createQuestion("How much rain falls in Bergen?"),
    createAnswer("Much."),
    createQuestion("And in summer?"),
  ];
  expect(buildSearchQuestion(history)).toBe("How much rain falls in Bergen?\nAnd in summer?");
});

test("a first question may be short or empty", () => {
  expect(buildSearchQuestion([createQuestion("Rain?")])).toBe("Rain?");
  expect(buildSearchQuestion([createQuestion(" ")])).toBe("");
});

test("a very long question is reduced to its beginning and its end", () => {
  const question = buildSearchQuestion([createQuestion(`begin ${"word ".repeat(5_000)} finish?`)]);
  expect(question.length).toBeLessThan(2_100);
  expect(question).toMatch(/^begin [\s\S]* finish\?$/);
});
