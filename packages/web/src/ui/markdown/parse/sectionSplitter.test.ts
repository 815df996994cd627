import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLabels, lexBlocks, lexInline } from "./lexMarkdown.ts";
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
    expect(splitter.split("other", false).sections).toEqual([{ raw: "other", start: 0, isFence: false }]);
  });

  test("a fence with Markdown ends after the fences within it, however the text arrives", () => {
    const fence = "```markdown\n# Tool\n\n```bash\nnpm ci\n```\n\n## Use\n```\n";
    const source = `Here:\n\n${fence}\nThat is all.`;
    const splitter = new SectionSplitter();
    for (let length = 1; length < source.length; length++) splitter.split(source.slice(0, length), true);
    const raws = splitter.split(source, false).sections.map(({ raw }) => raw);
    expect(raws).toEqual(["Here:\n\n", fence, "That is all."]);
    expect(new SectionSplitter().findFenceEnd(source, source.indexOf("## Use"))).toBe(source.indexOf("\nThat"));
  });

  test("a line that may still become a marker is held back while streaming", () => {
    const splitter = new SectionSplitter();
    expect(splitter.split("text\n\n-", true).sections.map(({ raw }) => raw)).toEqual(["text\n\n"]);
    expect(splitter.split("text\n\n-", false).sections.map(({ raw }) => raw)).toEqual(["text\n\n", "-"]);
  });

  test("a list ends at the first empty line after an insert, and a code block does not", () => {
    const splitAt = (source: string, ...offsets: number[]) => {
      const splitter = new SectionSplitter();
      splitter.setInsertOffsets(offsets);
      return splitter.split(source, false).sections.map(({ raw }) => raw);
    };
    expect(splitAt("- a\n\n- b\n- c\n\n- d", 3, 11)).toEqual(["- a\n\n", "- b\n- c\n\n", "- d"]);
    expect(splitAt("- a\n- b\n\nc", 1)).toEqual(["- a\n- b\n\n", "c"]);
    expect(splitAt("```\na\n\nb\n```\nc", 5)).toEqual(["```\na\n\nb\n```\n", "c"]);
    expect(splitAt("- a\n\n- b", 0)).toEqual(["- a\n\n- b"]);
  });

  test("the sections do not depend on when an insert becomes known", () => {
    const offsetList = fc.array(fc.nat(200), { maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(markdownText, fc.nat(200), offsetList, offsetList, (source, length, before, after) => {
        const splitter = new SectionSplitter();
        splitter.setInsertOffsets(before);
        splitter.split(source.slice(0, length), true);
        splitter.setInsertOffsets(after);
        const fresh = new SectionSplitter();
        fresh.setInsertOffsets(after);
        expect(splitter.split(source, false)).toEqual(fresh.split(source, false));
      }),
    );
  });

  test("a definition applies once its section is complete, and the first one of a label wins", () => {
    const splitter = new SectionSplitter();
    expect(splitter.split("[a][b]\n\n[b]: https://x.example\n\n", true).definitions).toEqual({});
    const { definitions } = splitter.split("[a][b]\n\n[b]: https://x.example\n\n[b]: https://y.example\n\nz", true);
    expect(definitions.b?.href).toBe("https://x.example");
  });

  test("a long list is divided between its own items, and other long text between lines", () => {
    const rawOfLong = (line: (n: number) => string) =>
      rawOf(Array.from({ length: 10_000 }, (_, n) => line(n)).join(""));
    for (const line of [
      (n: number) => `- item ${n}\n  more\n`,
      (n: number) => `${n}. item\n\n`,
      (n: number) => `${n === 0 ? "- one\n" : ""}  - nested ${n}\n`,
      (n: number) => `> - item ${n}\n`,
      (n: number) => `line ${n}\n`,
    ]) {
      const sections = rawOfLong(line);
      expect(sections.length).toBeGreaterThan(1);
      for (const raw of sections) expect(raw.length).toBeLessThan(110_000);
      expect(sections.join("")).toBe(Array.from({ length: 10_000 }, (_, n) => line(n)).join(""));
      if (line(1).startsWith("- ")) for (const raw of sections) expect(raw).toMatch(/^- /);
    }
    expect(rawOf(`\`\`\`\n${"line\n".repeat(30_000)}\`\`\``)).toHaveLength(1);
  });

  // Reading such a line once for each of its characters would take longer than a test may.
  test.each([
    ["bars", "|".repeat(500_000)],
    ["dashes", `a | b\n| ${"-".repeat(500_000)}x`],
    ["bars and dashes", `a | b\n${"-|".repeat(250_000)}x`],
  ])("a long line of %s before rows is read once", (_, source) => {
    const rows = "a | b\n".repeat(3);
    expect(rawOf(`${source}\n${rows}`).join("")).toBe(`${source}\n${rows}`);
    expect(lexBlocks(source.slice(0, 300_000))[0]?.type).toBe("paragraph");
  });

  test("a long table is divided between rows, and each part has the header", () => {
    const head = "| a | b |\n| --- | --: |\n";
    const source = `Intro\n${head}${"| 1 | 2 |\n".repeat(15_000)}`;
    const { sections } = new SectionSplitter().split(source, false);
    expect(sections.length).toBeGreaterThan(2);
    expect(sections.map(({ raw }) => raw).join("")).toBe(source);
    for (const { raw, tableHead } of sections.slice(1)) {
      expect(tableHead).toBe(head);
      expect(raw).toMatch(/^\| 1 \| 2 \|\n/);
    }
    expect(
      new SectionSplitter().split(`a | b\n---\n${"c | d\n".repeat(15_000)}`, false).sections[1],
    ).not.toHaveProperty("tableHead");
  });

  test("thousands of definitions between paragraphs are all found, and texts do not copy them", () => {
    const source = Array.from({ length: 10_000 }, (_, n) => `[l${n}]: https://x.example/${n}\n\nSee [l${n}].\n\n`).join(
      "",
    );
    const { definitions } = new SectionSplitter().split(source, false);
    expect(Object.keys(definitions)).toHaveLength(10_000);
    const readKeys = new Set<PropertyKey>();
    const observedDefinitions = new Proxy(definitions, {
      ownKeys: () => expect.fail("the definitions are copied"),
      getOwnPropertyDescriptor: (target, key) => {
        readKeys.add(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    expect(lexInline("See [L7].", observedDefinitions)).toMatchObject([{}, { href: "https://x.example/7" }, {}]);
    expect([...readKeys]).toEqual(["l7"]);
  });
});

test("the labels of a text are those that marked looks up", () => {
  expect(findLabels("[a][ B\n c] ![D] [e\\]f] [] [g [h] \\[i")).toEqual(["a", "b c", "d", "e\\]f", "h"]);
});
