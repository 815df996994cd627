import { expect, test } from "vitest";
import { findAssistants } from "./findAssistants.ts";
import { createAssistantSummary } from "./testing/createAssistantSummary.ts";

const create = (name: string, description = "") => createAssistantSummary({ assistantId: name, name, description });
const noMarks = { pinnedIds: [], recentIds: [] };

test("the pinned assistants come first, then the recent ones, then the others by name", () => {
  const assistants = ["Bio", "Art", "Zoo", "Math", "Law"].map((name) => create(name));
  const found = findAssistants(assistants, " ", { pinnedIds: ["Zoo"], recentIds: ["Math", "Zoo", "gone"] });
  expect(found.map(({ name }) => name)).toEqual(["Zoo", "Math", "Art", "Bio", "Law"]);
});

test("one's own assistants come before those of others, and those of the server come last", () => {
  const owner = { name: "Ann", email: "ann@example.org" };
  const assistants = [
    createAssistantSummary({ assistantId: "1", name: "Assistant Creator", isSystem: true }),
    createAssistantSummary({ assistantId: "2", name: "Biology", owner }),
    createAssistantSummary({ assistantId: "3", name: "Chemistry", group: { id: "g", name: "Lab" } }),
    create("Tutor"),
  ];
  const find = (search: string, recentIds: string[] = []) =>
    findAssistants(assistants, search, { pinnedIds: [], recentIds }).map(({ name }) => name);
  expect(find("")).toEqual(["Tutor", "Biology", "Chemistry", "Assistant Creator"]);
  expect(find("", ["1"])).toEqual(["Assistant Creator", "Tutor", "Biology", "Chemistry"]);
  // What matches better comes first all the same.
  expect(find("creator")).toEqual(["Assistant Creator"]);
});

test("a search finds names before descriptions, ignoring case, accents and spaces", () => {
  const assistants = [
    create("Advanced écology"),
    create("Forestry", "About ecology."),
    create("Ecology"),
    create("Zoology"),
    create("Deep ecologist"),
  ];
  const find = (search: string) => findAssistants(assistants, search, noMarks).map(({ name }) => name);
  expect(find("ECOLOG")).toEqual(["Ecology", "Advanced écology", "Deep ecologist", "Forestry"]);
  expect(find("deepeco")).toEqual(["Deep ecologist"]);
  expect(find("physics")).toEqual([]);
});

test("a search finds assistants by the name of a group that has them, after those with matching names", () => {
  const group = { id: "g", name: "Statistics II, Winter 2026" };
  const owner = { name: "Ann", email: "ann@example.org" };
  const assistants = [
    create("Forestry", "About statistics."),
    createAssistantSummary({ assistantId: "1", name: "Coach", group }),
    createAssistantSummary({ assistantId: "2", name: "Dice", owner, sharedGroups: [{ id: "h", name: "Law" }, group] }),
    create("Statistics"),
  ];
  const found = findAssistants(assistants, "statistics", noMarks);
  expect(found.map(({ name }) => name)).toEqual(["Statistics", "Coach", "Dice", "Forestry"]);
});
