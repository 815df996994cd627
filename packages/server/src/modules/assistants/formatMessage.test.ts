import { expect, test } from "vitest";
import { createMessageFormatter } from "./formatMessage.ts";

const options = { includeMessageIds: false, includeUserLineNumbers: true, includeAssistantLineNumbers: false };

test("numbers the lines of people's messages", () => {
  const format = createMessageFormatter(options);
  expect(format({ role: "user", content: "a\n\nb\n" })).toBe("1: a\n2: \n3: b\n4: ");
  expect(format({ role: "assistant", content: "a\nb" })).toBe("a\nb");
});

test("numbers a limited number of lines in one context and keeps the text of the others", () => {
  const format = createMessageFormatter(options);
  const content = "\n".repeat(4_000_000);
  const text = format({ role: "user", content });
  expect(text.match(/\d+: /g)).toHaveLength(50_000);
  expect(text.replace(/\d+: /g, "")).toBe(content);
  expect(format({ role: "user", content: "a\nb" })).toBe("a\nb");
});
