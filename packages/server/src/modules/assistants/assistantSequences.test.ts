import {
  createAssistant,
  deleteAssistant,
  deleteGroup,
  getAssistant,
  leaveGroup,
  listAssistants,
  listGroups,
  shareAssistant,
  unshareAssistant,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupPublic,
} from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpResponse, TestPerson } from "../../testing/createTestApp.ts";

import {
  type AssistantModel,
  applyOperation,
  createModel,
  findLevel,
  findRole,
  type Operation,
  type Outcome,
} from "./testing/assistantModel.ts";
import { type AssistantTestbed, createAssistantTestbed } from "./testing/createAssistantTestbed.ts";

const peopleCount = 3;
const groupCount = 2;
const assistantCount = 4;

const actor = fc.nat({ max: peopleCount - 1 });
/** The first person created the groups, and keeps them. */
const member = fc.integer({ min: 1, max: peopleCount - 1 });
const group = fc.nat({ max: groupCount - 1 });
const assistant = fc.nat({ max: assistantCount - 1 });
const role = fc.constantFrom("use" as const, "read" as const, "write" as const);
const level = fc.constantFrom("read" as const, "write" as const, "admin" as const);
const isPublished = fc.option(fc.boolean());

const arbitraries: { [Kind in Operation["kind"]]: fc.Arbitrary<Extract<Operation, { kind: Kind }>> } = {
  create: fc.record({ kind: fc.constant("create"), actor, group: fc.option(group) }),
  save: fc.record({ kind: fc.constant("save"), actor, assistant, isStale: fc.boolean(), isPublished }),
  restore: fc.record({
    kind: fc.constant("restore"),
    actor,
    assistant,
    version: fc.integer({ min: 1, max: 3 }),
  }),
  delete: fc.record({ kind: fc.constant("delete"), actor, assistant }),
  share: fc.record({ kind: fc.constant("share"), actor, assistant, person: actor, role }),
  shareWithGroup: fc.record({ kind: fc.constant("shareWithGroup"), actor, assistant, group, role }),
  unshare: fc.record({ kind: fc.constant("unshare"), actor, assistant, person: actor }),
  setLevel: fc.record({ kind: fc.constant("setLevel"), group, person: member, level }),
  leave: fc.record({ kind: fc.constant("leave"), actor: member, group }),
  setPublic: fc.record({ kind: fc.constant("setPublic"), group, isPublic: fc.boolean() }),
  deleteGroup: fc.record({ kind: fc.constant("deleteGroup"), actor, group }),
};
const weights: Partial<Record<Operation["kind"], number>> = {
  create: 2,
  save: 6,
  restore: 3,
  delete: 2,
  share: 4,
  shareWithGroup: 3,
  setLevel: 4,
};
/** With these, most operations find an assistant. */
const firstOperations: readonly Operation[] = [
  { kind: "create", actor: 0, group: 0 },
  { kind: "save", actor: 0, assistant: 0, isStale: true, isPublished: true },
  { kind: "create", actor: 1, group: null },
  { kind: "create", actor: 2, group: null },
];
const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...Object.entries(arbitraries).map(([kind, arbitrary]) => ({
    weight: weights[kind as Operation["kind"]] ?? 1,
    arbitrary,
  })),
);

describe("assistants", () => {
  test("agree with a simple model after each operation of several people through the API", async () => {
    const bed = await createAssistantTestbed();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 20, size: "max" }), async (operations) => {
          const world = await createWorld(bed);
          const model = createModel(groupCount);
          for (const each of [...firstOperations, ...operations]) {
            const outcome = await world.perform(each, model);
            const before = structuredClone(model);
            expect(outcome, JSON.stringify({ each, before })).toBe(applyOperation(model, each));
            expect(await world.observe()).toEqual(describeModel(model));
          }
        }),
        { numRuns: getFuzzRunCount(6) },
      );
    } finally {
      await bed.server.close();
    }
  }, 300_000);
});

/** What each person sees: the role for each assistant, its version and its text, and the assistants of groups. */
function describeModel(model: AssistantModel) {
  return Array.from({ length: peopleCount }, (_, person) => ({
    assistants: model.assistants.flatMap(({ versions, isPublished: published }, number) => {
      const found = findRole(model, person, number);
      if (found === null) return [];
      const text = found === "use" ? null : (versions.at(-1) ?? null);
      return [{ number, role: found, version: versions.length, isPublished: published, text }];
    }),
    groups: model.groups.map((_group, number) =>
      findLevel(model, person, number) === null
        ? null
        : model.assistants.flatMap(({ owner }, index) =>
            "group" in owner && owner.group === number && findRole(model, person, index) !== null ? [index] : [],
          ),
    ),
  }));
}

interface World {
  perform(operation: Operation, model: AssistantModel): Promise<Outcome>;
  observe(): Promise<unknown>;
}

/** Creates people and groups of their own for each run. */
async function createWorld(bed: AssistantTestbed): Promise<World> {
  const people: TestPerson[] = [];
  for (let number = 0; number < peopleCount; number += 1) people.push(await bed.signIn(`p${number}-`));
  const personOf = (number: number) => people[number] as TestPerson; // the numbers are those of the people
  const emailOf = (number: number) => personOf(number).actor.email;
  const groupIds: string[] = [];
  for (let number = 0; number < groupCount; number += 1) groupIds.push(await bed.createTeam(personOf(0)));
  const groupOf = (number: number) => groupIds[number] ?? "";
  const assistantIds: string[] = [];
  const idOf = (number: number) => assistantIds[number] ?? "astp/none";

  async function createOne(
    { actor: number, group: groupNumber }: Extract<Operation, { kind: "create" }>,
    text: string,
  ) {
    const input = groupNumber === null ? {} : { groupId: groupOf(groupNumber) };
    const response = await personOf(number).proxy(createAssistant, { name: "A", instructions: text, ...input });
    if (response.status === 200) assistantIds.push(response.result.assistantId);
    return response;
  }

  async function restore({ actor: number, assistant: which, version }: Extract<Operation, { kind: "restore" }>) {
    const assistantId = idOf(which);
    const earlier = await personOf(number).proxy(getAssistant, { assistantId, version });
    if (earlier.status !== 200 || !earlier.result.definition) return earlier;
    const { name, instructions } = earlier.result.definition;
    return personOf(number).proxy(createAssistant, { assistantId, name, instructions });
  }

  async function setLevel({ group: number, person, level: newLevel }: Extract<Operation, { kind: "setLevel" }>) {
    const members = { [emailOf(person)]: newLevel };
    const input = { group_id: groupOf(number) };
    const added = await personOf(0).proxy(updateGroupMembers, { ...input, update_type: "ADD", members });
    if (added.status !== 200) return added;
    return personOf(0).proxy(updateGroupPermissions, { ...input, affected_members: members });
  }

  function send(each: Operation, model: AssistantModel): Promise<OpResponse> {
    const text = `text ${model.saves + 1}`;
    const assistantId = "assistant" in each ? idOf(each.assistant) : "";
    const group_id = "group" in each && each.group !== null ? groupOf(each.group) : "";
    const person = personOf("actor" in each ? each.actor : 0);
    switch (each.kind) {
      case "create":
        return createOne(each, text);
      case "save":
        return person.proxy(createAssistant, {
          ...{ assistantId, name: "A", instructions: text },
          ...(each.isStale ? { baseVersion: 1 } : {}),
          ...(each.isPublished === null ? {} : { isPublished: each.isPublished }),
        });
      case "restore":
        return restore(each);
      case "delete":
        return person.proxy(deleteAssistant, { assistantId });
      case "share": {
        const recipientUsers = [emailOf(each.person)];
        return person.proxy(shareAssistant, { assistantId, recipientUsers, accessType: each.role });
      }
      case "shareWithGroup":
        return person.proxy(shareAssistant, { assistantId, recipientUsers: [group_id], accessType: each.role });
      case "unshare":
        return person.proxy(unshareAssistant, { assistantId, recipientUsers: [emailOf(each.person)] });
      case "setLevel":
        return setLevel(each);
      case "leave":
        return person.proxy(leaveGroup, { group_id });
      case "setPublic":
        return person.proxy(updateGroupPublic, { group_id, isPublic: each.isPublic });
      case "deleteGroup":
        return person.proxy(deleteGroup, { group_id });
    }
  }

  async function observePerson(person: TestPerson) {
    const listed = (await person.proxy(listAssistants, {})).result.assistants;
    // Earlier runs may have left public groups with assistants.
    const assistants = listed.filter(({ assistantId }) => assistantIds.includes(assistantId));
    const seen = await Promise.all(
      assistants.map(async ({ assistantId, role: found, version, isPublished: published }) => {
        const { assistant: single, definition } = await bed.read(person, assistantId);
        expect(single).toMatchObject({ role: found, version });
        const text = definition?.instructions ?? null;
        return { number: assistantIds.indexOf(assistantId), role: found, version, isPublished: published, text };
      }),
    );
    const { groups } = (await person.proxy(listGroups, {})).result;
    return {
      assistants: seen.sort((a, b) => a.number - b.number),
      groups: groupIds.map((wireId) => {
        const found = groups.find(({ id }) => id === wireId);
        return found ? found.assistants.map(({ id }) => assistantIds.indexOf(id)).sort((a, b) => a - b) : null;
      }),
    };
  }

  return {
    async perform(each, model) {
      const { status, body } = await send(each, model);
      return status === 200 ? "ok" : (body.code as Outcome);
    },
    observe: async () => Promise.all(people.map(observePerson)),
  };
}
