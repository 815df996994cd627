import { describe, expect, test } from "vitest";
import type { SourceSelection } from "../../../ui/markdown/positions/locateSelection.ts";
import { insertBlocks, replacePart, UnusableReplyError } from "./placeReply.ts";

function replace(source: string, part: string, reply: string, form: SourceSelection["form"] = "text", linePrefix = "") {
  const start = source.indexOf(part);
  const { content, range } = replacePart(source, { start, end: start + part.length, form, linePrefix }, reply);
  expect(content.slice(0, range.start)).toBe(source.slice(0, start));
  expect(content.slice(range.end)).toBe(source.slice(start + part.length));
  return content;
}

describe("a reply takes the place of", () => {
  test.each<[string, string, string, string, SourceSelection["form"], string, string]>([
    ["a part of a paragraph", "a b c", "b", " new \n", "text", "", "a new c"],
    ["text that came in a fence", "a b c", "b", "```markdown\n**new**\n```", "text", "", "a **new** c"],
    ["a heading", "# Old\n\nText", "Old", "## New\ntitle", "line", "", "# New title\n\nText"],
    ["a cell", "| a | b |", "b", "| 1 | 2 |", "cell", "", "| a | 1 \\| 2 |"],
    ["a cell of several lines", "| a | b |", "b", "1\n2 \\| 3", "cell", "", "| a | 1<br>2 \\| 3 |"],
    ["lines of a quote", "> a\n> b", "b", "c\n\nd", "text", "> ", "> a\n> c\n>\n> d"],
    ["lines of code", "```\na\nb\n```", "a\nb\n", "```js\nc\n```", "code", "", "```\nc\n```"],
    ["indented code", "```\n  a\n```", "  a", "  c\n", "code", "", "```\n  c\n```"],
    ["a block whose code the reply leaves open", "a\n\nb", "a", "~~~js\nc", "blocks", "", "~~~js\nc\n~~~\n\nb"],
    ["a whole block of code", "```js\na\n```", "```js\na\n```", "```js\nc\n```", "blocks", "", "```js\nc\n```"],
  ])("%s", (_, source, part, reply, form, linePrefix, expected) => {
    expect(replace(source, part, reply, form, linePrefix)).toBe(expected);
  });
});

test("a reply that is empty, or that would end a block of code, is not used", () => {
  expect(() => replace("a b", "b", " \n")).toThrow(UnusableReplyError);
  expect(() => replace("```\na\n```", "a", "b\n```\nc", "code")).toThrow(UnusableReplyError);
  expect(() => insertBlocks("a", 0, "``` \n```")).toThrow(UnusableReplyError);
});

test.each([
  ["at the beginning", 0, "New\n\nOne\n\nTwo", 0],
  ["between two blocks", 5, "One\n\nNew\n\nTwo", 5],
  ["at the end", 9, "One\n\nTwo\n\nNew", 10],
])("a passage is inserted as a block of its own %s", (_, offset, expected, start) => {
  expect(insertBlocks("One\n\nTwo\n", offset, "New\n").content.trimEnd()).toBe(expected);
  expect(insertBlocks("One\n\nTwo", offset, "New\n").range).toEqual({ start, end: start + 3 });
});

test("a passage whose block of code is left open is closed before what follows", () => {
  expect(insertBlocks("One\n\nTwo", 5, "So:\n\n```js\nc").content).toBe("One\n\nSo:\n\n```js\nc\n```\n\nTwo");
});
