import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { createTestActor } from "../../testing/createTestActor.ts";

import { giveGrants, revokeGrants } from "../grants/service.ts";
import {
  changeDirectoryGroupMembers,
  createDirectoryGroup,
  createGroup,
  setDirectoryGroupsOfGroup,
} from "../groups/service.ts";
import { upsertAccount } from "../identity/upsertAccount.ts";
import { blockPerson } from "../people/service.ts";
import { createService } from "../principals/service.ts";
import { endUnauthorizedWork } from "./endUnauthorizedWork.ts";
import { trackWork } from "./ongoingWork.ts";

describe("work in progress", () => {
  let testbed: AccessTestbed;
  let admin: Actor;
  beforeAll(async () => {
    testbed = await createAccessTestbed();
    admin = await testbed.createPerson("admin", { isAdmin: true });
    await testbed.platform.db
      .updateTable("users")
      .set({ is_admin: true })
      .where("id", "=", admin.principal.id)
      .execute();
  });
  afterAll(() => testbed.close());

  /** Tracks work of an actor. Returns a function that checks its rights and returns true if this has ended it. */
  function startWork(actor: Actor, fileIds: readonly string[] = []) {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    trackWork(testbed.platform, { actor, needsSession: false, fileIds, assistant: null, end });
    return async () => {
      await endUnauthorizedWork(testbed.platform);
      return hasEnded;
    };
  }

  test("of a service goes on until its owner is blocked", async () => {
    const owner = await testbed.createPerson("service-owner");
    const { id } = await createService(testbed.platform, owner, { name: "Robot" });
    const credential = { kind: "key", id: "key", scopes: new Set(["chat"] as const) } as const;
    const endsWork = startWork(createTestActor(id, { principal: { id, kind: "service" }, credential }));
    expect(await endsWork()).toBe(false);
    await blockPerson(testbed.platform, admin, owner.principal.id);
    expect(await endsWork()).toBe(true);
  });

  test("ends when another account takes over the address that gave the right to a file", async () => {
    const { platform, clock } = testbed;
    const [owner, reader] = [await testbed.createPerson("owner"), await testbed.createPerson("reader")];
    await createDirectoryGroup(platform, admin, { name: "Staff" });
    await changeDirectoryGroupMembers(platform, admin, { name: "Staff", add: ["reader@example.org"] });
    const group = await createGroup(platform, owner, { name: "Team", types: [], members: {} });
    await setDirectoryGroupsOfGroup(platform, admin, { groupId: group.wireId, names: ["Staff"] });
    const fileId = await testbed.createFile(owner.principal.id);
    const object = { type: "file", id: fileId } as const;
    await giveGrants(platform, owner, { object, names: [group.wireId], role: "read" });
    const endsWork = startWork(reader, [fileId]);
    expect(await endsWork()).toBe(false);
    const identity = { issuer: "i", subject: "new", email: "reader@example.org", emailVerified: true, name: "" };
    await transaction(platform.db, (tx) => upsertAccount(tx, { config: platform.config, clock }, identity));
    expect(await endsWork()).toBe(true);
  });

  test("is checked in two statements, and ends for those who have lost a right, also if ending other work fails", async () => {
    const { platform } = testbed;
    const owner = await testbed.createPerson("sharer");
    const readers = [];
    for (const name of ["anna", "bert", "cleo"]) readers.push(await testbed.createPerson(name));
    const works = [];
    for (const reader of readers) {
      const object = { type: "file", id: await testbed.createFile(owner.principal.id) } as const;
      await giveGrants(platform, owner, { object, names: [reader.email], role: "read" });
      works.push({ reader, object, end: vi.fn() });
    }
    const [anna, bert, cleo] = works;
    if (!anna || !bert || !cleo) throw new Error("three people read");
    for (const { reader: actor, object, end } of works) {
      trackWork(platform, { actor, needsSession: false, fileIds: [object.id], assistant: null, end });
    }
    const blocked = await testbed.createPerson("blocked");
    const endBlocked = vi.fn(() => {
      throw new Error("this cannot end");
    });
    trackWork(platform, { actor: blocked, needsSession: false, fileIds: [], assistant: null, end: endBlocked });
    await blockPerson(platform, admin, blocked.principal.id);
    for (const { reader, object } of [anna, cleo]) {
      await revokeGrants(platform, owner, { object, names: [reader.email] });
    }
    anna.end.mockImplementation(() => {
      throw new Error("this cannot end either");
    });
    const queries = vi.spyOn(platform.db.getExecutor(), "executeQuery");
    await endUnauthorizedWork(platform);
    expect(queries).toHaveBeenCalledTimes(2);
    queries.mockRestore();
    expect(works.map(({ end }) => end.mock.calls.length)).toEqual([1, 0, 1]);
    expect(endBlocked).toHaveBeenCalledOnce();
  });

  test("of a blocked person ends although the rights to files cannot be read", async () => {
    const { platform } = testbed;
    const [reader, blocked] = [await testbed.createPerson("dora"), await testbed.createPerson("emil")];
    const unreadableId = "a NUL is no text of the database: \0";
    const untrack = trackWork(platform, {
      actor: reader,
      needsSession: false,
      fileIds: [unreadableId],
      assistant: null,
      end: vi.fn(),
    });
    const endBlocked = vi.fn();
    trackWork(platform, { actor: blocked, needsSession: false, fileIds: [], assistant: null, end: endBlocked });
    await blockPerson(platform, admin, blocked.principal.id);
    await expect(endUnauthorizedWork(platform)).rejects.toThrow();
    expect(endBlocked).toHaveBeenCalledOnce();
    untrack();
  });

  test("on a file of the built-in group ends when a site administrator is none any more", async () => {
    const { platform } = testbed;
    await platform.db.insertInto("principals").values({ id: "built-in", kind: "group" }).execute();
    const group = { id: "built-in", wire_id: "B_1", name: "B", is_built_in: true, created_at: testbed.clock.now() };
    await platform.db.insertInto("groups").values(group).execute();
    const endsWork = startWork(admin, [await testbed.createFile("built-in")]);
    expect(await endsWork()).toBe(false);
    const setAdmin = (is_admin: boolean) =>
      platform.db.updateTable("users").set({ is_admin }).where("id", "=", admin.principal.id).execute();
    await setAdmin(false);
    expect(await endsWork()).toBe(true);
    await setAdmin(true);
  });
});
