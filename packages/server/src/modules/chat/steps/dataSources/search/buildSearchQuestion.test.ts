import { expect, test } from "vitest";
import { buildSearchQuestion } from "./buildSearchQuestion.ts";

const user = (content: string) => ({ role: "user" as const, content });
const assistant = (content: string) => ({ role: "assistant" as const, content });

test("a question with enough words is searched unchanged", () => {
  const question = "How much rain falls in Bergen during November?";
  expect(buildSearchQuestion([user("Hello"), assistant("Hi"), user(question)])).toBe(question);
});

test("a short follow-up includes the person's previous question", () => {
  const history = [user("How much rain falls in Bergen?"), assistant("Much."), user("And in summer?")];
  expect(buildSearchQuestion(history)).toBe("How much rain falls in Bergen?\nAnd in summer?");
});

test("a first question may be short or empty", () => {
  expect(buildSearchQuestion([user("Rain?")])).toBe("Rain?");
  expect(buildSearchQuestion([user(" ")])).toBe("");
});

test("a very long question is reduced to its beginning and its end", () => {
  const question = buildSearchQuestion([user(`begin ${"word ".repeat(5_000)} finish?`)]);
  expect(question.length).toBeLessThan(2_100);
  expect(question).toMatch(/^begin [\s\S]* finish\?$/);
});
