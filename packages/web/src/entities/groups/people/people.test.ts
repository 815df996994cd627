import { limits } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createGroup } from "../testing/createGroup.ts";
import { emailsQuery, findCachedEmails } from "./emailsQuery.ts";
import { findEntryProblem, suggestGroups, toGroupEntry } from "./findEntryProblem.ts";
import { findPeopleProblem } from "./findPeopleProblem.ts";
import {
  addPeople,
  completePeople,
  editPerson,
  emptyPeopleDraft,
  removePerson,
  removeSubmitted,
} from "./peopleDraft.ts";
import { splitPeople } from "./peopleEntries.ts";
import { toFieldKeyAction } from "./peopleKeys.ts";
import { findGroupsByWord, isStartOfGroupName, toTypedEntry } from "./wholeGroups.ts";

const enter = (text: string) => addPeople(emptyPeopleDraft, text).draft.entries;

test("[G2.09] [G5.11] [G5.12] comma lists are split, trimmed and lower-cased; the name of a group keeps its case", () => {
  expect(enter(" Ada@Example.org ,bob@example.org,, #Physics II ,")).toEqual([
    "ada@example.org",
    "bob@example.org",
    "#Physics II",
  ]);
});

test("what cannot be used is shown as it was typed", () => {
  expect(enter("Bad Person, ADA@example.org")).toEqual(["Bad Person", "ada@example.org"]);
});

test("lists from mail programs, tables and notes are read", () => {
  expect(splitPeople('"Lovelace, Ada" <Ada@example.org>; Bob <bob@example.org>')).toEqual([
    "ada@example.org",
    "bob@example.org",
  ]);
  expect(splitPeople("ada@example.org\tbob@example.org\r\ncarol@example.org dora@example.org")).toHaveLength(4);
  expect(splitPeople("ada@example.org bob@example carol@example.org")).toEqual([
    "ada@example.org",
    "bob@example",
    "carol@example.org",
  ]);
  expect(splitPeople("Ada ada@example.org")).toEqual(["Ada ada@example.org"]);
  expect(splitPeople("#Team a@b c@d")).toEqual(["#Team a@b c@d"]);
});

test("[G5.10] duplicates are ignored, in any case, and named", () => {
  const { draft } = addPeople(emptyPeopleDraft, "ada@example.org,ADA@example.org,#Lab");
  expect(draft.entries).toEqual(["ada@example.org", "#Lab"]);
  expect(addPeople(draft, "Ada@Example.org, #LAB, bob@example.org")).toEqual({
    draft: { entries: ["ada@example.org", "#Lab", "bob@example.org"], text: "" },
    duplicates: ["ada@example.org", "#LAB"],
  });
});

test("500 pasted addresses are entered, each once", () => {
  const addresses = Array.from({ length: 500 }, (_, index) => `person${index}@example.org`);
  expect(enter([...addresses, ...addresses].join("\n"))).toEqual(addresses);
});

test("what is still in the field is entered on submit, and an entry can be moved back to be corrected", () => {
  const draft = { entries: ["ada@example.org", "bob"], text: "carol@example.org" };
  expect(completePeople(draft).entries).toEqual(["ada@example.org", "bob", "carol@example.org"]);
  expect(editPerson(draft, "bob")).toEqual({ entries: ["ada@example.org", "carol@example.org"], text: "bob" });
  expect(removePerson(draft, "bob")).toEqual({ ...draft, entries: ["ada@example.org"] });
});

test("what is entered while other entries are submitted stays", () => {
  const submitted = { entries: ["ada@example.org", "#Lab"], text: "" };
  const draft = { entries: ["#Lab", "bob@example.org"], text: "carol" };
  expect(removeSubmitted(draft, submitted)).toEqual({ entries: ["bob@example.org"], text: "carol" });
  expect(removeSubmitted(submitted, submitted)).toEqual(emptyPeopleDraft);
});

test("[A5.12] [G5.09] email addresses and ids of letters, digits and hyphens with six digits at the end are accepted", () => {
  for (const entry of ["a@b.c", "grading-bot-123456", "App2-000000"])
    expect(findEntryProblem(entry, { groups: [] })).toBeNull();
  for (const entry of ["a@b", "a b@c.d", "ada", "bot-12345", "bot_1-123456", "@b.c", "a@@b.c"]) {
    expect(findEntryProblem(entry, { groups: [] })).toBe(
      "Enter an email address, a program’s system ID, or # and a group’s name.",
    );
  }
});

test("a group can be entered by those who can write in it, and by its id if others have its name", () => {
  const physics = createGroup();
  const twin = createGroup({ id: "Physics_2" });
  const readable = createGroup({ id: "Club_1", name: "Chess, Go", level: "read" });
  expect(findEntryProblem("#physics", { groups: [physics] })).toBeNull();
  expect(findEntryProblem("#Nobody", { groups: undefined })).toBeNull();
  expect(findEntryProblem("#Nobody", { groups: [physics] })).toBe("You’re not a member of a group with this name.");
  expect(findEntryProblem("#Physics", { groups: [physics, twin] })).toMatch(/^You are a member of several groups/);
  expect(findEntryProblem("#Physics_2", { groups: [physics, twin] })).toBeNull();
  // Anybody can name a group like the id of another one.
  const impostor = createGroup({ id: "Other_1", name: "physics_1" });
  expect(findEntryProblem("#Physics_1", { groups: [physics, impostor] })).toMatch(
    /^You are a member of several groups/,
  );
  expect(findEntryProblem("#Club_1", { groups: [readable] })).toBe(
    "You can only add the members of groups that you can edit.",
  );
  expect(toGroupEntry(physics, [physics])).toBe("#Physics");
  expect(toGroupEntry(physics, [physics, twin])).toBe("#Physics_1");
  expect(toGroupEntry(readable, [readable])).toBe("#Club_1");
  for (const text of ["#PHY", "#", "phy"]) expect(suggestGroups(text, [physics, readable])).toEqual([physics]);
  expect(suggestGroups("", [physics])).toEqual([]);
});

test("a whole group is entered by its id, which a typed name stands for if no other group of the person has it, and `#` still for the members", () => {
  const physics = createGroup();
  const twins = [
    createGroup({ id: "Twin_1", name: "Twin" }),
    createGroup({ id: "Twin_2", name: "Twin", level: "read" }),
  ];
  const numbered = createGroup({ id: "Course_1", name: "Course-202425" });
  const readable = createGroup({ id: "Club_1", name: "Chess, Go", level: "read" });
  const groups = [physics, ...twins, numbered, readable];
  const enterable = { groups, wholeGroups: groups.filter(({ level }) => level !== "read") };
  const find = (entry: string) => findEntryProblem(entry, enterable);
  for (const entry of ["Physics_1", "Twin_1", "Course_1", "#Physics", "ada@example.org"])
    expect(find(entry)).toBeNull();
  expect(toTypedEntry(" physics ", enterable)).toBe("Physics_1");
  // The person cannot share with the other group of this name, which may be the one that is meant.
  for (const text of ["twin", "course-202425", "#Physics", "Chess, Go", "Nobody"])
    expect(toTypedEntry(text, enterable)).toBe(text);
  // A part of a pasted list, such as a person's name, is not taken for a group.
  for (const entry of ["Physics", "twin", "course-202425"])
    expect(find(entry)).toBe("Choose the group from the suggestions.");
  for (const entry of ["Chess, Go", "chess, go"]) expect(find(entry)).toBe("You can’t share with this group.");
  for (const entry of ["Nobody", "Club_1"]) {
    expect(find(entry)).toBe(
      "Enter an email address, a program’s system ID, or the name of a group you can share with.",
    );
  }
  expect(findEntryProblem("Physics", { groups: undefined, wholeGroups: [] })).toMatch(
    /^Your groups haven’t loaded yet/,
  );
  expect(findEntryProblem("Physics_1", { groups })).not.toBeNull();
});

test("a comma that belongs to the name of a group does not end what is typed", () => {
  const groups = [createGroup({ name: "Law" }), createGroup({ name: "Law, Economics" })];
  expect(isStartOfGroupName("law,", groups)).toBe(true);
  expect(isStartOfGroupName("Law, Eco", groups)).toBe(true);
  expect(isStartOfGroupName("Law, ada@example.org", groups)).toBe(false);
  expect(isStartOfGroupName("ada@example.org,", groups)).toBe(false);
});

test("whole groups are suggested by the beginning of each word of their name, all for an empty text", () => {
  const groups = ["Physics II", "Institute of Physics", "Astrophysics", "Law (physics)"].map((name, index) =>
    createGroup({ id: `Group_${index}`, name }),
  );
  const suggest = (text: string) => findGroupsByWord(text, groups).map(({ name }) => name);
  expect(suggest("PHY")).toEqual(["Physics II", "Institute of Physics", "Law (physics)"]);
  expect(suggest("physics i")).toEqual(["Physics II"]);
  // Whatever separates the words of the name can be typed.
  for (const text of ["law (", "Law (physics)", "LAW-ph"]) expect(suggest(text)).toEqual(["Law (physics)"]);
  expect(suggest(" ")).toHaveLength(4);
});

test("entries that cannot be used, too many and none keep the form from being submitted", () => {
  const check = (entries: readonly string[], isOptional = false) =>
    findPeopleProblem({ entries, text: "" }, { groups: [], isOptional });
  expect(check(["ada@example.org"])).toBeNull();
  expect(check(["ada@example.org", "bob"])).toBe("Correct or remove 1 entry.");
  expect(check([])).toBe("Enter at least one person.");
  expect(check([], true)).toBeNull();
  const entries = Array.from({ length: limits.groupMembersPerCall + 1 }, (_, index) => `p${index}@example.org`);
  expect(check(entries)).toMatch(/^You can enter at most/);
});

test("the arrow keys choose a suggestion, Enter takes it or adds the text, and Esc closes only the list", () => {
  const press = (key: string, index: number | null, { count = 2, isOpen = true, text = "a" } = {}) =>
    toFieldKeyAction(key, { text, count, list: { isOpen, index } });
  expect(press("ArrowDown", null)).toEqual({ type: "move", index: 0 });
  expect(press("ArrowDown", 1)).toEqual({ type: "move", index: 0 });
  expect(press("ArrowUp", null)).toEqual({ type: "move", index: 1 });
  expect(press("Enter", 1)).toEqual({ type: "choose", index: 1 });
  expect(press("Enter", null)).toEqual({ type: "add" });
  expect(press("Enter", null, { text: " " })).toEqual({ type: "ignore" });
  expect(press("Escape", 0)).toEqual({ type: "close" });
  expect(press("Escape", null, { isOpen: false })).toEqual({ type: "none" });
  expect(press("Backspace", null, { text: "" })).toEqual({ type: "focusEntries" });
  expect(press("Backspace", null)).toEqual({ type: "none" });
});

test("a complete answer for a shorter prefix is used again, an incomplete one is not", () => {
  const cache = new QueryClient();
  const store = (prefix: string, emails: string[]) => cache.setQueryData(emailsQuery(prefix).queryKey, emails);
  const many = Array.from({ length: limits.suggestedEmails }, (_, index) => `ann${index}@example.org`);
  store("a", many);
  expect(findCachedEmails(cache, "ann1")).toBeUndefined();
  expect(findCachedEmails(cache, "a")).toEqual(many);
  store("b", ["bea@example.org", "bob@example.org"]);
  expect(findCachedEmails(cache, "bo")).toEqual(["bob@example.org"]);
});
