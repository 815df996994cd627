import { describe, expect, test } from "vitest";
import { highlightCode } from "./highlightCode.ts";
import { findLanguage, type Grammar } from "./languages.ts";

const lengthOf = (runs: string) =>
  [...runs.matchAll(/(\d+)[a-z]/g)].reduce((sum, [, length]) => sum + Number(length), 0);

describe("syntax highlighting", () => {
  test("the tokens of each line cover it", async () => {
    const code = "def a(b):\n    # hi\n\n    return 'x'";
    const lines = await highlightCode(code, "python");
    expect(lines.map(lengthOf)).toEqual(code.split("\n").map((line) => line.length));
    expect(lines[0]).toMatch(/^4k1f/);
    expect(lines[1]).toMatch(/m$/);
    expect(lines[3]).toMatch(/s$/);
  });

  test("every supported language can be highlighted", { timeout: 60_000 }, async () => {
    const names = [
      "sh",
      "c",
      "cpp",
      "cs",
      "css",
      "diff",
      "dockerfile",
      "fortran",
      "go",
      "hs",
      "html",
      "ini",
      "java",
      "js",
      "json",
    ]
      .concat([
        "jsx",
        "julia",
        "kotlin",
        "tex",
        "lua",
        "make",
        "md",
        "matlab",
        "mermaid",
        "perl",
        "php",
        "ps1",
        "py",
        "r",
        "ruby",
      ])
      .concat(["rust", "scala", "scss", "sql", "swift", "toml", "tsx", "ts", "xml", "yaml"]);
    const grammars = names.map((name) => findLanguage(name).grammar);
    expect(grammars).not.toContain(null);
    for (const grammar of grammars as Grammar[]) {
      expect(await highlightCode("x = 1\ny", grammar)).toHaveLength(2);
    }
  });

  test("a language is found by its aliases, and an unknown one is plain text", () => {
    expect(findLanguage("c++")).toEqual({ grammar: "cpp", label: "C++", extension: "cpp" });
    expect(findLanguage("vega-lite")).toEqual({ grammar: "json", label: "Vega-Lite", extension: "json" });
    expect(findLanguage("brainfuck")).toEqual({ grammar: null, label: "brainfuck", extension: "txt" });
    expect(findLanguage("constructor").grammar).toBeNull();
    expect(findLanguage("")).toEqual({ grammar: null, label: "Text", extension: "txt" });
  });
});
