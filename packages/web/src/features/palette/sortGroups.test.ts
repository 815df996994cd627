import { expect, test } from "vitest";
import { sortGroups } from "./sortGroups.ts";

const createGroup = (name: string, ...names: string[]) => {
  return { name, entries: names.map((entry) => ({ id: entry, name: entry, run: () => {} })) };
};

test("a group whose entries were found by their descriptions alone comes after those with matching names", () => {
  const groups = [createGroup("Assistants", "Tutor"), createGroup("Models", "Built-in guide"), createGroup("Actions")];
  const listNames = (search: string) => sortGroups(groups, search).map(({ name }) => name);
  expect(listNames("bui gui")).toEqual(["Models", "Assistants", "Actions"]);
  expect(listNames("help")).toEqual(["Assistants", "Models", "Actions"]);
  expect(listNames("")).toEqual(["Assistants", "Models", "Actions"]);
});
