import { findNewestLeaf, getBranch, type Message, removeMessageFromTree, versionsOf } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restoreMessages } from "./restoreMessages.ts";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/** Ids that start with q are user messages. Each is created a second after the one before. */
function addMessage(tree: Tree, id: string, parentId: string | null, second: number): Tree {
  const role = id.startsWith("q") ? "user" : "assistant";
  const createdAt = new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
  return { messages: [...tree.messages, { id, parentId, role, content: id, data: {}, createdAt }], headId: id };
}
const emptyTree: Tree = { messages: [], headId: null };
const createBranch = (...ids: string[]) =>
  ids.reduce((tree, id, index) => addMessage(tree, id, ids[index - 1] ?? null, index), emptyTree);
const getShownIds = ({ messages, headId }: Tree) => getBranch(messages, headId).map(({ id }) => id);

describe("a restored message", () => {
  const before = createBranch("q1", "a1", "q2", "a2");

  test("is placed before messages that were added since it was removed from the end", () => {
    const after = removeMessageFromTree(before, "a2");
    const current = addMessage(addMessage(after, "q3", "q2", 8), "a3", "q3", 9);
    expect(getShownIds(restoreMessages(current, before, after))).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"]);
  });

  test("is placed before the message that followed it and the new version of that", () => {
    const after = removeMessageFromTree(before, "a1");
    const editedTree = addMessage(addMessage(after, "q2b", "q1", 8), "a2b", "q2b", 9);
    const restoredTree = restoreMessages(editedTree, before, after);
    expect(getShownIds(restoredTree)).toEqual(["q1", "a1", "q2b", "a2b"]);
    expect(getShownIds({ ...restoredTree, headId: findNewestLeaf(restoredTree.messages, "q2") })).toEqual([
      "q1",
      "a1",
      "q2",
      "a2",
    ]);
  });

  test.each([
    ["a1", "q2"],
    ["q2", "a1"],
    ["q2", "a2"],
    ["a2", "q2"],
    ["q1", "a1"],
    ["a1", "q1"],
  ])("returns to its position together with another removed one, in any order: %s, %s", (firstId, secondId) => {
    const treeWithoutFirst = removeMessageFromTree(before, firstId);
    const treeWithoutBoth = removeMessageFromTree(treeWithoutFirst, secondId);
    const restoredOneFirst = restoreMessages(
      restoreMessages(treeWithoutBoth, before, treeWithoutFirst),
      treeWithoutFirst,
      treeWithoutBoth,
    );
    const restoredOtherFirst = restoreMessages(
      restoreMessages(treeWithoutBoth, treeWithoutFirst, treeWithoutBoth),
      before,
      treeWithoutFirst,
    );
    for (const restoredTree of [restoredOneFirst, restoredOtherFirst])
      expect(getShownIds(restoredTree)).toEqual(getShownIds(before));
  });

  test("is not restored twice, and imported cycles do not block it", () => {
    const after = removeMessageFromTree(before, "a1");
    const restoredTree = restoreMessages(after, before, after);
    expect(getShownIds(restoreMessages(restoredTree, before, after))).toEqual(getShownIds(before));
    const treeWithCycle: Tree = {
      messages: [...before.messages, ...createBranch("q8", "q9").messages.map((each) => ({ ...each, parentId: "q9" }))],
      headId: "a2",
    };
    expect(
      restoreMessages(emptyTree, treeWithCycle, removeMessageFromTree(treeWithCycle, "q9")).messages.map(
        ({ id }) => id,
      ),
    ).toEqual(["q8", "q9"]);
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("send", "send", "edit", "again", "remove", "undo", "branch" as const),
    at: fc.nat(40),
  }),
  { minLength: 4, maxLength: 30 },
);

test("after any sequence of sending, editing, removing and restoring, restored messages can be reached and shown messages stay shown", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let tree: Tree = emptyTree;
      const undos: { before: Tree; after: Tree; id: string }[] = [];
      for (const [index, { kind, at }] of sequence.entries()) {
        const branch = getBranch(tree.messages, tree.headId);
        const shownMessage = branch[at % Math.max(branch.length, 1)];
        if (kind === "send") {
          tree = addMessage(
            addMessage(tree, `q${index}`, tree.headId, 2 * index),
            `a${index}`,
            `q${index}`,
            2 * index + 1,
          );
        } else if (kind === "edit" && shownMessage?.role === "user") {
          tree = addMessage(
            addMessage(tree, `q${index}`, shownMessage.parentId, 2 * index),
            `a${index}`,
            `q${index}`,
            2 * index + 1,
          );
        } else if (kind === "again" && shownMessage?.role === "user") {
          tree = addMessage(tree, `a${index}`, shownMessage.id, 2 * index);
        } else if (kind === "branch" && shownMessage) {
          const versions = versionsOf(tree.messages, shownMessage);
          tree = {
            ...tree,
            headId: findNewestLeaf(tree.messages, versions[at % versions.length]?.id ?? shownMessage.id),
          };
        } else if (kind === "remove" && shownMessage) {
          const after = removeMessageFromTree(tree, shownMessage.id);
          undos.push({ before: tree, after, id: shownMessage.id });
          tree = after;
        } else if (kind === "undo" && undos.length > 0) {
          const [undo] = undos.splice(at % undos.length, 1);
          if (!undo) continue;
          const restoredTree = restoreMessages(tree, undo.before, undo.after);
          const byId = new Map(restoredTree.messages.map((message) => [message.id, message]));
          const remainingIds = new Set(undo.after.messages.map(({ id }) => id));
          const removedMessages = undo.before.messages.filter(({ id }) => !remainingIds.has(id));
          expect(restoredTree.messages).toHaveLength(byId.size);
          expect(new Set(byId.keys())).toEqual(new Set([...tree.messages, ...removedMessages].map(({ id }) => id)));
          for (const { id, parentId } of restoredTree.messages) {
            if (parentId !== null) expect(byId.has(parentId)).toBe(true);
            // No cycle: each message leads to a root.
            expect(getBranch(restoredTree.messages, id)[0]?.parentId).toBeNull();
          }
          const shownIds = new Set(getShownIds(restoredTree));
          if (branch.at(-1)?.id !== getBranch(undo.after.messages, undo.after.headId).at(-1)?.id)
            for (const { id } of branch) expect(shownIds).toContain(id);
          const restoredParentId = byId.get(undo.id)?.parentId ?? null;
          const removedMessage = undo.before.messages.find(({ id }) => id === undo.id);
          // If an answer and a question already had the same parent, only one of them could be reached before, too.
          const wasHidden = undo.before.messages.some(
            ({ parentId, role }) => parentId === removedMessage?.parentId && role !== removedMessage?.role,
          );
          if (!wasHidden && (restoredParentId === null || shownIds.has(restoredParentId))) {
            const siblings = restoredTree.messages.filter(
              (message) => message.parentId === restoredParentId && shownIds.has(message.id),
            );
            const root = byId.get(undo.id);
            expect(siblings.some(({ id, role }) => id === undo.id || role === root?.role)).toBe(true);
          }
          tree = restoredTree;
        }
      }
    }),
    { numRuns: getFuzzRunCount(3_000) },
  );
});
