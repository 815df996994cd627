import type { Message } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ShownMessage } from "../../../entities/conversations/messageTree.ts";
import { getFirstRenderedIndex, isSmall, splitIntoChunks } from "./messageChunks.ts";

const createShownMessage = (id: string, length: number): ShownMessage => {
  const message: Message = { id, parentId: null, role: "assistant", content: "x".repeat(length), data: {} };
  return { message, versionIds: [] };
};
const createMessagesOfLengths = (lengths: readonly number[]) =>
  lengths.map((length, index) => createShownMessage(`m${index}`, length));
const lengths = fc.array(fc.nat(20_000), { maxLength: 60 });

describe("the chunks of a conversation", () => {
  test("contain every message once, in order", () => {
    fc.assert(
      fc.property(lengths, (messageLengths) => {
        const thread = createMessagesOfLengths(messageLengths);
        expect(splitIntoChunks(thread).flatMap(({ messages }) => messages)).toEqual(thread);
      }),
    );
  });

  test("do not change when the last message grows or another one follows", () => {
    fc.assert(
      fc.property(lengths, fc.nat(50_000), (messageLengths, addedLength) => {
        const getSizes = (thread: readonly ShownMessage[]) =>
          splitIntoChunks(thread).map(({ messages }) => messages.length);
        const before = getSizes(createMessagesOfLengths([...messageLengths, 0]));
        expect(getSizes(createMessagesOfLengths([...messageLengths, addedLength]))).toEqual(before);
        const after = getSizes(createMessagesOfLengths([...messageLengths, addedLength, 10]));
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      }),
    );
  });

  test("the first frame renders as many of the last ones as are visible", () => {
    const chunks = splitIntoChunks(createMessagesOfLengths(Array.from({ length: 1_000 }, () => 400)));
    const firstFrameChunks = chunks.slice(getFirstRenderedIndex(chunks));
    expect(firstFrameChunks.reduce((sum, { estimatedPx }) => sum + estimatedPx, 0)).toBeGreaterThanOrEqual(1_500);
    expect(firstFrameChunks.length).toBeLessThan(3);
    expect(getFirstRenderedIndex(splitIntoChunks(createMessagesOfLengths([10])))).toBe(0);
    expect(getFirstRenderedIndex([])).toBe(0);
  });
});

test("a conversation is small up to 100 messages and 100,000 characters", () => {
  expect(isSmall(createMessagesOfLengths(Array.from({ length: 100 }, () => 1_000)))).toBe(true);
  expect(isSmall(createMessagesOfLengths(Array.from({ length: 101 }, () => 1)))).toBe(false);
  expect(isSmall(createMessagesOfLengths([100_001]))).toBe(false);
});
