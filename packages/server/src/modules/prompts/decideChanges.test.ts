import { limits, type PromptStoreItem, type PromptTemplate } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { decideChanges, type ReceivedPlace, type StoredEntries, toStoredChange } from "./decideChanges.ts";

const decide = (changes: readonly PromptStoreItem[], storedEntries: StoredEntries) =>
  decideChanges(changes.map(toStoredChange), storedEntries);

const createPrompt = (id: string, content: string, more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  ...{ id, name: "Mail", description: "", content, folderId: null, type: "prompt", data: {} },
  ...more,
});
const createPromptChange = (item: PromptTemplate, revision: number): PromptStoreItem => ({
  kind: "prompt",
  id: item.id,
  item,
  revision,
});
const createDeletion = (kind: "prompt" | "folder", id: string, revision: number): PromptStoreItem => ({
  kind,
  id,
  item: null,
  revision,
});
const createFolderChange = (id: string, name: string, revision: number): PromptStoreItem => ({
  kind: "folder",
  id,
  item: { id, name, type: "prompt" },
  revision,
});
const revision = 5;
const createStoredEntries = (items: {
  prompts?: [string, PromptTemplate | null][];
  folders?: [string, string | null][];
}): StoredEntries => ({
  prompts: new Map(items.prompts?.map(([id, item]) => [id, { item, revision }])),
  folders: new Map(
    items.folders?.map(([id, name]) => [
      id,
      { item: name === null ? null : { id, name, type: "prompt", date: null, pinned: false }, revision },
    ]),
  ),
});

describe("a changed prompt", () => {
  const storedEntries = createStoredEntries({ prompts: [["p", createPrompt("p", "old")]] });

  test("is written if nobody has changed the prompt since", () => {
    const { prompts, conflicts } = decide([createPromptChange(createPrompt("p", "new"), 5)], storedEntries);
    expect([...prompts]).toEqual([["p", createPrompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("is stored as a copy under another id if another device has changed the prompt, and the stored one stays", () => {
    const { prompts, conflicts } = decide([createPromptChange(createPrompt("p", "new"), 4)], storedEntries);
    const [[copyId = "", copy] = []] = prompts;
    expect(copy).toEqual(createPrompt(copyId, "new", { name: "Mail (copy from another device)" }));
    expect(prompts.size).toBe(1);
    expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
  });

  test("makes no second copy when the same change arrives again, even if the copy was deleted", () => {
    const repeatedChanges = [createPromptChange(createPrompt("p", "new"), 4)];
    const [[copyId = "", copy] = []] = decide(repeatedChanges, storedEntries).prompts;
    for (const storedCopy of [copy ?? null, null]) {
      const knownEntries = createStoredEntries({
        prompts: [
          ["p", createPrompt("p", "old")],
          [copyId, storedCopy],
        ],
      });
      const { prompts, conflicts } = decide(repeatedChanges, knownEntries);
      expect(prompts.size).toBe(0);
      expect(conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
    }
  });

  test("is ignored if it equals the stored prompt, whatever its revision", () => {
    const { prompts, conflicts } = decide([createPromptChange(createPrompt("p", "old"), 1)], storedEntries);
    expect([prompts.size, conflicts]).toEqual([0, []]);
  });

  test("restores a prompt that was deleted on another device", () => {
    const { prompts, conflicts } = decide(
      [createPromptChange(createPrompt("p", "new"), 4)],
      createStoredEntries({ prompts: [["p", null]] }),
    );
    expect([...prompts]).toEqual([["p", createPrompt("p", "new")]]);
    expect(conflicts).toEqual([]);
  });

  test("gives its copy a name within the limit, however long the original name is", () => {
    const name = "😀".repeat(limits.promptNameLength / 2);
    const [copy] = decide([createPromptChange(createPrompt("p", "new", { name }), 4)], storedEntries).prompts.values();
    expect(copy?.name.length).toBeLessThanOrEqual(limits.promptNameLength);
    expect(copy?.name.isWellFormed()).toBe(true);
  });

  test("loses its group and the system's tags", () => {
    const incomingPrompt = createPrompt("p", "new", {
      groupId: "Staff_1",
      data: { tags: ["amplify:system", "mine"], noEdit: true },
    });
    const [writtenPrompt] = decide([createPromptChange(incomingPrompt, 5)], storedEntries).prompts.values();
    expect(writtenPrompt).toEqual(createPrompt("p", "new", { data: { tags: ["mine"], noEdit: true } }));
  });
});

describe("a deletion", () => {
  const storedEntries = createStoredEntries({ prompts: [["p", createPrompt("p", "x")]], folders: [["f", "Work"]] });

  test("is applied if nobody has changed the item since", () => {
    const { prompts, folders, conflicts } = decide(
      [createDeletion("prompt", "p", 5), createDeletion("folder", "f", 5)],
      storedEntries,
    );
    expect([[...prompts], [...folders], conflicts]).toEqual([[["p", null]], [["f", null]], []]);
  });

  test("yields to a change made on another device", () => {
    const { prompts, folders, conflicts } = decide(
      [createDeletion("prompt", "p", 4), createDeletion("folder", "f", 4)],
      storedEntries,
    );
    expect([prompts.size, folders.size]).toEqual([0, 0]);
    expect(conflicts).toEqual([
      { kind: "folder", id: "f", copyId: null },
      { kind: "prompt", id: "p", copyId: null },
    ]);
  });

  test("of an item that is already deleted, or never existed, does nothing", () => {
    const deletedEntries = createStoredEntries({ prompts: [["p", null]], folders: [["f", null]] });
    for (const knownEntries of [deletedEntries, createStoredEntries({})]) {
      const decision = decide([createDeletion("prompt", "p", 1), createDeletion("folder", "f", 1)], knownEntries);
      expect([decision.prompts.size, decision.folders.size, decision.conflicts]).toEqual([0, 0, []]);
    }
  });
});

describe("a changed folder", () => {
  test("is written whatever its revision: the last write wins", () => {
    const { folders, conflicts } = decide(
      [createFolderChange("f", "Private", 1)],
      createStoredEntries({ folders: [["f", "Work"]] }),
    );
    expect([...folders.values()]).toEqual([{ id: "f", name: "Private", type: "prompt", date: null, pinned: false }]);
    expect(conflicts).toEqual([]);
  });

  test("is ignored if it equals the stored folder", () => {
    expect(
      decide([createFolderChange("f", "Work", 1)], createStoredEntries({ folders: [["f", "Work"]] })).folders.size,
    ).toBe(0);
  });

  test("loses its group, and a built-in folder is rejected", () => {
    const item = { id: "f", name: "Staff", type: "prompt" as const, isGroupFolder: true };
    const { folders } = decide([{ kind: "folder", id: "f", item, revision: 0 }], createStoredEntries({}));
    expect([...folders.values()]).toEqual([{ id: "f", name: "Staff", type: "prompt", date: null, pinned: false }]);
    const builtInDecision = decide(
      [createFolderChange("assistants", "Mine", 0), createDeletion("folder", "agents", 0)],
      createStoredEntries({}),
    );
    expect(builtInDecision.folders.size).toBe(0);
    expect(builtInDecision.conflicts.map(({ id }) => id)).toEqual(["assistants", "agents"]);
  });

  test("is written once, however often it is among the changes", () => {
    const { folders } = decide(
      [createFolderChange("f", "A", 0), createFolderChange("f", "B", 0)],
      createStoredEntries({}),
    );
    expect([...folders.values()]).toMatchObject([{ name: "B" }]);
  });
});

describe("a received prompt", () => {
  const rights = {
    access: { read: true, write: false },
    noCopy: true,
    noEdit: true,
    noDelete: true,
    noShare: true,
  };
  const shared = createPrompt("p", "shared", { folderId: "f", data: rights });
  const received = { ...shared, data: { ...rights, isReceived: true } };
  const place: ReceivedPlace = { folderId: "f", hasFolder: true };
  const decideReceived = (changes: readonly PromptStoreItem[], stored: StoredEntries, where = place) =>
    decideChanges(changes.map(toStoredChange), stored, new Map([["p", where]]));
  const stored = createStoredEntries({ prompts: [["p", received]], folders: [["f", "Work"]] });

  test("has its restrictions from its import, whatever the device sends", () => {
    for (const data of [rights, {}, { noEdit: false, access: { write: true }, isReceived: false }]) {
      const change = createPromptChange({ ...shared, data }, 0);
      for (const entries of [createStoredEntries({}), createStoredEntries({ prompts: [["p", null]] })]) {
        const { prompts, conflicts } = decideReceived([change], entries, { folderId: null, hasFolder: false });
        expect([[...prompts], conflicts]).toEqual([[["p", received]], []]);
      }
    }
  });

  test("is neither changed nor given back a right nor copied, at any revision", () => {
    const changes: Partial<PromptTemplate>[] = [
      { content: "changed" },
      { name: "Renamed" },
      { type: "automation" },
      { data: {} },
      { data: { ...rights, noEdit: false } },
      { data: { ...rights, noShare: false } },
      { data: { ...rights, access: { read: true, write: true } } },
      { data: { ...rights, tags: ["mine"] } },
      { content: "changed", folderId: null },
    ];
    for (const fields of changes) {
      for (const base of [0, revision]) {
        const { prompts, conflicts } = decideReceived([createPromptChange({ ...shared, ...fields }, base)], stored);
        expect([prompts.size, conflicts]).toEqual([0, [{ kind: "prompt", id: "p", copyId: null }]]);
      }
    }
  });

  test("can be moved and hidden, and the last write wins", () => {
    const moved = { ...shared, folderId: null, data: { ...rights, hidden: true } };
    const { prompts, conflicts } = decideReceived([createPromptChange(moved, 1)], stored);
    expect([[...prompts], conflicts]).toEqual([
      [["p", { ...received, folderId: null, data: { ...received.data, hidden: true } }]],
      [],
    ]);
    expect(decideReceived([createPromptChange(shared, 1)], stored).prompts.size).toBe(0);
  });

  test("is deleted with its folder only", () => {
    const deletion = createDeletion("prompt", "p", revision);
    const isDeleted = (changes: PromptStoreItem[], where = place) => {
      const { prompts, conflicts } = decideReceived(changes, stored, where);
      expect(conflicts.length).toBe(prompts.size === 1 ? 0 : 1);
      return prompts.get("p") === null;
    };
    expect(isDeleted([deletion])).toBe(false);
    expect(isDeleted([deletion], { folderId: "agents", hasFolder: false })).toBe(false);
    expect(isDeleted([deletion, createDeletion("folder", "f", revision)])).toBe(true);
    expect(isDeleted([deletion], { folderId: "f", hasFolder: false })).toBe(true);
  });
});
