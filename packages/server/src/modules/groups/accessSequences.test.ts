import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";

import { findObjectRole, getSubject, visibleTo } from "../access/service.ts";
import { giveGrants, revokeGrants } from "../grants/service.ts";
import { createSession } from "../identity/service.ts";
import { blockPerson, unblockPerson } from "../people/service.ts";
import { deleteGroup } from "./deleteGroup.ts";
import { listGroupsOf } from "./repository.ts";
import * as groups from "./service.ts";
import {
  type AccessModel,
  applyOperation,
  createModel,
  findLevel,
  findRole,
  type Operation,
  type Outcome,
} from "./testing/accessModel.ts";

const peopleCount = 4;
const emailCount = 5;
const creators = [0, 1];

const actor = fc.nat({ max: peopleCount - 1 });
/** The site administrator keeps the address, and with it the rights. */
const person = fc.nat({ max: peopleCount - 2 });
const email = fc.nat({ max: emailCount - 1 });
const signInEmail = email.filter((number) => number !== peopleCount - 1);
const group = fc.nat({ max: creators.length - 1 });
const list = fc.nat({ max: 2 });
const lists = fc.uniqueArray(list, { maxLength: 2 });
const level = fc.constantFrom("read" as const, "write" as const, "admin" as const);
const role = fc.constantFrom("use" as const, "read" as const, "write" as const);
const file = actor;

const arbitraries: { [Kind in Operation["kind"]]: fc.Arbitrary<Extract<Operation, { kind: Kind }>> } = {
  add: fc.record({ kind: fc.constant("add"), actor, group, email, level }),
  change: fc.record({ kind: fc.constant("change"), actor, group, email, level }),
  remove: fc.record({ kind: fc.constant("remove"), actor, group, email }),
  leave: fc.record({ kind: fc.constant("leave"), actor, group }),
  publish: fc.record({ kind: fc.constant("publish"), actor, group, isPublic: fc.boolean() }),
  setLists: fc.record({ kind: fc.constant("setLists"), actor, group, lists }),
  deleteGroup: fc.record({ kind: fc.constant("deleteGroup"), actor, group }),
  takeOver: fc.record({ kind: fc.constant("takeOver"), actor, group }),
  grant: fc.record({ kind: fc.constant("grant"), actor, file, email, role }),
  grantToGroup: fc.record({ kind: fc.constant("grantToGroup"), actor, file, group, role }),
  revoke: fc.record({ kind: fc.constant("revoke"), actor, file, email }),
  revokeFromGroup: fc.record({ kind: fc.constant("revokeFromGroup"), actor, file, group }),
  changeList: fc.record({ kind: fc.constant("changeList"), list, email, isMember: fc.boolean() }),
  nestLists: fc.record({ kind: fc.constant("nestLists"), list, includes: lists }),
  signIn: fc.record({ kind: fc.constant("signIn"), person, email: signInEmail }),
  block: fc.record({ kind: fc.constant("block"), person, successor: fc.option(actor) }),
  unblock: fc.record({ kind: fc.constant("unblock"), person }),
};

const weights: Partial<Record<Operation["kind"], number>> = { add: 5, change: 3, grant: 3, grantToGroup: 3, signIn: 3 };
const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...Object.entries(arbitraries).map(([kind, arbitrary]) => ({
    weight: weights[kind as Operation["kind"]] ?? 2,
    arbitrary,
  })),
);

/** Operations that several people do at once. */
const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { maxLength: 8, size: "max" });

describe("access", () => {
  test("effective rights agree with a simple model after all operations that people do one by one or at once", async () => {
    const bed = await createAccessTestbed();
    let runCount = 0;
    try {
      await fc.assert(
        fc.asyncProperty(batches, async (steps) => {
          runCount += 1;
          const world = await createWorld(bed, `run${runCount}`);
          let model = createModel(peopleCount, creators);
          for (const batch of steps) {
            for (const operations of separateSignIns(batch, model)) {
              const { outcomes, rights } = await world.run(operations, model);
              model = findExplanation(model, operations, { outcomes, rights });
            }
          }
        }),
        { numRuns: getFuzzRunCount(25) },
      );
    } finally {
      await bed.close();
    }
  }, 300_000);
});

/**
 * Splits a batch: a sign-in that changes the address of somebody who acts in the same batch runs before, because a
 * request uses the address with which it began.
 */
function separateSignIns(batch: readonly Operation[], model: AccessModel): Operation[][] {
  const actors = new Set(batch.flatMap((each) => ("actor" in each ? [each.actor] : [])));
  const isSeparate = (each: Operation) =>
    each.kind === "signIn" &&
    (actors.has(each.person) || model.people.some((other, number) => other.email === each.email && actors.has(number)));
  const together = batch.filter((each) => !isSeparate(each));
  return [...batch.filter(isSeparate).map((each) => [each]), ...(together.length > 0 ? [together] : [])];
}

interface Observation {
  outcomes: readonly Outcome[];
  /** Of each person: the verified address, whether blocked, the level in each group, and the role for each file. */
  rights: unknown;
}

/** Returns the model after the operations in an order that explains what was observed. */
function findExplanation(model: AccessModel, operations: readonly Operation[], observed: Observation): AccessModel {
  const candidates = listOrders(operations.map((_, index) => index)).map((order) => {
    const after = structuredClone(model);
    const outcomes: Outcome[] = [];
    for (const index of order) outcomes[index] = applyOperation(after, operations[index] as Operation);
    return { after, explained: { outcomes, rights: describeRights(after) } };
  });
  const match = candidates.find(({ explained }) => JSON.stringify(explained) === JSON.stringify(observed));
  if (match) return match.after;
  // No order explains it: show the difference from the first one.
  expect({ operations, ...observed }).toEqual({ operations, ...candidates[0]?.explained });
  throw new Error("the observation differs only in its order");
}

function listOrders(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => listOrders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

function describeRights(model: AccessModel) {
  return model.people.map(({ email, isBlocked }, number) => ({
    email,
    isBlocked,
    levels: model.groups.map((__, index) => findLevel(model, number, index)),
    roles: model.files.map((__, index) => findRole(model, number, index)),
  }));
}

interface World {
  /** Runs operations at once and returns what can be observed afterwards. */
  run(operations: readonly Operation[], model: AccessModel): Promise<Observation>;
}

/** Creates people, groups, lists and files of their own for each run. */
async function createWorld(bed: AccessTestbed, prefix: string): Promise<World> {
  const { platform } = bed;
  const { db } = platform;
  const emails = Array.from({ length: emailCount }, (_, number) => `${prefix}-${number}@example.org`);
  const emailOf = (number: number) => emails[number] ?? "";
  const people: Actor[] = [];
  for (let number = 0; number < peopleCount; number++) {
    people.push(await bed.createPerson(`${prefix}-${number}`, { isAdmin: number === peopleCount - 1 }));
  }
  const idOf = (number: number) => people[number]?.principal.id ?? "";
  const getActor = (number: number, model: AccessModel): Actor => {
    const verifiedNumber = model.people[number]?.email ?? null;
    return { ...(people[number] as Actor), verifiedEmail: verifiedNumber === null ? null : emailOf(verifiedNumber) };
  };
  const siteAdmin = people[peopleCount - 1] as Actor;
  await db.updateTable("users").set({ is_admin: true }).where("id", "=", siteAdmin.principal.id).execute();
  const wireIds: string[] = [];
  for (const creator of creators) {
    const input = { name: `${prefix} ${creator}`, types: [], members: {} };
    wireIds.push((await groups.createGroup(platform, people[creator] as Actor, input)).wireId);
  }
  const wireIdOf = (number: number) => wireIds[number] ?? "";
  const listNames = [0, 1, 2].map((number) => `${prefix} list ${number}`);
  const listNameOf = (number: number) => listNames[number] ?? "";
  for (const name of listNames) await groups.createDirectoryGroup(platform, siteAdmin, { name });
  const fileIds: string[] = [];
  for (const owner of people) fileIds.push(await bed.createFile(owner.principal.id));
  const fileOf = (number: number) => ({ type: "file" as const, id: fileIds[number] ?? "" });

  async function perform(each: Operation, model: AccessModel): Promise<unknown> {
    const acting = "actor" in each ? getActor(each.actor, model) : siteAdmin;
    const groupId = "group" in each ? wireIdOf(each.group) : "";
    switch (each.kind) {
      case "add":
        return groups.addMembers(platform, acting, { groupId, members: { [emailOf(each.email)]: each.level } });
      case "change":
        return groups.changeLevels(platform, acting, { groupId, members: { [emailOf(each.email)]: each.level } });
      case "remove":
        return groups.removeMembers(platform, acting, { groupId, members: [emailOf(each.email)] });
      case "leave":
        return groups.leaveGroup(platform, acting, { groupId });
      case "publish":
        return groups.setGroupPublic(platform, acting, { groupId, isPublic: each.isPublic });
      case "setLists":
        return groups.setDirectoryGroupsOfGroup(platform, acting, { groupId, names: each.lists.map(listNameOf) });
      case "deleteGroup":
        return deleteGroup(platform, acting, { groupId });
      case "takeOver":
        return groups.takeOverGroup(platform, acting, { groupId });
      case "grant":
        return giveGrants(platform, acting, {
          object: fileOf(each.file),
          names: [emailOf(each.email)],
          role: each.role,
        });
      case "grantToGroup":
        return giveGrants(platform, acting, { object: fileOf(each.file), names: [groupId], role: each.role });
      case "revoke":
        return revokeGrants(platform, acting, { object: fileOf(each.file), names: [emailOf(each.email)] });
      case "revokeFromGroup":
        return revokeGrants(platform, acting, { object: fileOf(each.file), names: [groupId] });
      case "changeList": {
        const change = { [each.isMember ? "add" : "remove"]: [emailOf(each.email)] };
        return groups.changeDirectoryGroupMembers(platform, acting, { name: listNameOf(each.list), ...change });
      }
      case "nestLists":
        return groups.setDirectoryGroupIncludes(platform, acting, {
          name: listNameOf(each.list),
          includes: each.includes.map(listNameOf),
        });
      case "signIn": {
        const identity = { issuer: "test", subject: idOf(each.person), email: emailOf(each.email), name: "N" };
        return createSession(platform, { ...identity, emailVerified: true }, null);
      }
      case "block":
        return blockPerson(
          platform,
          acting,
          idOf(each.person),
          each.successor === null ? {} : { successorId: idOf(each.successor) },
        );
      case "unblock":
        return unblockPerson(platform, acting, idOf(each.person));
    }
  }

  async function readRights() {
    const users = await db
      .selectFrom("users")
      .select(["id", "email", "email_verified", "blocked_at"])
      .where(
        "id",
        "in",
        people.map(({ principal }) => principal.id),
      )
      .execute();
    return Promise.all(
      people.map(async ({ principal }) => {
        const user = users.find(({ id }) => id === principal.id);
        const current = {
          ...siteAdmin,
          isAdmin: false,
          principal,
          verifiedEmail: user?.email_verified ? user.email : null,
        };
        const memberships = await listGroupsOf(db, getSubject(current));
        const roles = await Promise.all(
          people.map((_owner, number) => findObjectRole(db, getSubject(current), fileOf(number))),
        );
        await assertVisibleFilesAgree(current, roles);
        return {
          email: current.verifiedEmail === null ? null : emails.indexOf(current.verifiedEmail),
          // Tells apart the orders of a block and an unblock at once.
          isBlocked: user?.blocked_at !== null,
          levels: wireIds.map((id) => memberships.find(({ wireId }) => wireId === id)?.level ?? null),
          roles,
        };
      }),
    );
  }

  /** What a statement with `visibleTo` finds agrees with the role for the single object. */
  async function assertVisibleFilesAgree(current: Actor, roles: readonly (string | null)[]): Promise<void> {
    const rows = await db
      .selectFrom("files")
      .where(visibleTo(current, "file", "read").where)
      .where("id", "in", fileIds)
      .select("id")
      .execute();
    const readableIds = fileIds.filter((_, number) => roles[number] !== null && roles[number] !== "use");
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(readableIds));
  }

  /** Independent of the model: each group that exists has an administrator who can sign in. */
  async function assertAdministrators(): Promise<void> {
    const { rows } = await sql`
      select groups.name from groups where deleted_at is null and wire_id = any(${wireIds}::text[]) and not exists (
        select from group_members join users on users.id = group_members.principal_id
        where group_id = groups.id and level = 'admin' and blocked_at is null and erased_at is null
      )`.execute(db);
    expect(rows).toEqual([]);
  }

  return {
    async run(operations, model) {
      const outcomes = await Promise.all(
        operations.map((each) => perform(each, model).then(() => "ok" as const, toOutcome)),
      );
      await assertAdministrators();
      return { outcomes, rights: await readRights() };
    },
  };
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof AppError) return error.code as Outcome;
  throw error;
}
