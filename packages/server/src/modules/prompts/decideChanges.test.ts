import { limits, type PromptStoreItem, type PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { decideChanges, type StoredEntries } from "./decideChanges.ts";

const prompt = (id: string, content: string, more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  ...{ id, name: "Mail", description: "", content, folderId: null, type: "prompt", data: {} },
  ...more,
});
const change = (item: PromptTemplate, revision: number): PromptStoreItem => ({
  kind: "prompt",
  id: item.id,
  item,
  revision,
});
const deletion = (kind: "prompt" | "folder", id: string, revision: number): PromptStoreItem => ({
  kind,
  id,
  item: null,
  revision,
});
const folder = (id: string, name: string, revision: number): PromptStoreItem => ({
  kind: "folder",
  id,
  item: { id, name, type: "prompt" },
  revision,
});
const revision = 5;
const createStored = (given: {
  prompts?: [string, PromptTemplate | null][];
  folders?: [string, string | null][];
}): StoredEntries => ({
  prompts: new Map(given.prompts?.map(([id, item]) => [id, { item, revision }])),
  folders: new Map(
    given.folders?.map(([id, name]) => [
      id,
      { item: name === null ? null : { id, name, type: "prompt", date: null, pinned: false }, revision },
    ]),
  ),
});

describe("a changed prompt", () => {
  const storedEntries = createStored({ prompts: [["p", prompt("p", "old")]] });

  test("is written if nobody has changed the prompt since", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "new"), 5)], storedEntries);
    expect([...prompts]).toEqual([["p", prompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("is stored as a copy under another id if another device has changed the prompt, and the stored one stays", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "new"), 4)], storedEntries);
    const [[copyId = "", copy] = []] = prompts;
    expect(copy).toEqual(prompt(copyId, "new", { name: "Mail (copy from another device)" }));
    expect(prompts.size).toBe(1);
    expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
  });

  test("makes no second copy when the same change arrives again, even if the copy was deleted", () => {
    const repeatedChanges = [change(prompt("p", "new"), 4)];
    const [[copyId = "", copy] = []] = decideChanges(repeatedChanges, storedEntries).prompts;
    for (const storedCopy of [copy ?? null, null]) {
      const known = createStored({
        prompts: [
          ["p", prompt("p", "old")],
          [copyId, storedCopy],
        ],
      });
      const { prompts, conflicts } = decideChanges(repeatedChanges, known);
      expect(prompts.size).toBe(0);
      expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
    }
  });

  test("is ignored if it equals the stored prompt, whatever its revision", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "old"), 1)], storedEntries);
    expect([prompts.size, conflicts]).toEqual([0, []]);
  });

  test("restores a prompt that was deleted on another device", () => {
    const { prompts, conflicts } = decideChanges(
      [change(prompt("p", "new"), 4)],
      createStored({ prompts: [["p", null]] }),
    );
    expect([...prompts]).toEqual([["p", prompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("gives its copy a name within the limit, however long the original name is", () => {
    const name = "😀".repeat(limits.promptNameLength / 2);
    const [copy] = decideChanges([change(prompt("p", "new", { name }), 4)], storedEntries).prompts.values();
    expect(copy?.name.length).toBeLessThanOrEqual(limits.promptNameLength);
    expect(copy?.name.isWellFormed()).toBe(true);
  });

  test("loses its group and the system's tags", () => {
    const given = prompt("p", "new", { groupId: "Staff_1", data: { tags: ["amplify:system", "mine"], noEdit: true } });
    const [written] = decideChanges([change(given, 5)], storedEntries).prompts.values();
    expect(written).toEqual(prompt("p", "new", { data: { tags: ["mine"], noEdit: true } }));
  });
});

describe("a deletion", () => {
  const storedEntries = createStored({ prompts: [["p", prompt("p", "x")]], folders: [["f", "Work"]] });

  test("is applied if nobody has changed the item since", () => {
    const { prompts, folders, conflicts } = decideChanges(
      [deletion("prompt", "p", 5), deletion("folder", "f", 5)],
      storedEntries,
    );
    expect([[...prompts], [...folders], conflicts]).toEqual([[["p", null]], [["f", null]], []]);
  });

  test("yields to a change made on another device", () => {
    const { prompts, folders, conflicts } = decideChanges(
      [deletion("prompt", "p", 4), deletion("folder", "f", 4)],
      storedEntries,
    );
    expect([prompts.size, folders.size]).toEqual([0, 0]);
    expect(conflicts).toEqual([
      { kind: "prompt", id: "p", copyId: null },
      { kind: "folder", id: "f", copyId: null },
    ]);
  });

  test("of an item that is already deleted, or never existed, does nothing", () => {
    const deletedEntries = createStored({ prompts: [["p", null]], folders: [["f", null]] });
    for (const known of [deletedEntries, createStored({})]) {
      const decision = decideChanges([deletion("prompt", "p", 1), deletion("folder", "f", 1)], known);
      expect([decision.prompts.size, decision.folders.size, decision.conflicts]).toEqual([0, 0, []]);
    }
  });
});

describe("a changed folder", () => {
  test("is written whatever its revision: the last write wins", () => {
    const { folders, conflicts } = decideChanges(
      [folder("f", "Private", 1)],
      createStored({ folders: [["f", "Work"]] }),
    );
    expect([...folders.values()]).toEqual([{ id: "f", name: "Private", type: "prompt", date: null, pinned: false }]);
    expect(conflicts).toEqual([]);
  });

  test("is ignored if it equals the stored folder", () => {
    expect(decideChanges([folder("f", "Work", 1)], createStored({ folders: [["f", "Work"]] })).folders.size).toBe(0);
  });

  test("loses its group, and a built-in folder is rejected", () => {
    const item = { id: "f", name: "Staff", type: "prompt" as const, isGroupFolder: true };
    const { folders } = decideChanges([{ kind: "folder", id: "f", item, revision: 0 }], createStored({}));
    expect([...folders.values()]).toEqual([{ id: "f", name: "Staff", type: "prompt", date: null, pinned: false }]);
    const builtIn = decideChanges([folder("assistants", "Mine", 0), deletion("folder", "agents", 0)], createStored({}));
    expect(builtIn.folders.size).toBe(0);
    expect(builtIn.conflicts.map(({ id }) => id)).toEqual(["assistants", "agents"]);
  });

  test("is written once, however often it is among the changes", () => {
    const { folders } = decideChanges([folder("f", "A", 0), folder("f", "B", 0)], createStored({}));
    expect([...folders.values()]).toMatchObject([{ name: "B" }]);
  });
});
