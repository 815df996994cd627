import { beginUpload, deleteAssistant, deleteFile, type OpOutput, queryFiles } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createActorToken } from "../../../testing/createActorToken.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { defaultDatabaseKind } from "../../../testing/testDatabase.ts";

import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { waitUntilBlocked } from "../../../testing/waitUntilBlocked.ts";
import { createScriptedReader } from "../../files/documents/testing/scriptedReader.ts";
import { deleteGroup } from "../../groups/deleteGroup.ts";
import { removeCopies } from "../saving/removeCopies.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";
import { createUnusedFilesReaper } from "./createUnusedFilesReaper.ts";
import { areFilesKept } from "./repository.ts";

const dayMs = 24 * 60 * 60 * 1_000;

describe("files of groups", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let writer: TestPerson;
  let reader: TestPerson;
  let stranger: TestPerson;
  let now = Date.now();
  let count = 0;

  beforeAll(async () => {
    const environment = { VERSIONS_PER_ASSISTANT: "2", ADMINS: "site@uni.edu" };
    bed = await createAssistantTestbed({ environment, documents: createScriptedReader() });
    [ada, writer] = [await bed.signIn("ada"), await bed.signIn("writer")];
    [reader, stranger] = [await bed.signIn("reader"), await bed.signIn("stranger")];
  });
  afterAll(() => bed.server.close());

  /** The reaper's clock runs ahead, while the sessions of the people go on. */
  const createReaper = () =>
    createUnusedFilesReaper({
      ...bed.server.platform,
      clock: { ...bed.server.platform.clock, now: () => new Date(now) },
    });
  const createTeam = () =>
    bed.createTeam(ada, [
      [writer, "write"],
      [reader, "read"],
    ]);
  const upload = async () => {
    // Lists are sorted by name.
    const name = `notes${String(++count).padStart(3, "0")}.txt`;
    return uploadTestFile(bed.server, ada, { name, type: "text/plain", content: `Text ${count}` });
  };
  /** Saves an assistant of the group, or a version of it, with these files. */
  const save = (groupId: string, files: readonly { id: string }[], assistantId?: string) =>
    bed.create(ada, {
      ...(assistantId === undefined ? { groupId } : { assistantId }),
      name: "Tutor",
      dataSources: files.map(({ id }) => ({ id })),
    });
  const list = async (groupId: string, person = writer): Promise<OpOutput<typeof queryFiles>["items"]> =>
    (await person.proxy(queryFiles, { groupId, sortIndex: "name", forwardScan: true })).result.items;
  const listUses = async (groupId: string) =>
    (await list(groupId)).map(({ name, usedBy }) => [name, usedBy?.map((use) => use.name)]);

  /**
   * Saves a version of an assistant with a file, and acts before the transaction of the save ends, which it does once
   * the action waits for it or has ended.
   */
  async function actWhileSaving<Result>(assistantId: string, key: string, act: () => Promise<Result>): Promise<Result> {
    const [saved, acted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const saving = transaction(bed.server.platform.db, async (tx) => {
      const content = JSON.stringify({ dataSources: [{ id: `s3://${key}` }] });
      const version = { assistant_id: assistantId, version: 2, id: `ast/${++count}`, content, saved_at: new Date(now) };
      await tx.insertInto("assistant_versions").values(version).execute();
      expect(await areFilesKept(tx, [key])).toBe(true);
      saved.resolve();
      await waitUntilBlocked(tx, acted.promise);
    });
    await Promise.race([saved.promise, saving]);
    const action = act();
    action.then(() => acted.resolve(), acted.reject);
    await saving;
    return action;
  }

  test("writers list the group's files with the assistants that use them, and delete unused ones", async () => {
    const groupId = await createTeam();
    const [one, two] = [await upload(), await upload()];
    const assistantId = await save(groupId, [one, two]);
    await save(groupId, [one]);
    await bed.create(ada, { groupId, name: "Guide", dataSources: [{ id: one.id }] });
    expect(await listUses(groupId)).toEqual([
      [one.name, ["Guide", "Tutor", "Tutor"]],
      [two.name, ["Tutor"]],
    ]);
    expect(await list(groupId)).toMatchObject([{ size: 6, groupId }, { groupId }]);
    const query = { groupId, sortIndex: "name", forwardScan: true, pageSize: 1 } as const;
    const first = (await writer.proxy(queryFiles, { ...query, namePrefix: "notes" })).result;
    expect(first.total).toEqual({ count: 2, bytes: 12 });
    expect((await writer.proxy(queryFiles, { ...query, pageKey: first.pageKey })).result.total).toBeUndefined();
    expect((await ada.proxy(queryFiles, {})).result.total).toBeUndefined();
    await writer.proxy(deleteAssistant, { assistantId });
    expect(await listUses(groupId)).toEqual([
      [one.name, ["Guide", "Tutor"]],
      [two.name, []],
    ]);
    // What nothing uses and what is still being uploaded fill the storage, too.
    const upcoming = { groupId, name: "soon.txt", type: "text/plain", size: 100 };
    const { key: upcomingKey } = (await writer.proxy(beginUpload, upcoming)).result;
    expect((await writer.proxy(queryFiles, query)).result.total).toEqual({ count: 3, bytes: 112 });
    expect(await writer.proxy(deleteFile, { key: upcomingKey })).toMatchObject({ status: 200 });
    expect((await writer.proxy(queryFiles, query)).result.total).toEqual({ count: 2, bytes: 12 });
    const key = (await list(groupId)).find(({ name }) => name === two.name)?.id ?? "";
    expect(await reader.proxy(deleteFile, { key })).toMatchObject({ status: 404 });
    expect(await stranger.proxy(deleteFile, { key })).toMatchObject({ status: 404 });
    expect(await writer.proxy(deleteFile, { key })).toMatchObject({ status: 200 });
    expect((await list(groupId)).map(({ name }) => name)).toEqual([one.name]);
    // The originals of the person stay, and the person's own list has no uses.
    const own = (await ada.proxy(queryFiles, {})).result.items;
    expect(own).toContainEqual(expect.objectContaining({ id: two.id }));
    expect(own.filter((file) => "usedBy" in file)).toEqual([]);
  });

  test("a file in a stored version of an assistant is not deleted, through no door, and writers learn whose it is", async () => {
    const groupId = await createTeam();
    const file = await upload();
    const assistantId = await save(groupId, [file]);
    await bed.create(ada, { groupId, name: "Guide", dataSources: [{ id: file.id }], isPublished: true });
    await bed.create(ada, { assistantId, name: "Tutor" });
    const [copy] = await list(groupId);
    const key = copy?.id ?? "";
    const used = {
      status: 409,
      body: {
        message:
          "This file can’t be deleted because it is used by the current or an earlier version of “Guide”, “Tutor”.",
      },
    };
    const credential = { kind: "key", id: "k", scopes: new Set(["file_upload"] as const) } as const;
    const token = await createActorToken(bed.server.platform, { ...writer.actor, credential });
    const byKey = await bed.server.app.inject({
      method: "POST",
      url: deleteFile.path,
      headers: { host: "localhost", authorization: `Bearer ${token}` },
      payload: { data: { key } },
    });
    expect(byKey.statusCode).toBe(409);
    expect(byKey.json()).toMatchObject(used.body);
    for (const door of ["proxy", "rest"] as const) {
      expect(await writer[door](deleteFile, { key })).toMatchObject(used);
      // Who may not delete the file does not learn which assistants have it.
      for (const person of [reader, stranger]) {
        const refusal = await person[door](deleteFile, { key });
        expect(refusal.status).toBe(404);
        expect(JSON.stringify(refusal.body)).not.toContain("Guide");
      }
    }
    // A refusal leaves no mark: the file is in the list, is saved again and is not reaped.
    await bed.create(ada, { groupId, name: "Third", dataSources: [{ id: key }] });
    now += 40 * dayMs;
    await createReaper()();
    expect(await listUses(groupId)).toEqual([[file.name, ["Guide", "Third", "Tutor"]]]);
    // The same for the file of a person is no reason: it is theirs.
    const personal = await bed.create(ada, { dataSources: [{ id: file.id }] });
    expect(await ada.proxy(deleteFile, { key: file.id })).toMatchObject({ status: 200 });
    expect((await bed.read(ada, personal)).definition?.documents).toMatchObject([{ state: "deleted" }]);
  });

  test.runIf(defaultDatabaseKind === "postgres")(
    "a file is not deleted while an assistant is being saved with it",
    async () => {
      const groupId = await createTeam();
      const assistantId = await save(groupId, [await upload()]);
      const [copy] = await list(groupId);
      const key = copy?.id ?? "";
      const other = await save(groupId, []);
      await ada.proxy(deleteAssistant, { assistantId });
      const deletion = await actWhileSaving(other, key, () => writer.proxy(deleteFile, { key }));
      expect(deletion).toMatchObject({ status: 409 });
      expect((await list(groupId)).map(({ id }) => id)).toEqual([key]);
    },
  );

  test.runIf(defaultDatabaseKind === "postgres")(
    "a copy for an assistant that was not saved stays if another one is being saved with it",
    async () => {
      const groupId = await createTeam();
      const assistantId = await save(groupId, [await upload()]);
      const [copy] = await list(groupId);
      const key = copy?.id ?? "";
      const other = await save(groupId, []);
      await ada.proxy(deleteAssistant, { assistantId });
      const { platform } = bed.server;
      const row = await platform.db.selectFrom("files").selectAll().where("id", "=", key).executeTakeFirstOrThrow();
      await actWhileSaving(other, key, () => removeCopies(platform, { ownerId: row.owner_id }, [key]));
      expect((await list(groupId)).map(({ id }) => id)).toEqual([key]);
      expect(await platform.blobs.stat(row.blob_key)).not.toBeNull();
    },
  );

  test("only those who can write in the group list its files, through every door", async () => {
    const groupId = await createTeam();
    await save(groupId, [await upload()]);
    const site = await bed.server.signIn("site@uni.edu");
    const forbidden = { status: 403, body: { message: "You need edit access to see the files of this group." } };
    for (const door of ["proxy", "rest"] as const) {
      expect(await writer[door](queryFiles, { groupId })).toMatchObject({ status: 200 });
      expect(await reader[door](queryFiles, { groupId })).toMatchObject(forbidden);
      expect(await site[door](queryFiles, { groupId })).toMatchObject(forbidden);
      expect(await stranger[door](queryFiles, { groupId })).toMatchObject({ status: 404 });
      expect(await stranger[door](queryFiles, { groupId: "Nobody_1" })).toMatchObject({ status: 404 });
    }
    await deleteGroup(bed.server.platform, ada.actor, { groupId });
    expect(await writer.proxy(queryFiles, { groupId })).toMatchObject({ status: 404 });
  });

  test("a file that no stored version names is deleted after 30 days, others stay", async () => {
    const groupId = await createTeam();
    const [kept, dropped, used] = [await upload(), await upload(), await upload()];
    const reap = createReaper();
    const listNames = async () => (await list(groupId)).map(({ name }) => name);
    const assistantId = await save(groupId, [kept, dropped, used]);
    await save(groupId, [used], assistantId);
    await reap();
    now += 40 * dayMs;
    await reap();
    // The first version is still stored and can be restored.
    const uses = (await list(groupId)).map(({ usedBy }) => usedBy);
    expect(uses.map((each) => each?.map(({ isEarlier }) => isEarlier))).toEqual([[true], [true], [false]]);
    expect(await listNames()).toEqual([kept.name, dropped.name, used.name]);
    // The second version from now on is the oldest one that is stored.
    await save(groupId, [used], assistantId);
    await bed.create(ada, { assistantId, name: "Renamed", dataSources: [{ id: used.id }] });
    await reap();
    now += 20 * dayMs;
    await save(groupId, [kept]);
    now += 10 * dayMs - 1;
    await reap();
    expect(await listNames()).toEqual([kept.name, dropped.name, used.name]);
    now += 2;
    await reap();
    expect(await listNames()).toEqual([kept.name, used.name]);
    expect((await ada.proxy(queryFiles, {})).result.items).toContainEqual(expect.objectContaining({ id: dropped.id }));
  });

  test("a file that is being deleted is copied again for another assistant, and cannot be named itself", async () => {
    const groupId = await createTeam();
    const file = await upload();
    const assistantId = await save(groupId, [file]);
    const [copy] = await list(groupId);
    await ada.proxy(deleteAssistant, { assistantId });
    const { db } = bed.server.platform;
    await db
      .updateTable("files")
      .set({ reaped_at: new Date(now) })
      .where("id", "=", copy?.id ?? "")
      .execute();
    await expect(save(groupId, [{ id: copy?.id ?? "" }])).rejects.toThrow(
      "One of the documents was deleted while the assistant was being saved. Please save it again.",
    );
    await save(groupId, [file]);
    expect(await list(groupId)).toHaveLength(2);
    await createReaper()();
    expect((await list(groupId)).map(({ id }) => id)).not.toContain(copy?.id);
    expect(await listUses(groupId)).toEqual([[file.name, ["Tutor"]]]);
  });

  test.runIf(defaultDatabaseKind === "postgres")(
    "a file that a version names while it is being saved is not deleted",
    async () => {
      const groupId = await createTeam();
      const file = await upload();
      const assistantId = await save(groupId, [file]);
      const other = await save(groupId, []);
      const [copy] = await list(groupId);
      await ada.proxy(deleteAssistant, { assistantId });
      const reap = createReaper();
      await reap();
      now += 31 * dayMs;
      await actWhileSaving(other, copy?.id ?? "", reap);
      expect((await list(groupId)).map(({ id }) => id)).toEqual([copy?.id]);
    },
  );

  test.runIf(defaultDatabaseKind === "postgres")(
    "the deletion of unused files does not wait for a file that an assistant is being saved with",
    async () => {
      const groupId = await createTeam();
      const assistantId = await save(groupId, [await upload(), await upload()]);
      const [locked, unused] = await list(groupId);
      expect(unused).toBeDefined();
      await ada.proxy(deleteAssistant, { assistantId });
      const reap = createReaper();
      await reap();
      now += 31 * dayMs;
      const [isLocked, isReaped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const saving = transaction(bed.server.platform.db, async (tx) => {
        expect(await areFilesKept(tx, [locked?.id ?? ""])).toBe(true);
        isLocked.resolve();
        await isReaped.promise;
      });
      await Promise.race([isLocked.promise, saving]);
      await reap().finally(isReaped.resolve);
      await saving;
      expect((await list(groupId)).map(({ id }) => id)).toEqual([locked?.id]);
    },
  );
});
