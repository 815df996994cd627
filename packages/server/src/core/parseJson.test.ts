import { limits } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "./appError.ts";
import { parseJson } from "./parseJson.ts";

const many = limits.jsonValues + 1;
const outcomeOf = (text: string) => {
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
    expect(outcomeOf(`[${`${item},`.repeat(many)}0]`)).toBe("tooLarge");
  });

  test("rejects millions of numbers or strings, but accepts as many as a conversation has codes", () => {
    expect(outcomeOf(`[${"0,".repeat(5_000_000)}0]`)).toBe("tooLarge");
    expect(outcomeOf(`[${'"",'.repeat(5_000_000)}""]`)).toBe("tooLarge");
    expect(outcomeOf(`[${"65536,".repeat(3_000_000)}0]`)).toBe("accepted");
  });

  test("does not count characters inside strings, however they are escaped", () => {
    const texts = [
      "[{,".repeat(many),
      `\\"[${"[,".repeat(many)}`,
      `${"[,".repeat(many)}\\\\`,
      `\\\\\\"${"{,".repeat(many)}\\\\\\\\`,
    ];
    for (const text of texts) expect(outcomeOf(`["${text}"]`)).toBe("accepted");
    expect(outcomeOf(`["\\\\",${"[],".repeat(many)}0]`)).toBe("tooLarge");
  });

  test("reports truncated JSON as a syntax error", () => {
    for (const text of [`"${"x".repeat(1_000_000)}`, `["${"x".repeat(1_000_000)}\\`, "x".repeat(1_000_000)]) {
      expect(outcomeOf(text)).toContain("SyntaxError");
    }
  });
});
