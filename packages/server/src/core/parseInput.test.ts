import { appendMessages, limits, registerConversation, uploadConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import { parseInput, parseValue } from "./parseInput.ts";

function rejection(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the input was accepted");
}

describe("parseInput", () => {
  const registered = (data: unknown) => ({ name: "n", messages: [], data });

  test("rejects input with more values than any call needs before the schema parses it", () => {
    for (const value of [0, [], {}, "", null, { a: 1 }]) {
      const manyItems = new Array(limits.jsonValues + 1).fill(value);
      expect(rejection(() => parseInput(registerConversation.input, registered({ many: manyItems }))).code).toBe(
        "tooLarge",
      );
    }
    const nestedItems = Array.from({ length: 1_000 }, () => new Array(limits.jsonValues / 1_000).fill(""));
    expect(rejection(() => parseInput(registerConversation.input, registered({ spread: nestedItems }))).code).toBe(
      "tooLarge",
    );
    const fewItems = new Array(1_000).fill({ a: "b" });
    expect(parseInput(registerConversation.input, registered({ some: fewItems })).data).toEqual({ some: fewItems });
  });

  test("accepts millions of codes as one value, and reports an invalid code as one issue", () => {
    const codes = (conversation: unknown[]) => ({ conversationId: "c", conversation });
    const manyItems = new Array(3_000_000).fill(97);
    expect(parseInput(uploadConversation.input, codes(manyItems)).conversation).toHaveLength(3_000_000);
    for (const wrong of [0.5, -1, Number.NaN]) {
      const { issues } = rejection(() => parseInput(uploadConversation.input, codes([...manyItems, wrong])));
      expect(issues).toEqual([{ path: "conversation", message: "is not a list of codes" }]);
    }
  });

  test("reports only the first issues of input that is invalid in a hundred thousand places", () => {
    const statuses = new Array(limits.statusesPerMessage).fill({});
    const messages = Array.from({ length: 100 }, (_, n) => ({
      id: `m${n}`,
      role: "user",
      content: "",
      data: { statuses },
    }));
    const error = rejection(() => parseInput(appendMessages.input, { conversationId: "c", messages }));
    expect(error.code).toBe("invalidInput");
    expect(error.issues?.length ?? 0).toBeLessThanOrEqual(100);
    const list = new Array(200_000).fill({});
    expect(rejection(() => parseValue(z.array(z.object({ a: z.string() })), list)).code).toBe("invalidInput");
  });

  test("rejects input that is nested too deeply, in lists, objects or both", () => {
    const nested = (open: string, close: string, depth: number) =>
      JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const data = { deep: nested(open, close, 100_000) };
      expect(rejection(() => parseInput(registerConversation.input, registered(data))).code).toBe("invalidInput");
    }
  });

  test("replaces lone surrogates and rejects NUL, in strings and in keys", () => {
    const { data } = parseInput(registerConversation.input, registered({ "a\ud800": "b\udc00" }));
    expect(data).toEqual({ "a\ufffd": "b\ufffd" });
    for (const bad of [{ "a\0": 1 }, { a: "\0" }, { a: ["\0"] }]) {
      expect(rejection(() => parseInput(registerConversation.input, registered(bad))).code).toBe("invalidInput");
    }
  });
});
