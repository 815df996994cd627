import { type LibraryItem, limits, type PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { decideChanges, type StoredItems } from "./decideChanges.ts";

const prompt = (id: string, content: string, more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  ...{ id, name: "Mail", description: "", content, folderId: null, type: "prompt", data: {} },
  ...more,
});
const change = (item: PromptTemplate, revision: number): LibraryItem => ({
  kind: "prompt",
  id: item.id,
  item,
  revision,
});
const deletion = (kind: "prompt" | "folder", id: string, revision: number): LibraryItem => ({
  kind,
  id,
  item: null,
  revision,
});
const folder = (id: string, name: string, revision: number): LibraryItem => ({
  kind: "folder",
  id,
  item: { id, name, type: "prompt" },
  revision,
});
const stored = (given: { prompts?: [string, PromptTemplate | null][]; folders?: [string, string | null][] }) => {
  const rest = { revision: 5 };
  const kept: StoredItems = {
    prompts: new Map(given.prompts?.map(([id, item]) => [id, { item, ...rest }])),
    folders: new Map(
      given.folders?.map(([id, name]) => [
        id,
        { item: name === null ? null : { id, name, type: "prompt", date: null, pinned: false }, ...rest },
      ]),
    ),
  };
  return kept;
};

describe("a changed prompt", () => {
  const here = stored({ prompts: [["p", prompt("p", "old")]] });

  test("is written where nobody has changed it since", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "new"), 5)], here);
    expect([...prompts]).toEqual([["p", prompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("is kept as a copy under another id where somebody has, and the stored one stays", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "new"), 4)], here);
    const [[copyId = "", copy] = []] = prompts;
    expect(copy).toEqual(prompt(copyId, "new", { name: "Mail (copy from another device)" }));
    expect(prompts.size).toBe(1);
    expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
  });

  test("makes no second copy when the same change comes again, also where the copy was deleted", () => {
    const again = [change(prompt("p", "new"), 4)];
    const [[copyId = "", copy] = []] = decideChanges(again, here).prompts;
    for (const left of [copy ?? null, null]) {
      const known = stored({
        prompts: [
          ["p", prompt("p", "old")],
          [copyId, left],
        ],
      });
      const { prompts, conflicts } = decideChanges(again, known);
      expect(prompts.size).toBe(0);
      expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
    }
  });

  test("is no change where it is what is stored, whatever its revision", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "old"), 1)], here);
    expect([prompts.size, conflicts]).toEqual([0, []]);
  });

  test("comes back where it was deleted elsewhere", () => {
    const { prompts, conflicts } = decideChanges([change(prompt("p", "new"), 4)], stored({ prompts: [["p", null]] }));
    expect([...prompts]).toEqual([["p", prompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("has a copy whose name fits, however long its own is", () => {
    const name = "😀".repeat(limits.promptNameLength / 2);
    const [copy] = decideChanges([change(prompt("p", "new", { name }), 4)], here).prompts.values();
    expect(copy?.name.length).toBeLessThanOrEqual(limits.promptNameLength);
    expect(copy?.name.isWellFormed()).toBe(true);
  });

  test("belongs to no group and has none of the system's tags", () => {
    const given = prompt("p", "new", { groupId: "Staff_1", data: { tags: ["amplify:system", "mine"], noEdit: true } });
    const [written] = decideChanges([change(given, 5)], here).prompts.values();
    expect(written).toEqual(prompt("p", "new", { data: { tags: ["mine"], noEdit: true } }));
  });
});

describe("a deletion", () => {
  const here = stored({ prompts: [["p", prompt("p", "x")]], folders: [["f", "Work"]] });

  test("is done where nobody has changed the item since", () => {
    const { prompts, folders, conflicts } = decideChanges(
      [deletion("prompt", "p", 5), deletion("folder", "f", 5)],
      here,
    );
    expect([[...prompts], [...folders], conflicts]).toEqual([[["p", null]], [["f", null]], []]);
  });

  test("makes way for what was changed elsewhere", () => {
    const { prompts, folders, conflicts } = decideChanges(
      [deletion("prompt", "p", 4), deletion("folder", "f", 4)],
      here,
    );
    expect([prompts.size, folders.size]).toEqual([0, 0]);
    expect(conflicts).toEqual([
      { kind: "prompt", id: "p", copyId: null },
      { kind: "folder", id: "f", copyId: null },
    ]);
  });

  test("of what is gone, or was never there, is done already", () => {
    const gone = stored({ prompts: [["p", null]], folders: [["f", null]] });
    for (const known of [gone, stored({})]) {
      const decision = decideChanges([deletion("prompt", "p", 1), deletion("folder", "f", 1)], known);
      expect([decision.prompts.size, decision.folders.size, decision.conflicts]).toEqual([0, 0, []]);
    }
  });
});

describe("a changed folder", () => {
  test("is written whatever its revision: the last one to come counts", () => {
    const { folders, conflicts } = decideChanges([folder("f", "Private", 1)], stored({ folders: [["f", "Work"]] }));
    expect([...folders.values()]).toEqual([{ id: "f", name: "Private", type: "prompt", date: null, pinned: false }]);
    expect(conflicts).toEqual([]);
  });

  test("is no change where it is what is stored", () => {
    expect(decideChanges([folder("f", "Work", 1)], stored({ folders: [["f", "Work"]] })).folders.size).toBe(0);
  });

  test("is no group's, and none of those that everybody has", () => {
    const item = { id: "f", name: "Staff", type: "prompt" as const, isGroupFolder: true };
    const { folders } = decideChanges([{ kind: "folder", id: "f", item, revision: 0 }], stored({}));
    expect([...folders.values()]).toEqual([{ id: "f", name: "Staff", type: "prompt", date: null, pinned: false }]);
    const builtIn = decideChanges([folder("assistants", "Mine", 0), deletion("folder", "agents", 0)], stored({}));
    expect(builtIn.folders.size).toBe(0);
    expect(builtIn.conflicts.map(({ id }) => id)).toEqual(["assistants", "agents"]);
  });

  test("comes once, however often it stands among the changes", () => {
    const { folders } = decideChanges([folder("f", "A", 0), folder("f", "B", 0)], stored({}));
    expect([...folders.values()]).toMatchObject([{ name: "B" }]);
  });
});
