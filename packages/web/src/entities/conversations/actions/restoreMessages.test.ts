import { findNewestLeaf, getBranch, type Message, removeMessageFromTree, versionsOf } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restoreMessages } from "./restoreMessages.ts";

interface Tree {
  messages: readonly Message[];
  headId: string | null;
}

/** Ids that begin with q are the person's. Each is said a second after the one before. */
function say(tree: Tree, id: string, parentId: string | null, second: number): Tree {
  const role = id.startsWith("q") ? "user" : "assistant";
  const createdAt = new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
  return { messages: [...tree.messages, { id, parentId, role, content: id, data: {}, createdAt }], headId: id };
}
const nothing: Tree = { messages: [], headId: null };
const threadFrom = (...ids: string[]) =>
  ids.reduce((tree, id, index) => say(tree, id, ids[index - 1] ?? null, index), nothing);
const shownOf = ({ messages, headId }: Tree) => getBranch(messages, headId).map(({ id }) => id);

describe("a message that is put back", () => {
  const before = threadFrom("q1", "a1", "q2", "a2");

  test("stands before what was said since it was taken from the end", () => {
    const after = removeMessageFromTree(before, "a2");
    const current = say(say(after, "q3", "q2", 8), "a3", "q3", 9);
    expect(shownOf(restoreMessages(current, before, after))).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"]);
  });

  test("stands before the message behind it and the new version of that", () => {
    const after = removeMessageFromTree(before, "a1");
    const edited = say(say(after, "q2b", "q1", 8), "a2b", "q2b", 9);
    const back = restoreMessages(edited, before, after);
    expect(shownOf(back)).toEqual(["q1", "a1", "q2b", "a2b"]);
    expect(shownOf({ ...back, headId: findNewestLeaf(back.messages, "q2") })).toEqual(["q1", "a1", "q2", "a2"]);
  });

  test.each([
    ["a1", "q2"],
    ["q2", "a1"],
    ["q2", "a2"],
    ["a2", "q2"],
    ["q1", "a1"],
    ["a1", "q1"],
  ])("is where it was, with another one that was taken out, in whatever order: %s, %s", (one, other) => {
    const without = removeMessageFromTree(before, one);
    const withoutBoth = removeMessageFromTree(without, other);
    const oneFirst = restoreMessages(restoreMessages(withoutBoth, before, without), without, withoutBoth);
    const otherFirst = restoreMessages(restoreMessages(withoutBoth, without, withoutBoth), before, without);
    for (const back of [oneFirst, otherFirst]) expect(shownOf(back)).toEqual(shownOf(before));
  });

  test("is not put back a second time, and no loop from elsewhere holds it up", () => {
    const after = removeMessageFromTree(before, "a1");
    const back = restoreMessages(after, before, after);
    expect(shownOf(restoreMessages(back, before, after))).toEqual(shownOf(before));
    const looped: Tree = {
      messages: [...before.messages, ...threadFrom("q8", "q9").messages.map((each) => ({ ...each, parentId: "q9" }))],
      headId: "a2",
    };
    expect(restoreMessages(nothing, looped, removeMessageFromTree(looped, "q9")).messages.map(({ id }) => id)).toEqual([
      "q8",
      "q9",
    ]);
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("send", "send", "edit", "again", "remove", "undo", "branch" as const),
    at: fc.nat(40),
  }),
  { minLength: 4, maxLength: 30 },
);

test("whatever is said, edited, taken out and put back, what is put back can be reached, and what was shown stays shown", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let tree: Tree = nothing;
      const undos: { before: Tree; after: Tree; id: string }[] = [];
      for (const [index, { kind, at }] of sequence.entries()) {
        const thread = getBranch(tree.messages, tree.headId);
        const shown = thread[at % Math.max(thread.length, 1)];
        if (kind === "send") {
          tree = say(say(tree, `q${index}`, tree.headId, 2 * index), `a${index}`, `q${index}`, 2 * index + 1);
        } else if (kind === "edit" && shown?.role === "user") {
          tree = say(say(tree, `q${index}`, shown.parentId, 2 * index), `a${index}`, `q${index}`, 2 * index + 1);
        } else if (kind === "again" && shown?.role === "user") {
          tree = say(tree, `a${index}`, shown.id, 2 * index);
        } else if (kind === "branch" && shown) {
          const versions = versionsOf(tree.messages, shown);
          tree = { ...tree, headId: findNewestLeaf(tree.messages, versions[at % versions.length]?.id ?? shown.id) };
        } else if (kind === "remove" && shown) {
          const after = removeMessageFromTree(tree, shown.id);
          undos.push({ before: tree, after, id: shown.id });
          tree = after;
        } else if (kind === "undo" && undos.length > 0) {
          const [undo] = undos.splice(at % undos.length, 1);
          if (!undo) continue;
          const back = restoreMessages(tree, undo.before, undo.after);
          const byId = new Map(back.messages.map((message) => [message.id, message]));
          const kept = new Set(undo.after.messages.map(({ id }) => id));
          const gone = undo.before.messages.filter(({ id }) => !kept.has(id));
          expect(back.messages).toHaveLength(byId.size);
          expect(new Set(byId.keys())).toEqual(new Set([...tree.messages, ...gone].map(({ id }) => id)));
          for (const { id, parentId } of back.messages) {
            if (parentId !== null) expect(byId.has(parentId)).toBe(true);
            // No loop: each leads to a first one.
            expect(getBranch(back.messages, id)[0]?.parentId).toBeNull();
          }
          const now = new Set(shownOf(back));
          if (thread.at(-1)?.id !== getBranch(undo.after.messages, undo.after.headId).at(-1)?.id)
            for (const { id } of thread) expect(now).toContain(id);
          const place = byId.get(undo.id)?.parentId ?? null;
          const removed = undo.before.messages.find(({ id }) => id === undo.id);
          // Where an answer and a question stood in one place before, only one of them could be reached then too.
          const wasHidden = undo.before.messages.some(
            ({ parentId, role }) => parentId === removed?.parentId && role !== removed?.role,
          );
          if (!wasHidden && (place === null || now.has(place))) {
            const there = back.messages.filter((message) => message.parentId === place && now.has(message.id));
            const root = byId.get(undo.id);
            expect(there.some(({ id, role }) => id === undo.id || role === root?.role)).toBe(true);
          }
          tree = back;
        }
      }
    }),
    { numRuns: 3_000 },
  );
});
