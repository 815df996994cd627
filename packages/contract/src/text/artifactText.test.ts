import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFuzzRunCount } from "../testing/getFuzzRunCount.ts";
import { createArtifactReader, cutIntoSegments } from "./artifactText.ts";

/** Reads a reply in chunks. Returns what came out of each. */
function read(chunks: readonly string[], segments: readonly string[] = [], type: "" | "react" = "") {
  const reader = createArtifactReader(segments, type);
  const parts = chunks.map((chunk) => reader.read(chunk));
  const { replacement, ...rest } = reader.end();
  parts.push(rest);
  return {
    parts,
    replacement,
    contents: parts.map((part) => part.contents).join(""),
    commentary: parts.map((part) => part.commentary).join(""),
  };
}

const code = fc
  .array(fc.constantFrom("function a() {", "  return 1;", "}", "", "```js", "```", "# Title", "text ~A{1}", "<p>"), {
    maxLength: 60,
  })
  .map((lines) => lines.join("\n"));
/** Splits a text at these positions. */
function split(text: string, positions: readonly number[]): string[] {
  const ends = [...new Set(positions.map((position) => position % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => text.slice(start, ends[index] ?? text.length));
}

describe("the text of an artifact", () => {
  test("the tag ~A{n} is replaced with the stored segment, and with nothing if there is none [C4.30]", () => {
    const { contents } = read(["Head\n~A{1}~A{0}", "~A{7}", "tail"], ["zero\n", "one\n"]);
    expect(contents).toBe("Head\none\nzero\ntail");
  });

  test("segments that are named again and again take no more space than an artifact can have", () => {
    const segment = "x".repeat(100_000);
    expect(read(["~A{0}".repeat(2_000)], [segment]).contents).toHaveLength(1_000_001);
    expect(
      read(
        Array.from({ length: 50 }, () => "~A{0}".repeat(40)),
        [segment],
      ).contents,
    ).toHaveLength(1_000_001);
  });

  test("a reply that names all segments in order is the version before, however it is cut", () => {
    fc.assert(
      fc.property(code, fc.array(fc.nat(), { maxLength: 30 }), (version, positions) => {
        const segments = cutIntoSegments(version);
        expect(segments.join("")).toBe(version);
        const reply = segments.map((_, index) => `~A{${index}}`).join("");
        expect(read(split(reply, positions), segments).contents).toBe(version);
      }),
      { numRuns: getFuzzRunCount(300) },
    );
  });

  test("a large version has at most a few hundred segments, and code stays with its fence", () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n\n`).join("");
    expect(cutIntoSegments(lines).length).toBeLessThanOrEqual(402);
    expect(cutIntoSegments("Text\n```js\na\n\nb\n```\nMore\n")).toEqual(["Text\n", "```js\na\n\nb\n```\n", "More\n"]);
  });

  test("text is buffered until there are more than two characters, and while it ends with ~ or <", () => {
    const { parts } = read(["a", "b", "c", "def~", "g", "hi<", "j"]);
    expect(parts.map(({ contents }) => contents)).toEqual(["", "", "abc", "", "def~g", "", "hi<j", ""]);
    expect(read(["abc~A{", "0", "}"], ["X"]).parts.map(({ contents }) => contents)).toEqual(["", "", "abcX", ""]);
  });

  test("text between <> and </> is commentary, and a fragment of React is not", () => {
    expect(read(["one\n<>a remark</>\ntwo"])).toMatchObject({ contents: "one\n\ntwo", commentary: "a remark" });
    const fragment = "export default () => (\n  <>\n    <p>Hi</p>\n  </>\n);";
    expect(read([fragment], [], "react")).toMatchObject({ contents: fragment, commentary: "" });
    expect(read(["<>Done.</>\n", fragment], [], "react")).toMatchObject({ commentary: "Done." });
    expect(read(["text <>open"])).toMatchObject({ contents: "text ", commentary: "open" });
  });

  test("a reply that is one fenced block loses its fence, and other fences stay", () => {
    expect(read(["```", "html\n<p>", "</p>\n", "``", "`\n"]).contents).toBe("<p></p>\n");
    const document = "# Title\n\n```js\na\n```\n";
    expect(read([document]).contents).toBe(document);
  });

  test("a reply of several blocks, such as the files of a program, keeps all fences, and what was read of it is replaced", () => {
    const files = "```html index.html\n<h1>Hi</h1>\n```\n\n```js script.js\nrun();\n```\n";
    expect(read(files.split(/(?<=\n)/)).replacement).toBe(files);
    expect(read(["```js\n~A{0}```\nThen:\n```css\n", "b {}\n```"], ["a();\n"]).replacement).toBe(
      "```js\na();\n```\nThen:\n```css\nb {}\n```",
    );
    const nested = "# Title\n```js\na\n```\nMore\n";
    expect(read([`\`\`\`markdown\n${nested}\`\`\`\n`])).toMatchObject({ contents: nested, replacement: null });
    expect(read(["```js\na\n```\n\n"])).toMatchObject({ contents: "a\n", replacement: null });
  });

  test("how a reply is cut does not matter", () => {
    const reply = fc.array(
      fc.constantFrom("~A{0}", "~A{1}", "~", "A{", "<>", "</>", "<", ">", "```\n", "x", "\n", "yy"),
    );
    fc.assert(
      fc.property(reply, fc.array(fc.nat(), { maxLength: 40 }), (tokens, positions) => {
        const text = tokens.join("");
        const whole = read([text], ["zero", "one ~A{0}"]);
        const cut = read(split(text, positions), ["zero", "one ~A{0}"]);
        expect({ ...cut, parts: [] }).toEqual({ ...whole, parts: [] });
      }),
      { numRuns: getFuzzRunCount(1_000) },
    );
  });
});
