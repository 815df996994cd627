import { Tokenizer } from "marked";
import { describe, expect, test, vi } from "vitest";
import { maskMath } from "../text/inlineMath.ts";
import { MarkdownLexer } from "./markdownLexer.ts";

const lexInline = (text: string) => new MarkdownLexer().inlineTokens(text);
const joinRaw = (text: string) =>
  lexInline(text)
    .map(({ raw }) => raw)
    .join("");

describe("code spans", () => {
  test.each([
    ["`a`", ["codespan"]],
    ["``a`b``", ["codespan"]],
    ["``a`", ["text"]],
    ["`a` `b", ["codespan", "text"]],
    ["`` `a``` ``", ["codespan"]],
    ["*`a*`*", ["em"]],
    ["*`a* b`", ["text", "codespan"]],
    ["\\``a`", ["escape", "codespan"]],
  ])("end at the next run of as many backticks: %s", (text, types) => {
    expect(lexInline(text).map(({ type }) => type)).toEqual(types);
  });

  test("are searched for only where a run of as many backticks follows", () => {
    const search = vi.spyOn(Tokenizer.prototype, "codespan");
    // Few enough for prose, but each of another length.
    const runs = Array.from({ length: 60 }, (_, n) => "`".repeat(n + 1));
    expect(joinRaw(runs.join(" a "))).toBe(runs.join(" a "));
    expect(search).not.toHaveBeenCalled();
    lexInline(`${runs.join(" a ")} a \`\`\``);
    expect(search).toHaveBeenCalledTimes(1);
  });

  test("hide dollar signs from formulas up to the closing run", () => {
    expect(maskMath("``$a$`` $b$")).toBe("``$a$`` aaa");
    expect(maskMath("``$a$` $b$")).toBe("``aaa` aaa");
  });
});

test("a text with too many unclosed delimiters keeps its characters, and is not searched for the end of each", () => {
  const search = vi.spyOn(Tokenizer.prototype, "emStrong");
  const text = "**_a".repeat(4_900);
  expect(joinRaw(text)).toBe(text);
  const searched = search.mock.calls.reduce((sum, [rest]) => sum + rest.length, 0);
  expect(searched).toBeLessThan(10_000_000 + 2 * text.length);
});
