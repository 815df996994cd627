import { expect, test } from "vitest";
import { parseOptimizedPrompt } from "./parseOptimizedPrompt.ts";

const parse = (prompt: string, original = "x", max = 3) =>
  parseOptimizedPrompt(JSON.stringify({ prompt_template: prompt }), original, max);

test("reads JSON that reasoning or a fence surrounds", () => {
  const output = '<think>{"prompt_template":"no"}</think>\n```json\n{"prompt_template":" Better \\u0000"}\n```';
  expect(parseOptimizedPrompt(output, "x", 3)).toBe("Better");
});

test("placeholders of the original do not count, and keep their types", () => {
  const own = "{{Notes:file(lineNumbers: true)}}";
  expect(parse(`${own} {{Who}} {{What}}`, `Sum up ${own}`, 1)).toBe(`${own} {{Who}} [What]`);
});

test("a new placeholder is a text or a choice, without options such as a pattern", () => {
  expect(parse('{{A:text(regex: "(a+)+$")}} {{B:options[x, y]}} {{C:file}}')).toBe("{{A}} {{B:options[x, y]}} {{C}}");
});

test("returns null for what is too long or has another form", () => {
  expect(parse("x".repeat(200_001))).toBeNull();
  expect(parseOptimizedPrompt('{"prompt_template":["x"]}', "x", 3)).toBeNull();
  expect(parseOptimizedPrompt("[]", "x", 3)).toBeNull();
});
