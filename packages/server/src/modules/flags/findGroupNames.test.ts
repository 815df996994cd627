import { expect, test } from "vitest";
import { findGroupNames } from "./findGroupNames.ts";

const find = (configured: unknown) => [...findGroupNames("Ada@Example.org", configured)];

test("a person is in the groups that name the e-mail address, in any spelling", () => {
  const groups = { Staff: { members: [" ada@example.ORG "] }, Other: { members: ["bob@example.org"] }, Empty: {} };
  expect(find(groups)).toEqual(["Staff"]);
});

test("a group contains the members of the groups that it includes, also over several groups and in a circle", () => {
  const groups = {
    All: { members: [], includeFromOtherGroups: ["Staff", "Students"] },
    Staff: { members: [], includeFromOtherGroups: ["Library", "All"] },
    Students: { members: ["bob@example.org"] },
    Library: { members: ["ada@example.org"] },
  };
  expect(find(groups)).toEqual(["Library", "Staff", "All"]);
});

test("groups of another form are ignored", () => {
  for (const configured of [null, "x", [], { Staff: 1 }, { Staff: { members: "ada@example.org" } }]) {
    expect(find(configured)).toEqual([]);
  }
});
