import { appendMessages, limits, registerConversation, uploadConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import { parseInput, parseValue } from "./parseInput.ts";

function getRejection(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the input was accepted");
}

describe("parseInput", () => {
  const createRegistration = (data: unknown) => ({ name: "n", messages: [], data });

  test("rejects input with more values than any call needs before the schema parses it", () => {
    for (const value of [0, [], {}, "", null, { a: 1 }]) {
      const manyItems = new Array(limits.jsonValues + 1).fill(value);
      expect(
        getRejection(() => parseInput(registerConversation.input, createRegistration({ many: manyItems }))).code,
      ).toBe("tooLarge");
    }
    const nestedItems = Array.from({ length: 1_000 }, () => new Array(limits.jsonValues / 1_000).fill(""));
    expect(
      getRejection(() => parseInput(registerConversation.input, createRegistration({ spread: nestedItems }))).code,
    ).toBe("tooLarge");
    const fewItems = new Array(1_000).fill({ a: "b" });
    expect(parseInput(registerConversation.input, createRegistration({ some: fewItems })).data).toEqual({
      some: fewItems,
    });
  });

  test("accepts millions of codes as one value, and reports an invalid code as one issue", () => {
    const createCodesInput = (conversation: unknown[]) => ({ conversationId: "c", conversation });
    const manyItems = new Array(3_000_000).fill(97);
    expect(parseInput(uploadConversation.input, createCodesInput(manyItems)).conversation).toHaveLength(3_000_000);
    for (const wrongCode of [0.5, -1, Number.NaN]) {
      const { issues } = getRejection(() =>
        parseInput(uploadConversation.input, createCodesInput([...manyItems, wrongCode])),
      );
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
    const error = getRejection(() =>
      parseInput(appendMessages.input, { conversationId: "c", messages }, appendMessages.maxJsonValues),
    );
    expect(error.code).toBe("invalidInput");
    expect(error.issues?.length ?? 0).toBeLessThanOrEqual(100);
    const list = new Array(200_000).fill({});
    expect(getRejection(() => parseValue(z.array(z.object({ a: z.string() })), list)).code).toBe("invalidInput");
  });

  test("rejects input that is nested too deeply, in lists, objects or both", () => {
    const nest = (open: string, close: string, depth: number) =>
      JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"a":', "}]"],
    ] as const) {
      const data = { deep: nest(open, close, 100_000) };
      expect(getRejection(() => parseInput(registerConversation.input, createRegistration(data))).code).toBe(
        "invalidInput",
      );
    }
  });

  test("replaces lone surrogates and rejects NUL, in strings and in keys", () => {
    const { data } = parseInput(registerConversation.input, createRegistration({ "a\ud800": "b\udc00" }));
    expect(data).toEqual({ "a\ufffd": "b\ufffd" });
    for (const badData of [{ "a\0": 1 }, { a: "\0" }, { a: ["\0"] }]) {
      expect(getRejection(() => parseInput(registerConversation.input, createRegistration(badData))).code).toBe(
        "invalidInput",
      );
    }
  });
});
