import { expect, test } from "vitest";
import { insertBlocks } from "./insertBlocks.ts";

const insertAt = (source: string, ...offsets: number[]) =>
  insertBlocks(
    source,
    offsets.map((offset, index) => ({ offset, text: `(${index + 1})` })),
  );

test.each([
  ["between two paragraphs", "One.\n\nTwo.", [4], "One.\n\n(1)\n\nTwo."],
  ["before the text and after it", "One.", [0, 4], "(1)\n\nOne.\n\n(2)"],
  ["at the same place, in order", "One.\n\nTwo.", [4, 6], "One.\n\n(1)\n\n(2)\n\nTwo."],
  ["after a block of code that contains the place", "```\na\n\nb\n```\nc", [5], "```\na\n\nb\n```\n\n(1)\n\nc"],
  ["after a paragraph that contains the place", "One\ntwo.\n\nThree.", [2], "One\ntwo.\n\n(1)\n\nThree."],
  ["instead of no text", "", [0], "(1)"],
])("blocks are inserted %s", (_, source, offsets, expected) => {
  expect(insertAt(source, ...offsets)).toBe(expected);
});

test("a text without inserted blocks stays as it is", () => {
  expect(insertAt("One. \n\n\n")).toBe("One. \n\n\n");
});
