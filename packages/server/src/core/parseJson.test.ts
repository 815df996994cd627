import { limits } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "./appError.ts";
import { parseJson } from "./parseJson.ts";

const many = limits.jsonValues + 1;
const codeOf = (text: string) => {
  try {
    parseJson(text);
    return "taken";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe("parseJson", () => {
  test("gives what the text says", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(["[]", "{}", "[[]]", '{"a":{}}'])("refuses more of %s than any call needs", (item) => {
    expect(codeOf(`[${`${item},`.repeat(many)}0]`)).toBe("tooLarge");
  });

  test("refuses millions of numbers or texts, and takes as many as a conversation has codes", () => {
    expect(codeOf(`[${"0,".repeat(5_000_000)}0]`)).toBe("tooLarge");
    expect(codeOf(`[${'"",'.repeat(5_000_000)}""]`)).toBe("tooLarge");
    expect(codeOf(`[${"65536,".repeat(3_000_000)}0]`)).toBe("taken");
  });

  test("does not count what stands within a text, whatever is escaped there", () => {
    const texts = [
      "[{,".repeat(many),
      `\\"[${"[,".repeat(many)}`,
      `${"[,".repeat(many)}\\\\`,
      `\\\\\\"${"{,".repeat(many)}\\\\\\\\`,
    ];
    for (const text of texts) expect(codeOf(`["${text}"]`)).toBe("taken");
    expect(codeOf(`["\\\\",${"[],".repeat(many)}0]`)).toBe("tooLarge");
  });

  test("says of half a text that it is none", () => {
    for (const text of [`"${"x".repeat(1_000_000)}`, `["${"x".repeat(1_000_000)}\\`, "x".repeat(1_000_000)]) {
      expect(codeOf(text)).toContain("SyntaxError");
    }
  });
});
