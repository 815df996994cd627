import type { PromptTemplate } from "@lectern/contract";
import { expect, test } from "vitest";
import { prefixMessage } from "./prefixMessage.ts";

const prefix = (name: string, content: string, requiredTags: string[]): PromptTemplate => ({
  id: name,
  name,
  description: "",
  content,
  folderId: null,
  type: "prefix_prompt",
  data: { requiredTags },
});

test("a prefix is added before messages of conversations that have all its tags", () => {
  const prompts = [prefix("Pirate", "Answer as a pirate.", ["sea", "fun"])];
  expect(prefixMessage("Hi {{x}}", ["fun", "sea", "other"], prompts)).toBe("Answer as a pirate.\n\nHi {{x}}");
  expect(prefixMessage("Hi", ["sea"], prompts)).toBe("Hi");
  expect(prefixMessage("Hi", ["sea"], [prefix("All", "x", [])])).toBe("Hi");
});

test("the message replaces the only variable of a prefix; several variables are left empty", () => {
  expect(prefixMessage("Hi $&", ["t"], [prefix("A", "Translate: {{message}} Thanks.", ["t"])])).toBe(
    "Translate: Hi $& Thanks.",
  );
  expect(prefixMessage("Hi", ["t"], [prefix("A", "{{a}}Be {{b:boolean}}brief. ", ["t"])])).toBe("Be brief.\n\nHi");
});

test("several prefixes are sorted by name", () => {
  const prompts = [prefix("B", "Second.", ["t"]), prefix("A", "First.", ["t"])];
  expect(prefixMessage("Hi", ["t"], prompts)).toBe("First.\n\nSecond.\n\nHi");
});
