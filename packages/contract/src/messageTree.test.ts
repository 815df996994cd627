import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getBranch } from "./messages.ts";
import { forkBranch, type MessageTree, removeMessageFromTree } from "./messageTree.ts";
import { getFuzzRunCount } from "./testing/getFuzzRunCount.ts";

interface TestMessage {
  id: string;
  parentId: string | null;
  role: "user" | "assistant";
  data: Record<string, unknown>;
}

const dataWithState = { state: { codeInterpreter: { thread: "t" }, sources: [1] }, modelName: "M" };

/** Trees such as conversations build: each message follows an earlier one or starts a new branch. */
const arbitraryTree: fc.Arbitrary<MessageTree<TestMessage>> = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 }), fc.boolean()), { maxLength: 25, size: "max" }),
    fc.option(fc.nat(), { freq: 8 }),
  )
  .map(([original, head]) => {
    const messages: TestMessage[] = [];
    for (const [at, parentKind, hasState] of original) {
      // Mostly one branch, with a few side branches.
      const parent =
        parentKind === 0 ? undefined : parentKind < 6 ? messages.at(-1) : messages[at % Math.max(messages.length, 1)];
      const role = parent?.role === "user" ? "assistant" : "user";
      const data = hasState ? dataWithState : {};
      messages.push({ id: `m${messages.length}`, parentId: parent?.id ?? null, role, data });
    }
    const headId = head === null ? null : (messages[head % Math.max(messages.length, 1)]?.id ?? null);
    return { messages, headId };
  });
const treeAndMessage = fc.tuple(arbitraryTree, fc.nat()).map(([original, at]) => {
  const message = original.messages[at % Math.max(original.messages.length, 1)];
  return { original, message };
});

const listIds = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);

/** Returns the ids from a message's parent up to the first message. Throws on a cycle or a missing parent. */
function listAncestorIds(messages: readonly TestMessage[], message: TestMessage): string[] {
  const path: string[] = [];
  for (let current = message; current.parentId !== null; ) {
    const parent = messages.find(({ id }) => id === current.parentId);
    if (!parent) throw new Error(`${current.id} has a missing parent`);
    if (path.length > messages.length) throw new Error(`${message.id} is in a cycle`);
    path.push(parent.id);
    current = parent;
  }
  return path;
}

describe("removing a message from a tree", () => {
  test("preserves the order and ancestors of the remaining messages, and leaves a head that exists", () => {
    fc.assert(
      fc.property(treeAndMessage, ({ original, message }) => {
        fc.pre(message !== undefined);
        const remainingTree = removeMessageFromTree(original, message.id);
        const hasOtherVersions = original.messages.some(
          ({ id, parentId, role }) => id !== message.id && parentId === message.parentId && role === message.role,
        );
        const isRemoved = (other: TestMessage) =>
          other.id === message.id ||
          (hasOtherVersions && listAncestorIds(original.messages, other).includes(message.id));
        expect(listIds(remainingTree.messages)).toEqual(
          listIds(original.messages.filter((other) => !isRemoved(other))),
        );
        for (const remainingMessage of remainingTree.messages) {
          const ancestorIdsBefore = listAncestorIds(
            original.messages,
            original.messages.find(({ id }) => id === remainingMessage.id) ?? remainingMessage,
          );
          expect(listAncestorIds(remainingTree.messages, remainingMessage)).toEqual(
            ancestorIdsBefore.filter((id) => id !== message.id),
          );
        }
        if (remainingTree.headId !== null) expect(listIds(remainingTree.messages)).toContain(remainingTree.headId);
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test("does not change the shown branch if the message was not on it", () => {
    fc.assert(
      fc.property(treeAndMessage, ({ original, message }) => {
        fc.pre(message !== undefined);
        const shownIds = listIds(getBranch(original.messages, original.headId));
        fc.pre(!shownIds.includes(message.id));
        const remainingTree = removeMessageFromTree(original, message.id);
        expect(listIds(getBranch(remainingTree.messages, remainingTree.headId))).toEqual(shownIds);
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test("shows the previous version, or the next if it was the first, if a shown message has versions", () => {
    fc.assert(
      fc.property(treeAndMessage, ({ original, message }) => {
        fc.pre(message !== undefined);
        const shownIds = listIds(getBranch(original.messages, original.headId));
        const versions = original.messages.filter(
          ({ parentId, role }) => parentId === message.parentId && role === message.role,
        );
        fc.pre(versions.length > 1 && shownIds.includes(message.id));
        const at = versions.indexOf(message);
        const remainingTree = removeMessageFromTree(original, message.id);
        expect(listIds(getBranch(remainingTree.messages, remainingTree.headId))).toEqual(
          expect.arrayContaining([
            ...shownIds.slice(0, shownIds.indexOf(message.id)),
            versions[at === 0 ? 1 : at - 1]?.id,
          ]),
        );
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test("shows the rest of the branch if the message was shown and has no other versions", () => {
    fc.assert(
      fc.property(treeAndMessage, ({ original, message }) => {
        fc.pre(message !== undefined);
        const headId = original.headId ?? original.messages.at(-1)?.id ?? null;
        const shownIds = listIds(getBranch(original.messages, headId));
        const versions = original.messages.filter(
          ({ parentId, role }) => parentId === message.parentId && role === message.role,
        );
        // If the head was the first message, the shown branch depends on what follows it.
        fc.pre(versions.length === 1 && shownIds.includes(message.id) && shownIds.length > 1);
        const remainingTree = removeMessageFromTree(original, message.id);
        expect(listIds(getBranch(remainingTree.messages, remainingTree.headId))).toEqual(
          shownIds.filter((id) => id !== message.id),
        );
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test("returns the same tree if the message does not exist", () => {
    fc.assert(
      fc.property(arbitraryTree, (original) => {
        expect(removeMessageFromTree(original, "none")).toBe(original);
      }),
    );
  });

  test("terminates on any parents", () => {
    const anyTree = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.boolean()), { maxLength: 6 }).map((original) => ({
      messages: original.map(([parent, isUser], index) => ({
        id: `m${index}`,
        parentId: `m${parent}`,
        role: isUser ? "user" : "assistant",
        data: {},
      })),
      headId: "m0",
    }));
    fc.assert(
      fc.property(anyTree, fc.nat({ max: 6 }), (original, at) => {
        expect(listIds(removeMessageFromTree(original, `m${at}`).messages)).not.toContain(`m${at}`);
        expect(forkBranch(original, `m${at}`).length).toBeLessThanOrEqual(original.messages.length);
      }),
    );
  });
});

describe("a fork", () => {
  test("[C4.10 A4.27] has the shown messages up to and including the chosen one, without code interpreter state", () => {
    fc.assert(
      fc.property(treeAndMessage, ({ original, message }) => {
        fc.pre(message !== undefined);
        const originalCopy = structuredClone(original);
        const shownBranch = getBranch(original.messages, original.headId);
        const end = shownBranch.indexOf(message);
        const fork = forkBranch(original, message.id);
        expect(listIds(fork)).toEqual(listIds(shownBranch).slice(0, end + 1));
        expect(fork.map(({ parentId }) => parentId)).toEqual([null, ...listIds(fork)].slice(0, fork.length));
        for (const [index, { data }] of fork.entries()) {
          const hadState = shownBranch[index]?.data === dataWithState;
          expect(data).toEqual(hadState ? { state: { sources: [1] }, modelName: "M" } : {});
        }
        expect(original).toEqual(originalCopy);
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });
});
