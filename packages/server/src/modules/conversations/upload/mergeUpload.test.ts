import { getBranch } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Merge, mergeUpload, type StoredTree, type Upload, type UploadedMessage } from "./mergeUpload.ts";

const merge = (storedTree: StoredTree, upload: Upload): Merge => {
  const steps = mergeUpload(storedTree, upload);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
const createMessage = (id: string, parentId?: string | null): UploadedMessage => ({
  id,
  role: "user",
  content: id,
  data: {},
  ...(parentId === undefined ? {} : { parentId }),
});

/** The messages a, b, c and d in a chain, written at revisions 1 to 4. */
const chainTree: StoredTree = {
  links: [
    { id: "a", parentId: null, revision: 1 },
    { id: "b", parentId: "a", revision: 2 },
    { id: "c", parentId: "b", revision: 3 },
    { id: "d", parentId: "c", revision: 4 },
  ],
  headId: "d",
};
const emptyTree: StoredTree = { links: [], headId: null };

describe("mergeUpload", () => {
  test("messages without parents follow each other, and the last one becomes the head", () => {
    const result = merge(emptyTree, {
      messages: [createMessage("a"), createMessage("b"), createMessage("c")],
      revision: null,
    });
    expect(result.messagesToWrite.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["a", null],
      ["b", "a"],
      ["c", "b"],
    ]);
    expect(result.headId).toBe("c");
  });

  test("parents in the upload are used if they are valid, but not missing ones or later messages", () => {
    const messages = [
      createMessage("a", "b"),
      createMessage("b", "a"),
      createMessage("c", "a"),
      createMessage("d", "nowhere"),
    ];
    const result = merge(emptyTree, { messages, revision: null });
    expect(result.messagesToWrite.map(({ parentId }) => parentId)).toEqual([null, "a", "a", "c"]);
  });

  test("messages written after the caller's revision are neither dropped nor replaced, and stay shown", () => {
    const result = merge(chainTree, { messages: [createMessage("a"), createMessage("b")], revision: 2 });
    expect(result.idsToDrop).toEqual([]);
    expect(result.headId).toBe("d");
    const staleMerge = merge(chainTree, {
      messages: [createMessage("a"), createMessage("b"), createMessage("c")],
      revision: 2,
    });
    expect(staleMerge.messagesToWrite.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("a message that the caller has seen and no longer sends is dropped, and its children move to its parent", () => {
    const shorterMerge = merge(chainTree, { messages: [createMessage("a"), createMessage("b")], revision: 4 });
    expect(shorterMerge).toMatchObject({ idsToDrop: ["c", "d"], headId: "b" });
    const gap = merge(chainTree, { messages: [createMessage("a"), createMessage("c")], revision: 3 });
    expect(gap).toMatchObject({ idsToDrop: ["b"], linksToUpdate: [{ id: "c", parentId: "a" }], headId: "d" });
    const clearedMerge = merge(chainTree, { messages: [], revision: 4 });
    expect(clearedMerge).toMatchObject({ idsToDrop: ["a", "b", "c", "d"], headId: null });
  });

  test("without a revision nothing is dropped", () => {
    const result = merge(chainTree, { messages: [createMessage("a")], revision: null });
    expect(result).toMatchObject({ idsToDrop: [], headId: "d" });
  });

  test("an upload that diverges becomes the shown branch and leaves the other branch unchanged", () => {
    const result = merge(chainTree, {
      messages: [createMessage("a"), createMessage("b"), createMessage("e")],
      revision: 2,
    });
    expect(result).toMatchObject({ idsToDrop: [], headId: "e" });
    expect(result.messagesToWrite.at(-1)).toMatchObject({ id: "e", parentId: "b" });
  });

  test("other versions, which the caller does not see, are unchanged", () => {
    const stored: StoredTree = { links: [...chainTree.links, { id: "c2", parentId: "b", revision: 1 }], headId: "d" };
    const messages = ["a", "b", "c", "d"].map((id) => createMessage(id));
    expect(merge(stored, { messages, revision: 9 }).idsToDrop).toEqual([]);
  });

  test("never drops newer messages, and produces a valid tree whose shown branch ends in the head", () => {
    const ids = fc.uniqueArray(
      fc.integer({ min: 0, max: 15 }).map((n) => `m${n}`),
      { maxLength: 10 },
    );
    const storedTree = fc.tuple(ids, fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), fc.nat()).map(
      ([names, seeds, head]): StoredTree => ({
        links: names.map((id, index) => {
          const seed = seeds[index] ?? 0;
          return { id, parentId: names[(seed % (index + 1)) - 1] ?? null, revision: (seed % 6) + 1 };
        }),
        headId: names[head % Math.max(names.length, 1)] ?? null,
      }),
    );
    const revision = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null });
    fc.assert(
      fc.property(storedTree, ids, revision, (stored, sentIds, seen) => {
        const result = merge(stored, { messages: sentIds.map((id) => createMessage(id)), revision: seen });
        const tree = new Map(stored.links.map((link) => [link.id, link.parentId]));
        for (const link of stored.links) {
          if (seen === null || link.revision > seen) expect(result.idsToDrop).not.toContain(link.id);
        }
        for (const id of result.idsToDrop) tree.delete(id);
        for (const link of result.linksToUpdate) tree.set(link.id, link.parentId);
        for (const { id, parentId } of result.messagesToWrite) if (!tree.has(id)) tree.set(id, parentId);
        const messages = [...tree].map(([id, parentId]) => ({ id, parentId }));
        for (const { id } of messages) {
          const branch = getBranch(messages, id);
          expect(branch[0]?.parentId).toBeNull();
        }
        if (messages.length > 0 && sentIds.length > 0) expect(tree.has(result.headId ?? "")).toBe(true);
        for (const id of sentIds) expect(tree.has(id)).toBe(true);
      }),
      { numRuns: getFuzzRunCount(500) },
    );
  });

  test("passes each dropped message once, however many messages follow the dropped ones", () => {
    const count = 2_000;
    let readCount = 0;
    const createLink = (id: string, parentId: string | null) => ({
      id,
      revision: 1,
      get parentId() {
        readCount += 1;
        return parentId;
      },
    });
    const branch = Array.from({ length: count }, (_, n) => createLink(`b${n}`, n === 0 ? null : `b${n - 1}`));
    const leaves = Array.from({ length: count }, (_, n) => createLink(`leaf${n}`, `b${n}`));
    const result = merge(
      { links: [...branch, ...leaves], headId: `b${count - 1}` },
      { messages: [createMessage(`b${count - 1}`)], revision: 1 },
    );
    expect(result.idsToDrop).toHaveLength(count - 1);
    expect(result.linksToUpdate).toHaveLength(count);
    expect(result.linksToUpdate.every(({ parentId }) => parentId === null)).toBe(true);
    expect(result.messageCount).toBe(count + 1);
    expect(readCount).toBeLessThan(20 * count);
  });
});
