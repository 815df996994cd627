import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { createTestActor } from "../../testing/createTestActor.ts";
import { testDatabaseKinds } from "../../testing/testDatabase.ts";
import { giveGrants } from "../grants/service.ts";
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

describe.each(testDatabaseKinds)("work in progress on %s", (kind) => {
  let testbed: AccessTestbed;
  let admin: Actor;
  beforeAll(async () => {
    testbed = await createAccessTestbed(kind);
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
    trackWork(testbed.platform, { actor, needsSession: false, fileIds, end });
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
    await setDirectoryGroupsOfGroup(platform, owner, { groupId: group.wireId, names: ["Staff"] });
    const fileId = await testbed.createFile(owner.principal.id);
    const object = { type: "file", id: fileId } as const;
    await giveGrants(platform, owner, { object, names: [group.wireId], role: "read" });
    const endsWork = startWork(reader, [fileId]);
    expect(await endsWork()).toBe(false);
    const identity = { issuer: "i", subject: "new", email: "reader@example.org", emailVerified: true, name: "" };
    await transaction(platform.db, (tx) => upsertAccount(tx, { config: platform.config, clock }, identity));
    expect(await endsWork()).toBe(true);
  });
});
