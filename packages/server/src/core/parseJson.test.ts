import { limits } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "./appError.ts";
import { LongJsonError, maxShortCharacters, parseJson, parseShortJson } from "./parseJson.ts";

const tooManyItems = limits.jsonValuesOfConversations + 1;
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

  test("rejects more members than any call needs, in one object or in many, before it parses them", () => {
    const distinctKeys = Array.from({ length: tooManyItems }, (_, index) => `"k${index}":1`);
    expect(getOutcome(`{${distinctKeys.join(",")}}`)).toBe("tooLarge");
    expect(getOutcome(`{${distinctKeys.join(",")}`)).toBe("tooLarge");
    expect(getOutcome(`[${'{"a":1,"b":2},'.repeat(tooManyItems / 2 + 1)}0]`)).toBe("tooLarge");
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

describe("parseShortJson", () => {
  test("parses a long text with few values", () => {
    const text = JSON.stringify({ messages: ["x".repeat(maxShortCharacters - 100)] });
    expect(parseShortJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ["characters", `"${"x".repeat(maxShortCharacters)}"`],
    ["items", `[${"0,".repeat(20_000)}0]`],
    ["lists", `[${"[],".repeat(15_000)}0]`],
    ["members", `{${Array.from({ length: 15_000 }, (_, index) => `"${index}":0`).join(",")}}`],
  ])("leaves a text of too many %s to the background thread", (_, text) => {
    expect(() => parseShortJson(text)).toThrow(LongJsonError);
  });
});
