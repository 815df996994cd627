import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SectionSplitter } from "./sectionSplitter.ts";

const rawOf = (source: string) => new SectionSplitter().split(source, false).sections.map(({ raw }) => raw);

/** Text built from markdown syntax, so that section boundaries are frequent. */
const markdownText = fc
  .array(
    fc.constantFrom(
      ..."a b word # ## - * + 1. 2) > | --- ``` ~~~ ` ** _ ~~ $ $$ \\( \\) \\[ \\] [x] (y) [z]: https://a.b/c ![ <b> &amp; \\ \t".split(
        " ",
      ),
      " ",
      "\n",
      "\n\n",
      "    ",
      "\r\n",
      "| a | b |\n|---|---|\n",
      "[t](https://example.org)",
      "- [ ] ",
      "```js\n",
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(" ").replaceAll(" \n", "\n").replaceAll("\n ", "\n"));

describe("splitting a source into sections", () => {
  test("paragraphs, headings, lists and fences become separate sections", () => {
    const source = "# One\nText\nmore\n\n- a\n\n- b\n\n  c\n\nEnd\n```js\nx\n\n# y\n```\nLast";
    expect(rawOf(source)).toEqual([
      "# One\n",
      "Text\nmore\n\n",
      "- a\n\n- b\n\n  c\n\n",
      "End\n",
      "```js\nx\n\n# y\n```\n",
      "Last",
    ]);
  });

  test("a line that looks like a list or a heading does not split a formula", () => {
    expect(rawOf("$$\na\n- b\n# c\n$$\n\nx")).toEqual(["$$\na\n- b\n# c\n$$\n\n", "x"]);
  });

  test("the joined sections equal the source, except for empty lines between them", () => {
    fc.assert(
      fc.property(markdownText, (source) => {
        const withoutEmptyLines = source.replace(/(?:^|(?<=\n))\s*(?:\n|$)/g, "");
        expect(
          rawOf(source)
            .join("")
            .replace(/(?:^|(?<=\n))\s*(?:\n|$)/g, ""),
        ).toBe(withoutEmptyLines);
      }),
    );
  });

  test("the sections and definitions do not depend on the steps in which a source arrives", () => {
    fc.assert(
      fc.property(markdownText, fc.array(fc.nat(400), { maxLength: 8 }), (source, offsets) => {
        const splitter = new SectionSplitter();
        for (const offset of [...offsets].sort((a, b) => a - b)) splitter.split(source.slice(0, offset), true);
        expect(splitter.split(source, false)).toEqual(new SectionSplitter().split(source, false));
      }),
    );
  });

  test("a finished section does not change", () => {
    const splitter = new SectionSplitter();
    const [first] = splitter.split("one\n\ntwo", true).sections;
    const later = splitter.split("one\n\ntwo\n\nthree", true).sections;
    expect(later[0]?.raw).toBe(first?.raw);
    expect(later).toHaveLength(3);
  });

  test("a source that does not continue the previous one is split from its start", () => {
    const splitter = new SectionSplitter();
    splitter.split("one\n\ntwo", true);
    expect(splitter.split("other", false).sections).toEqual([{ raw: "other", isFence: false }]);
  });

  test("a line that may still become a marker is held back while streaming", () => {
    const splitter = new SectionSplitter();
    expect(splitter.split("text\n\n-", true).sections.map(({ raw }) => raw)).toEqual(["text\n\n"]);
    expect(splitter.split("text\n\n-", false).sections.map(({ raw }) => raw)).toEqual(["text\n\n", "-"]);
  });

  test("a definition applies once its section is complete, and the first one of a label wins", () => {
    const splitter = new SectionSplitter();
    expect(splitter.split("[a][b]\n\n[b]: https://x.example\n\n", true).definitions).toEqual({});
    const { definitions } = splitter.split("[a][b]\n\n[b]: https://x.example\n\n[b]: https://y.example\n\nz", true);
    expect(definitions.b?.href).toBe("https://x.example");
  });
});
