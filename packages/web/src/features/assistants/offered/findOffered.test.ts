import type { AssistantSummary } from "@lectern/contract";
import { expect, test } from "vitest";
import { createAssistantSummary } from "../../../entities/assistants/testing/createAssistantSummary.ts";
import { findOffered } from "./findOffered.ts";

const create = (name: string, more: Partial<AssistantSummary> = {}) =>
  createAssistantSummary({ assistantId: name, name, ...more });
const course = { id: "g", name: "Course" };
const ann = { name: "Ann", email: "ann@example.org" };
const system = create("Creator", { isSystem: true, group: { id: "s", name: "Server" } });

const find = (assistants: AssistantSummary[], recentIds: string[] = [], hiddenIds: string[] = []) =>
  findOffered(assistants, { pinnedIds: [], recentIds }, new Set(hiddenIds)).map(({ name }) => name);

test("at most four assistants are offered: those of groups, those that people share, then others used last", () => {
  const own = [create("A own"), create("B own")];
  const shared = create("C shared", { owner: ann, role: "use" });
  const ofGroups = [create("D course", { group: course }), create("E course", { group: course })];
  expect(find([...own, shared, ...ofGroups, system], ["E course", "B own"])).toEqual([
    "E course",
    "D course",
    "C shared",
    "B own",
  ]);
  const many = ["1", "2", "3", "4", "5"].map((name) => create(name, { group: course }));
  expect(find([...many, ...own], ["A own"])).toEqual(["1", "2", "3", "4"]);
});

test("what is shared with a group counts as the group's, unless its folder is hidden", () => {
  const shared = create("Shared with the course", { owner: ann, role: "use", sharedGroups: [course] });
  const direct = create("Ann's", { owner: ann, role: "use" });
  expect(find([direct, shared])).toEqual(["Shared with the course", "Ann's"]);
  expect(find([direct, shared], [], ["g"])).toEqual(["Ann's"]);
  expect(find([direct, { ...shared, isRemovable: true }], [], ["g"])).toEqual(["Ann's", "Shared with the course"]);
  expect(find([create("Mine", { sharedGroups: [course] })])).toEqual([]);
});

test("what was used last is only offered if it is the person's own or would be offered anyway", () => {
  const offer = create("Z offer", { owner: ann, role: "use" });
  const others = [
    system,
    create("Unpublished", { group: course, isPublished: false }),
    create("Hidden", { group: { id: "h", name: "Hidden" } }),
  ];
  expect(find([offer, ...others], [...others.map(({ name }) => name)], ["h"])).toEqual(["Z offer"]);
});

test("without an assistant of a group or of another person, none are offered", () => {
  expect(find([create("A own"), system], ["A own", "Creator"])).toEqual([]);
  expect(find([create("Draft", { group: course, isPublished: false })])).toEqual([]);
  expect(find([create("Hidden", { group: course })], [], ["g"])).toEqual([]);
});
