import { limits } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "./appError.ts";
import { parseJson } from "./parseJson.ts";

const tooManyItems = limits.jsonValues + 1;
const getOutcome = (text: string) => {
  try {
    parseJson(text);
    return "accepted";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe("parseJson", () => {
  test("returns the same value as JSON.parse", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(["[]", "{}", "[[]]", '{"a":{}}'])("rejects more %s values than any call needs", (item) => {
    expect(getOutcome(`[${`${item},`.repeat(tooManyItems)}0]`)).toBe("tooLarge");
  });

  test("rejects millions of numbers or strings, but accepts as many as a conversation has codes", () => {
    expect(getOutcome(`[${"0,".repeat(5_000_000)}0]`)).toBe("tooLarge");
    expect(getOutcome(`[${'"",'.repeat(5_000_000)}""]`)).toBe("tooLarge");
    expect(getOutcome(`[${"65536,".repeat(3_000_000)}0]`)).toBe("accepted");
  });

  test("does not count characters inside strings, however they are escaped", () => {
    const texts = [
      "[{,".repeat(tooManyItems),
      `\\"[${"[,".repeat(tooManyItems)}`,
      `${"[,".repeat(tooManyItems)}\\\\`,
      `\\\\\\"${"{,".repeat(tooManyItems)}\\\\\\\\`,
    ];
    for (const text of texts) expect(getOutcome(`["${text}"]`)).toBe("accepted");
    expect(getOutcome(`["\\\\",${"[],".repeat(tooManyItems)}0]`)).toBe("tooLarge");
  });

  test("reports truncated JSON as a syntax error", () => {
    for (const text of [`"${"x".repeat(1_000_000)}`, `["${"x".repeat(1_000_000)}\\`, "x".repeat(1_000_000)]) {
      expect(getOutcome(text)).toContain("SyntaxError");
    }
  });
});
