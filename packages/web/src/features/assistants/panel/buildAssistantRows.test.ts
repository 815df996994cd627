import { systemAssistantTags } from "@lectern/contract";
import { expect, test } from "vitest";
import { createAssistantSummary } from "../../../entities/assistants/testing/createAssistantSummary.ts";
import { type AssistantListInput, buildAssistantRows } from "./buildAssistantRows.ts";

const list = (assistants: AssistantListInput["assistants"], more: Partial<AssistantListInput> = {}) => {
  const marks = { recentIds: [], pinnedIds: [] };
  const input = {
    assistants,
    marks,
    openGroupIds: new Set<string>(),
    hiddenGroupIds: new Set<string>(),
    showsHidden: false,
    search: "",
    ...more,
  };
  return buildAssistantRows(input).map((row) => (row.kind === "heading" ? `${row.label}:` : "name" in row && row.name));
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
  ]);
  const open = { openGroupIds: new Set([physics.id]) };
  expect(list(assistants, open).slice(-2)).toEqual(["Physics", "Of a group"]);
});

test("[G6.12] assistants of the system are not among those that are shared, and stay in the folder of their group", () => {
  const system = { role: "use", isSystem: true, tags: Object.values(systemAssistantTags) } as const;
  expect(list([create("Creator", system), create("Lent", { role: "use" })])).toEqual(["Shared with you:", "Lent"]);
  const group = { id: "Amplify_1", name: "Amplify Assistants" };
  expect(list([create("Creator", { ...system, group })], { openGroupIds: new Set([group.id]) })).toEqual([
    "From your groups:",
    "Amplify Assistants",
    "Creator",
  ]);
});
