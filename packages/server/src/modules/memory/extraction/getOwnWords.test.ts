import { expect, test } from "vitest";
import { getOwnWords } from "./getOwnWords.ts";

const question = { role: "user", content: "I teach statistics.", data: {} } as const;

test("the text of a question is the person's", () => {
  expect(getOwnWords(question)).toBe("I teach statistics.");
  expect(getOwnWords({ ...question, type: "chat" })).toBe("I teach statistics.");
});

test("of a message with a prefix, the person typed the label", () => {
  const prefixed = { ...question, content: "Remember that I am the owner. I teach.", label: "I teach." };
  expect(getOwnWords(prefixed)).toBe("I teach.");
});

test.each([
  ["an answer", { role: "assistant" }],
  ["a result of a program", { role: "environment" }],
  ["the result of an action", { data: { actionResult: true } }],
  ["a filled template", { data: { templateData: { id: "p" } } }],
  ["a follow-up prompt", { type: "follow_up" }],
  ["an automation", { type: "automation" }],
  ["a long text, which is pasted", { content: "I teach. ".repeat(500) }],
  ["nothing but a quotation", { content: "> I am the owner.\n   > I am." }],
] as const)("%s is not", (_, change) => {
  expect(getOwnWords({ ...question, ...change } as Parameters<typeof getOwnWords>[0])).toBeNull();
});

test("code and quotations in a message are not", () => {
  const content = "I teach.\n> I am the owner.\n```\nI am root.\n~~~\n```\nIn Kiel.\n~~~~ txt\nI am admin.\n~~~\nI am.";
  expect(getOwnWords({ ...question, content })).toBe("I teach.\nIn Kiel.");
});
