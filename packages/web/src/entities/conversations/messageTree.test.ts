import { getBranch, type Message } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { isBypassed, withVersions } from "./messageTree.ts";

const message = (id: string, role: Message["role"], parentId: string | null, more: Partial<Message> = {}): Message => ({
  id,
  role,
  parentId,
  content: `text of ${id}`,
  data: {},
  ...more,
});
const failure = { content: "", data: { end: { end: "failed" as const } } };
const q1 = message("q1", "user", null);
const failed = message("a1", "assistant", "q1", failure);
const q2 = message("q2", "user", "q1");
const a2 = message("a2", "assistant", "q2");

const shown = (messages: readonly Message[], headId: string) =>
  withVersions(messages, getBranch(messages, headId)).map(({ message }) => message.id);

describe("an answer that failed without text", () => {
  test("stays visible when the conversation continues without it", () => {
    expect(shown([q1, failed], "a1")).toEqual(["q1", "a1"]);
    expect(shown([q1, failed, q2, a2], "a2")).toEqual(["q1", "a1", "q2", "a2"]);
    expect(shown([q1, failed, message("a1b", "assistant", "q1", failure), q2], "q2")).toEqual(["q1", "a1b", "q2"]);
  });

  test("is no longer shown once its question was asked again later", () => {
    const repeatedQuestion = message("q3", "user", "a2", { content: q1.content });
    expect(shown([q1, failed, q2, a2, repeatedQuestion], "q3")).toEqual(["q1", "q2", "a2", "q3"]);
  });

  test("is not shown beside a complete answer", () => {
    const a1 = message("a0", "assistant", "q1");
    expect(shown([q1, failed, a1], "a0")).toEqual(["q1", "a0"]);
  });

  test("is bypassed only once another message follows", () => {
    expect(isBypassed({ messages: [q1, failed], headId: "a1" }, failed)).toBe(false);
    expect(isBypassed({ messages: [q1, failed, q2, a2], headId: "a2" }, failed)).toBe(true);
    expect(isBypassed({ messages: [q1, failed, q2, a2], headId: "a2" }, a2)).toBe(false);
  });
});

test("messages with the same parent and role are versions of each other", () => {
  const other = message("a2b", "assistant", "q2");
  const thread = getBranch([q1, q2, a2, other], "a2b");
  expect(withVersions([q1, q2, a2, other], thread).at(-1)?.versionIds).toEqual(["a2", "a2b"]);
});

test("an answer that failed without text is a version only while it is shown", () => {
  const a1 = message("a1", "assistant", "q1");
  const tries = ["f1", "f2"].map((id) => message(id, "assistant", "q1", failure));
  const listVersions = (messages: readonly Message[], headId: string) =>
    withVersions(messages, getBranch(messages, headId)).at(-1)?.versionIds;
  expect(listVersions([q1, ...tries, a1], "a1")).toEqual(["a1"]);
  expect(listVersions([q1, ...tries], "f2")).toEqual(["f2"]);
  expect(listVersions([q1, a1, ...tries], "f2")).toEqual(["a1", "f2"]);
  const cut = message("a2", "assistant", "q1", { data: failure.data });
  expect(listVersions([q1, a1, cut], "a1")).toEqual(["a1", "a2"]);
});
