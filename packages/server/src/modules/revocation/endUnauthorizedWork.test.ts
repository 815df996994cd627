import type { RequiredKeyScopes } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { createTestActor } from "../../testing/createTestActor.ts";
import { createTestKey } from "../../testing/createTestKey.ts";

import { giveGrants, revokeGrants } from "../grants/service.ts";
import {
  changeDirectoryGroupMembers,
  createDirectoryGroup,
  createGroup,
  setDirectoryGroupsOfGroup,
} from "../groups/service.ts";
import { upsertAccount } from "../identity/upsertAccount.ts";
import { blockPerson, unblockPerson } from "../people/service.ts";
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
  function startWork(actor: Actor, fileIds: readonly string[] = [], keyScopes: readonly RequiredKeyScopes[] = []) {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    trackWork(testbed.platform, { actor, needsSession: false, keyScopes, fileIds, assistant: null, end });
    return async () => {
      await endUnauthorizedWork(testbed.platform);
      return hasEnded;
    };
  }

  test("of a service goes on until its owner is blocked", async () => {
    const owner = await testbed.createPerson("service-owner");
    const { id } = await createService(testbed.platform, owner, { name: "Robot" });
    const endsWork = startWork(
      createTestActor(id, { principal: { id, kind: "service" }, credential: { kind: "job", id } }),
    );
    expect(await endsWork()).toBe(false);
    await blockPerson(testbed.platform, admin, owner.principal.id);
    expect(await endsWork()).toBe(true);
  });

  test("of an API key ends with the key, and with the account of its owner or of its delegate", async () => {
    const { platform, clock } = testbed;
    const owner = await testbed.createPerson("key-owner");
    const delegate = await testbed.createPerson("key-delegate");
    const startKeyWork = async (options: Parameters<typeof createTestKey>[2] = {}) => {
      const { id } = await createTestKey(testbed, { actor: owner }, options);
      const actor = options.delegate ? delegate : owner;
      const credential = { kind: "key", id, scopes: new Set(["chat"] as const) } as const;
      return { id, endsWork: startWork({ ...actor, credential }) };
    };
    const expirationDate = clock.now().toISOString().slice(0, 10);
    const [lasting, ended] = [await startKeyWork(), await startKeyWork()];
    const delegated = await startKeyWork({ delegate: delegate.email });
    const expiring = await startKeyWork({ expirationDate });
    for (const { endsWork } of [lasting, ended, delegated, expiring]) expect(await endsWork()).toBe(false);
    const row = { deactivated_at: clock.now(), reason: "deactivated" as const };
    await platform.db.updateTable("api_keys").set(row).where("id", "=", ended.id).execute();
    expect(await ended.endsWork()).toBe(true);
    clock.advance(24 * 60 * 60 * 1_000);
    expect(await expiring.endsWork()).toBe(true);
    expect([await lasting.endsWork(), await delegated.endsWork()]).toEqual([false, false]);
    await blockPerson(platform, admin, delegate.principal.id);
    expect([await lasting.endsWork(), await delegated.endsWork()]).toEqual([false, true]);
    await unblockPerson(platform, admin, delegate.principal.id);
    const again = await startKeyWork({ delegate: delegate.email });
    await blockPerson(platform, admin, owner.principal.id);
    expect([await lasting.endsWork(), await again.endsWork()]).toEqual([true, true]);
  });

  test("of an API key ends when the key does not open it any more, and when its owner loses the feature", async () => {
    const { platform, clock } = testbed;
    const [owner, delegate] = [await testbed.createPerson("narrowing"), await testbed.createPerson("using")];
    const { id } = await createTestKey(testbed, { actor: owner }, { delegate: delegate.email });
    const credential = { kind: "key", id, scopes: new Set(["chat", "share"] as const), owner } as const;
    const actor = { ...delegate, credential };
    const work = { chat: startWork(actor, [], [["full_access", "chat"]]), share: startWork(actor, [], [["share"]]) };
    expect([await work.chat(), await work.share()]).toEqual([false, false]);
    const scopes = JSON.stringify(["share"]);
    await platform.db.updateTable("api_keys").set({ scopes }).where("id", "=", id).execute();
    expect([await work.chat(), await work.share()]).toEqual([true, false]);
    const setExceptions = async (userExceptions: string[]) => {
      const value = JSON.stringify({ apiKeys: { enabled: true, userExceptions } });
      const row = { name: "featureFlags", value, updated_at: clock.now() };
      await platform.db
        .insertInto("settings")
        .values(row)
        .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
        .execute();
      clock.advance(1_000);
    };
    await setExceptions([delegate.email]);
    expect(await work.share()).toBe(false);
    await setExceptions([owner.email]);
    expect(await work.share()).toBe(true);
    await platform.db.deleteFrom("settings").execute();
    clock.advance(1_000);
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
