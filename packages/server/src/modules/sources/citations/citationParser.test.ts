import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCitationParser } from "./citationParser.ts";

function listCitedNumbers(text: string, highest = 9): number[] {
  const parser = createCitationParser(() => highest);
  return [...parser.read(text), ...parser.end()];
}

describe("citation numbers", () => {
  test.each([
    ["It is so [3].", [3]],
    ["It is so[3]", [3]],
    ["Both [1][2] and [4], [5]", [1, 2, 4, 5]],
    ["Three [1, 2;3]", [1, 2, 3]],
    ["A range [2-4] and [6 – 7]", [2, 3, 4, 6, 7]],
    ["Twice [3] and [3]", [3]],
    ["A list [1] (see there)", [1]],
    ["* point [2]\n* point [1]", [2, 1]],
  ])("%j cites %j", (text, numbers) => expect(listCitedNumbers(text)).toEqual(numbers));

  test.each([
    "[10] is beyond what there is, as is [0] and [8-12]".replace("[8-12]", "[12-14]"),
    "[1](https://example.org) is a link",
    "`list[1]` is code",
    "```js\nlist[1]\n```",
    "~~~\n[2]\n~~~",
    "[a1] [1a] [1.5] [^1] [-1] [] [x]",
    "\\[1] is no citation",
    "[1 is not closed",
    "[4-2] runs backwards",
    "[1\n]",
  ])("%j cites nothing", (text) => expect(listCitedNumbers(text)).toEqual([]));

  test("a range beyond the highest number cites the numbers that exist", () =>
    expect(listCitedNumbers("[8-12]")).toEqual([8, 9]));
  test("a citation after a closed code block or an unclosed backtick counts", () => {
    expect(listCitedNumbers("```\n[1]\n```\nSo [2] and `a[3]` and [4]")).toEqual([2, 4]);
    expect(listCitedNumbers("an `unclosed tick\nand [5]")).toEqual([5]);
  });

  test("the same numbers are found in the same order, however the text is split", () => {
    const texts = fc.array(
      fc.constantFrom("[1]", "[2, 3]", "[4-6]", "`", "```\n", "\n", "(x)", "word ", "[", "]", "7", "\\"),
    );
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (parts, sizes) => {
        const text = parts.join("");
        const parser = createCitationParser(() => 9);
        const foundNumbers: number[] = [];
        for (let chunkStart = 0, chunkIndex = 0; chunkStart < text.length; chunkIndex++) {
          const size = sizes[chunkIndex % sizes.length] ?? 1;
          foundNumbers.push(...parser.read(text.slice(chunkStart, chunkStart + size)));
          chunkStart += size;
        }
        foundNumbers.push(...parser.end());
        expect(foundNumbers).toEqual(listCitedNumbers(text));
        expect(foundNumbers.every((number) => number >= 1 && number <= 9)).toBe(true);
      }),
    );
  });
});

test("a long line of spaces and masses of brackets are read in linear time", () => {
  const parser = createCitationParser(() => 3);
  expect(parser.read(`${" ".repeat(1_000_000)}[2]\n`)).toEqual([2]);
  let calls = 0;
  const boundedParser = createCitationParser(() => {
    calls += 1;
    return 3;
  });
  expect(boundedParser.read("[1]".repeat(350_000))).toEqual([1]);
  expect(calls).toBeLessThanOrEqual(20_000);
});
