import type { DirectoryGroupConfig } from "@lectern/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planGroupImport } from "./planGroupImport.ts";
import { type GroupTable, readGroupTable } from "./readGroupTable.ts";

const group = (groupName: string, members: string[] = [], includes: string[] = []): DirectoryGroupConfig => ({
  groupName,
  members,
  createdBy: "site@example.org",
  includeFromOtherGroups: includes,
});
const staff = { Staff: group("Staff", ["ann@example.org", "ben@example.org"], ["Law"]), Law: group("Law") };

function read(text: string | Uint8Array<ArrayBuffer>): GroupTable {
  const table = readGroupTable(typeof text === "string" ? new TextEncoder().encode(text) : text);
  if ("problem" in table) throw new Error(table.problem);
  return table;
}

const problemOf = (text: string) => readGroupTable(new TextEncoder().encode(text));

test.each([
  ["commas", 'group,member\r\n"Law, old",ann@example.org\r\n'],
  ["semicolons and a mark", '\uFEFFGruppe;E-Mail\n"Law, old";ann@example.org'],
  ["tabs", "Group Name\tmembers\n\nLaw, old\tann@example.org\n"],
])("a table with %s is read", (_name, text) => {
  const { rows } = read(text);
  expect(rows).toEqual([expect.objectContaining({ group: "Law, old", members: "ann@example.org", includes: "" })]);
});

test("quotation marks contain marks, delimiters and lines, and lines are counted as an editor does", () => {
  const { rows } = read('member,group\n"ann@example.org,\nben@example.org","The ""A"" team"\n\ncara@example.org,Law\n');
  expect(rows).toEqual([
    { line: 3, group: 'The "A" team', members: "ann@example.org,\nben@example.org", includes: "" },
    { line: 5, group: "Law", members: "cara@example.org", includes: "" },
  ]);
});

test("the code page of Windows and UTF-16 are read", () => {
  const bytes = Uint8Array.from([..."group;member\nM"].map((letter) => letter.charCodeAt(0)).concat(0xfc, 0x3b, 0x61));
  expect(read(bytes).rows[0]).toMatchObject({ group: "Mü", members: "a" });
  const text = "\uFEFFgroup\tmember\nMü\ta";
  const utf16 = new Uint8Array([...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]));
  expect(read(utf16).rows[0]).toMatchObject({ group: "Mü", members: "a" });
});

test("a table without names of columns and one with an open quotation mark are refused with the line", () => {
  const header = "The first line must name the columns: “group” and “member”, and “includes” if you need it.";
  for (const text of ["", "Law,ann@example.org", "group\nLaw"]) expect(problemOf(text)).toEqual({ problem: header });
  expect(problemOf('group,member\nLaw,a@example.org\nLaw,"b@example.org\n')).toEqual({
    problem: expect.stringMatching(/^Line \d can’t be read: a quotation mark is missing or in the wrong place\.$/),
  });
});

test("members are added, groups that are not named stay, and duplicates are counted", () => {
  const table = read(
    "group,member\nStaff,CARA@example.org\nStaff,cara@example.org\nStaff,ann@example.org\nArts,dan@example.org",
  );
  const { groups, differences, refused, duplicateCount } = planGroupImport(staff, table, false);
  expect(groups.Staff).toEqual(group("Staff", ["ann@example.org", "ben@example.org", "cara@example.org"], ["Law"]));
  expect(groups.Arts).toEqual({ ...group("Arts", ["dan@example.org"]), createdBy: null });
  expect(groups.Law).toBe(staff.Law);
  const nothing = { removedMembers: [], addedIncludes: [], removedIncludes: [] };
  expect(differences).toEqual([
    { ...nothing, name: "Staff", isNew: false, addedMembers: ["cara@example.org"] },
    { ...nothing, name: "Arts", isNew: true, addedMembers: ["dan@example.org"] },
  ]);
  expect([refused, duplicateCount]).toEqual([[], 1]);
});

test("members that the table does not name are removed if it replaces them, and includes only if it has the column", () => {
  const plan = (text: string) => planGroupImport(staff, read(text), true);
  expect(plan("group,member\nStaff,ann@example.org").differences).toEqual([
    expect.objectContaining({ name: "Staff", removedMembers: ["ben@example.org"], removedIncludes: [] }),
  ]);
  expect(plan("group,member,includes\nStaff,ann@example.org,").groups.Staff).toEqual(
    group("Staff", ["ann@example.org"]),
  );
  expect(plan("group,member,includes\nStaff,ann@example.org ben@example.org,Law").differences).toEqual([]);
});

test("rows with an error are left out with their line and the reason, and the others are imported", () => {
  const table = read(
    `group,member,includes\n,ann@example.org,\nLaw,no address,\nLaw,,\nLaw,eve@example.org,Nobody\n${"x".repeat(201)},a@example.org,\nLaw,fay@example.org,`,
  );
  const { groups, refused } = planGroupImport(staff, table, false);
  expect(groups.Law?.members).toEqual(["eve@example.org", "fay@example.org"]);
  expect(refused).toEqual([
    { line: 2, reason: "The line has no group." },
    { line: 3, reason: "“no” is not an email address." },
    { line: 4, reason: "The line has no address." },
    { line: 5, reason: "There is no group “Nobody”." },
    { line: 6, reason: "The name of the group is too long." },
  ]);
});

test("groups that would include themselves are refused by their names, in any order of the lines", () => {
  const table = read("group,includes\nLaw,Arts\nArts,Music\nMusic,Staff\nLaw,Law\nMusic,\nArts,Staff");
  const { groups, refused } = planGroupImport(staff, table, false);
  expect(refused).toEqual([
    { line: 4, reason: "“Music” can’t include itself, not even through others: Music → Staff → Law → Arts → Music" },
    { line: 5, reason: "“Law” can’t include itself, not even through others: Law → Law" },
    { line: 6, reason: "The line has no address." },
    { line: 7, reason: "“Arts” can’t include itself, not even through others: Arts → Staff → Law → Arts" },
  ]);
  expect(groups.Law?.includeFromOtherGroups).toEqual(["Arts"]);
  expect(groups.Arts?.includeFromOtherGroups).toEqual(["Music"]);
});

test("ten thousand rows are imported", () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `Faculty ${index % 100},person${index}@example.org`);
  const { differences, refused } = planGroupImport({}, read(`group,member\n${lines.join("\n")}`), true);
  expect(differences).toHaveLength(100);
  expect(differences.flatMap(({ addedMembers }) => addedMembers)).toHaveLength(10_000);
  expect(refused).toEqual([]);
});

test("whatever the table says, no group includes itself", () => {
  const name = fc.constantFrom("A", "B", "C", "D", "E");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name)), fc.boolean(), (pairs, replaces) => {
      const rows = pairs.map(([from, to], index) => ({ line: index + 2, group: from, members: "", includes: to }));
      const { groups } = planGroupImport(
        { A: group("A"), B: group("B", [], ["A"]) },
        { rows, hasIncludes: true },
        replaces,
      );
      const reaches = (from: string, to: string, depth = 0): boolean =>
        depth < 6 &&
        (groups[from]?.includeFromOtherGroups ?? []).some((next) => next === to || reaches(next, to, depth + 1));
      for (const each of Object.keys(groups)) expect(reaches(each, each)).toBe(false);
    }),
  );
});
