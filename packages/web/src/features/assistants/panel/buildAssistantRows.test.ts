import { systemAssistantTags } from "@lectern/contract";
import { expect, test } from "vitest";
import { createAssistantSummary } from "../../../entities/assistants/testing/createAssistantSummary.ts";
import { keyOfRow } from "../../../ui/tree/treeRows.ts";
import { type AssistantListInput, buildAssistantRows } from "./buildAssistantRows.ts";

const list = (assistants: AssistantListInput["assistants"], more: Partial<AssistantListInput> = {}) => {
  const marks = { recentIds: [], pinnedIds: [] };
  const input = {
    assistants,
    marks,
    folderChoices: {},
    hiddenGroupIds: new Set<string>(),
    showsHidden: false,
    search: "",
    ...more,
  };
  const rows = buildAssistantRows(input);
  // Rows with equal keys would take each other's place.
  expect(new Set(rows.map(keyOfRow)).size).toBe(rows.length);
  return rows.map((row) => (row.kind === "heading" ? `${row.label}:` : "name" in row && row.name));
};
const create = (name: string, fields: Parameters<typeof createAssistantSummary>[0] = {}) =>
  createAssistantSummary({ assistantId: `astp/${name}`, name, ...fields });
const physics = { id: "Physics_1", name: "Physics" };

test("a person's own assistants come first, then those shared with them, then the folders of groups", () => {
  const assistants = [
    create("Of a group", { role: "use", group: physics }),
    create("Lent", { role: "write" }),
    create("Mine", { role: "admin" }),
  ];
  expect(list(assistants)).toEqual([
    "Your assistants:",
    "Mine",
    "Shared with you:",
    "Lent",
    "From your groups:",
    "Physics",
    "Of a group",
  ]);
});

test("what is shared with a group is in its folder, and among those shared with the person only if it was also shared with them alone", () => {
  const art = { id: "Art_1", name: "Art" };
  const assistants = [
    create("Mine", { role: "admin", sharedGroups: [physics] }),
    create("Both", { role: "use", sharedGroups: [physics], isRemovable: true }),
    create("Group only", { role: "use", sharedGroups: [physics, art] }),
    create("Of a group", { role: "use", group: physics, sharedGroups: [art] }),
  ];
  expect(list(assistants)).toEqual([
    ...["Your assistants:", "Mine", "Shared with you:", "Both"],
    ...["From your groups:", "Art", "Group only", "Of a group", "Physics", "Both", "Group only", "Mine", "Of a group"],
  ]);
});

test("[G6.12] assistants of the system are not among those that are shared, and stay in the folder of their group", () => {
  const system = { role: "use", isSystem: true, tags: Object.values(systemAssistantTags) } as const;
  expect(list([create("Creator", system), create("Lent", { role: "use" })])).toEqual(["Shared with you:", "Lent"]);
  const group = { id: "Amplify_1", name: "Amplify Assistants" };
  expect(list([create("Creator", { ...system, group })])).toEqual([
    "From your groups:",
    "Amplify Assistants",
    "Creator",
  ]);
});

test("the folder of a group is open at first if it is the only one or has few assistants, until the person closes it", () => {
  const fill = (group: typeof physics, count: number) =>
    Array.from({ length: count }, (_, index) => create(`${group.name} ${index + 1}`, { role: "use", group }));
  const many = fill(physics, 6);
  expect(list(many)).toHaveLength(8);
  expect(list(many, { folderChoices: { [physics.id]: false } })).toEqual(["From your groups:", "Physics"]);
  const both = [...many, ...fill({ id: "Art_1", name: "Art" }, 1)];
  expect(list(both)).toEqual(["From your groups:", "Art", "Art 1", "Physics"]);
  expect(list(both, { folderChoices: { [physics.id]: true } })).toHaveLength(10);
});
