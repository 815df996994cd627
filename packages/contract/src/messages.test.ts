import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNewestLeaf, getBranch, MessageRole, versionsOf } from "./messages.ts";

interface Node {
  id: string;
  parentId: string | null;
  role: string;
}

const id = fc.integer({ min: 0, max: 12 }).map(String);
const role = fc.constantFrom("user", "assistant");
/** Any list of messages: parents may be missing, cycles and repeated ids may occur. */
const anyMessages: fc.Arbitrary<Node[]> = fc.array(fc.record({ id, parentId: fc.option(id, { nil: null }), role }), {
  maxLength: 20,
});
/** A valid tree: each message follows an earlier one. */
const arbitraryTree: fc.Arbitrary<Node[]> = fc
  .array(fc.tuple(fc.nat(), role), { minLength: 1, maxLength: 30 })
  .map((seeds) =>
    seeds.map(([seed, nodeRole], index) => ({
      id: `m${index}`,
      parentId: seed % (index + 1) === 0 ? null : `m${(seed % (index + 1)) - 1}`,
      role: nodeRole,
    })),
  );

test("[C6.02] a message has the role user, assistant, environment or, in requests, system", () => {
  expect(MessageRole.options).toEqual(["user", "assistant", "environment", "system"]);
});

describe("getBranch", () => {
  test("terminates on any list, contains no message twice, and each message is the child of the one before it", () => {
    fc.assert(
      fc.property(anyMessages, fc.option(id, { nil: null }), (messages, headId) => {
        const branch = getBranch(messages, headId);
        expect(new Set(branch.map((message) => message.id)).size).toBe(branch.length);
        for (const [index, message] of branch.entries()) {
          if (index > 0) expect(message.parentId).toBe(branch[index - 1]?.id);
        }
        if (headId !== null && branch.length > 0) expect(branch.at(-1)?.id).toBe(headId);
      }),
    );
  });

  test("runs from a first message to the head in a valid tree", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.nat(), (messages, pick) => {
        const headId = messages[pick % messages.length]?.id ?? null;
        const branch = getBranch(messages, headId);
        expect(branch[0]?.parentId).toBeNull();
        expect(branch.at(-1)?.id).toBe(headId);
      }),
    );
  });

  test("ends at the last message without a head, and is empty for a head that does not exist", () => {
    const messages = [
      { id: "a", parentId: null, role: "user" },
      { id: "b", parentId: "a", role: "assistant" },
    ];
    expect(getBranch(messages, null).map((message) => message.id)).toEqual(["a", "b"]);
    expect(getBranch(messages, "gone")).toEqual([]);
    expect(getBranch([], null)).toEqual([]);
  });
});

describe("versionsOf", () => {
  test("returns the messages of the same parent and role in order, including the message itself", () => {
    fc.assert(
      fc.property(anyMessages, fc.nat(), (messages, pick) => {
        const message = messages[pick % Math.max(messages.length, 1)];
        if (!message) return;
        const versions = versionsOf(messages, message);
        expect(versions).toContain(message);
        for (const version of versions) {
          expect([version.parentId, version.role]).toEqual([message.parentId, message.role]);
        }
        const indexes = versions.map((version) => messages.indexOf(version));
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe("findNewestLeaf", () => {
  test("terminates on any list", () => {
    fc.assert(fc.property(anyMessages, id, (messages, from) => typeof findNewestLeaf(messages, from) === "string"));
  });

  test("returns a leaf whose branch contains the given message in a valid tree", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.nat(), (messages, pick) => {
        const from = messages[pick % messages.length]?.id ?? "";
        const leafId = findNewestLeaf(messages, from);
        expect(messages.some((message) => message.parentId === leafId)).toBe(false);
        expect(getBranch(messages, leafId).map((message) => message.id)).toContain(from);
      }),
    );
  });

  test("follows the newest child at each step", () => {
    const messages = [
      { id: "q", parentId: null },
      { id: "first", parentId: "q" },
      { id: "second", parentId: "q" },
      { id: "more", parentId: "second" },
    ];
    expect(findNewestLeaf(messages, "q")).toBe("more");
    expect(findNewestLeaf(messages, "first")).toBe("first");
  });
});
