import { expect, test } from "vitest";
import { parseModelObject } from "./parseModelObject.ts";

test("reads an object that reasoning, a code block or a list surrounds", () => {
  expect(parseModelObject('[{"a":1}]')).toEqual({ a: 1 });
  expect(parseModelObject('<think>{"a":0}</think>\n```json\n{"a":1}\n```')).toEqual({ a: 1 });
});

test("reads an object whose text has the tags of reasoning", () => {
  const value = { prompt: "Write your thoughts in <think> tags." };
  expect(parseModelObject(JSON.stringify(value))).toEqual(value);
});

test.each([["text"], ["{"], ['<think>{"a":0}'], [""]])("there is none in “%s”", (output) => {
  expect(parseModelObject(output)).toBeNull();
});
