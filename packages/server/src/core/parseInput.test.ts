import { appendMessages, limits, registerConversation, uploadConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import { parseInput, parseValue } from "./parseInput.ts";

function refusal(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

describe("input", () => {
  const registered = (data: unknown) => ({ name: "n", messages: [], data });

  test("with more values than any call needs is refused before a schema looks at it", () => {
    for (const value of [0, [], {}, "", null, { a: 1 }]) {
      const many = new Array(limits.jsonValues + 1).fill(value);
      expect(refusal(() => parseInput(registerConversation.input, registered({ many }))).code).toBe("tooLarge");
    }
    const spread = Array.from({ length: 1_000 }, () => new Array(limits.jsonValues / 1_000).fill(""));
    expect(refusal(() => parseInput(registerConversation.input, registered({ spread }))).code).toBe("tooLarge");
    const some = new Array(1_000).fill({ a: "b" });
    expect(parseInput(registerConversation.input, registered({ some })).data).toEqual({ some });
  });

  test("may hold millions of codes, which are one value, and are refused as one", () => {
    const codes = (conversation: unknown[]) => ({ conversationId: "c", conversation });
    const many = new Array(3_000_000).fill(97);
    expect(parseInput(uploadConversation.input, codes(many)).conversation).toHaveLength(3_000_000);
    for (const wrong of [0.5, -1, Number.NaN]) {
      const { issues } = refusal(() => parseInput(uploadConversation.input, codes([...many, wrong])));
      expect(issues).toEqual([{ path: "conversation", message: "is not a list of codes" }]);
    }
  });

  test("that is wrong in a hundred thousand places is refused with the first of them", () => {
    const statuses = new Array(limits.statusesPerMessage).fill({});
    const messages = Array.from({ length: 100 }, (_, n) => ({
      id: `m${n}`,
      role: "user",
      content: "",
      data: { statuses },
    }));
    const refused = refusal(() => parseInput(appendMessages.input, { conversationId: "c", messages }));
    expect(refused.code).toBe("invalidInput");
    expect(refused.issues?.length ?? 0).toBeLessThanOrEqual(100);
    const list = new Array(200_000).fill({});
    expect(refusal(() => parseValue(z.array(z.object({ a: z.string() })), list)).code).toBe("invalidInput");
  });

  test("nested too deeply is refused however it is nested", () => {
    const nested = (open: string, close: string, depth: number) =>
      JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const data = { deep: nested(open, close, 100_000) };
      expect(refusal(() => parseInput(registerConversation.input, registered(data))).code).toBe("invalidInput");
    }
  });

  test("has its lone surrogates replaced and NULs refused, in texts and in names", () => {
    const { data } = parseInput(registerConversation.input, registered({ "a\ud800": "b\udc00" }));
    expect(data).toEqual({ "a\ufffd": "b\ufffd" });
    for (const bad of [{ "a\0": 1 }, { a: "\0" }, { a: ["\0"] }]) {
      expect(refusal(() => parseInput(registerConversation.input, registered(bad))).code).toBe("invalidInput");
    }
  });
});
