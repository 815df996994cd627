import { expect, test } from "vitest";
import { searchActions } from "./searchActions.ts";
import { sortGroups } from "./sortGroups.ts";

const createGroup = (name: string, ...names: string[]) => {
  return { name, entries: names.map((entry) => ({ id: entry, name: entry, run: () => {} })) };
};

test("what is named exactly as typed comes first, in its group and with it", () => {
  const groups = [createGroup("Chats", "Embeddings of words"), createGroup("Actions", "Embeddings (administration)")];
  expect(sortGroups(groups, "embeddings ").map(({ name }) => name)).toEqual(["Actions", "Chats"]);
  const actions = createGroup("Actions", "New assistant", "Assistants", "Assistant").entries;
  expect(searchActions(actions, "assistant").map(({ name }) => name)).toEqual([
    "Assistant",
    "New assistant",
    "Assistants",
  ]);
});

test("a group whose entries were found by their descriptions alone comes after those with matching names", () => {
  const groups = [createGroup("Assistants", "Tutor"), createGroup("Models", "Built-in guide"), createGroup("Actions")];
  const listNames = (search: string) => sortGroups(groups, search).map(({ name }) => name);
  expect(listNames("bui gui")).toEqual(["Models", "Assistants", "Actions"]);
  expect(listNames("help")).toEqual(["Assistants", "Models", "Actions"]);
  expect(listNames("")).toEqual(["Assistants", "Models", "Actions"]);
});
