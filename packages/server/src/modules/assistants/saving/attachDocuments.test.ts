import { randomUUID } from "node:crypto";
import {
  AssistantContent,
  type AssistantContentInput,
  createAssistant,
  deleteFile,
  getFiles,
  type KeyScope,
  uploadFile,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { TestPerson } from "../../../testing/createTestApp.ts";

import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../../files/documents/testing/scriptedReader.ts";
import { giveGrants } from "../../grants/service.ts";
import { leaveGroup } from "../../groups/service.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";
import { saveAssistant } from "./saveAssistant.ts";

describe("documents of assistants", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let bob: TestPerson;
  let count = 0;

  beforeAll(async () => {
    const environment = { STORAGE_PER_GROUP_MB: "1", UPLOAD_MAX_MB: "1" };
    bed = await createAssistantTestbed({ environment, documents: createScriptedReader() });
    [ada, bob] = [await bed.signIn("ada"), await bed.signIn("bob")];
  });
  afterAll(() => bed.server.close());

  const upload = (person: TestPerson, content = `Text ${++count}`) =>
    uploadTestFile(bed.server, person, { name: `notes${++count}.txt`, type: "text/plain", content });

  /** All files of an owner, by the wire id of a group or the id of a person. */
  const listFiles = (owner: { groupId: string } | { ownerId: string }) =>
    bed.server.platform.db
      .selectFrom("files")
      .selectAll()
      .where("groupId" in owner ? "group_id" : "owner_id", "=", "groupId" in owner ? owner.groupId : owner.ownerId)
      .orderBy("created_at")
      .execute();
  const findFile = (id: string) =>
    bed.server.platform.db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const readBlob = async (key: string) =>
    Buffer.concat(await (await bed.server.platform.blobs.read(key)).body.toArray()).toString();

  test("one's own file is attached as it is", async () => {
    const file = await upload(ada);
    const assistantId = await bed.create(ada, { dataSources: [{ id: file.id }, { id: `s3://${file.id}`, raw: "x" }] });
    const { definition } = await bed.read(ada, assistantId);
    expect(definition).toMatchObject({
      fileKeys: [file.id],
      dataSources: [{ id: `s3://${file.id}`, name: file.name, type: "text/plain" }],
      documents: [{ key: file.id, name: file.name, state: "ready", progress: 100, reason: null }],
    });
    expect(await listFiles({ ownerId: ada.actor.principal.id })).toHaveLength(1);
  });

  test("a file attached to a group's assistant becomes a file of the group, which stays when its uploader leaves", async () => {
    const groupId = await bed.createTeam(ada, [[bob, "write"]]);
    const file = await upload(bob, "The bytes of Bob");
    const assistantId = await bed.create(bob, {
      groupId,
      dataSources: [{ id: file.id }],
      data: { groupTypeData: { Staff: { dataSources: [{ id: file.id }] } } },
    });
    const [copy, ...others] = await listFiles({ groupId });
    expect(others).toEqual([]);
    const original = await findFile(file.id);
    expect(copy).toMatchObject({ name: file.name, document_id: original.document_id, size: original.size, tags: [] });
    expect(copy?.blob_key).not.toBe(original.blob_key);
    expect((await bed.read(ada, assistantId)).definition?.fileKeys).toEqual([copy?.id]);
    await leaveGroup(bed.server.platform, bob.actor, { groupId });
    expect((await bob.proxy(deleteFile, { key: file.id })).status).toBe(200);
    expect((await bed.read(ada, assistantId)).definition?.documents).toMatchObject([{ state: "ready" }]);
    expect(await readBlob(copy?.blob_key ?? "")).toBe("The bytes of Bob");
    expect((await ada.proxy(getFiles, { keys: [copy?.id ?? ""] })).result.items).toHaveLength(1);
    expect((await bob.proxy(getFiles, { keys: [copy?.id ?? ""] })).result.items).toEqual([]);
  });

  test("a document is copied once, and never read again", async () => {
    const groupId = await bed.createTeam(ada, [[bob, "write"]]);
    const [ofAda, ofBob] = [await upload(ada, "The same bytes"), await upload(bob, "The same bytes")];
    const first = await bed.create(ada, { groupId, dataSources: [{ id: ofAda.id }] });
    const second = await bed.create(bob, { groupId, dataSources: [{ id: ofBob.id }] });
    const files = await listFiles({ groupId });
    expect(files).toHaveLength(1);
    for (const id of [first, second]) {
      expect((await bed.read(ada, id)).definition?.fileKeys).toEqual([files[0]?.id]);
    }
    const documents = await bed.server.platform.db.selectFrom("documents").select(["id", "attempts"]).execute();
    expect(documents.filter(({ id }) => id === files[0]?.document_id)).toHaveLength(1);
  });

  test("whoever may edit somebody's assistant adds files to the owner's, and saves those that are there", async () => {
    const own = await upload(ada);
    const assistantId = await bed.create(ada, { dataSources: [{ id: own.id }] });
    const object = { type: "assistant", id: assistantId } as const;
    await giveGrants(bed.server.platform, ada.actor, { object, names: [bob.actor.email], role: "write" });
    const added = await upload(bob);
    await bed.create(bob, { assistantId, dataSources: [{ id: own.id }, { id: added.id }] });
    const keys = (await bed.read(ada, assistantId)).definition?.fileKeys ?? [];
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(own.id);
    expect(await findFile(keys[1] ?? "")).toMatchObject({ owner_id: ada.actor.principal.id, name: added.name });
    // The editor still may not read the owner's files elsewhere.
    expect(await bob.proxy(createAssistant, { name: "Theft", dataSources: [{ id: own.id }] })).toMatchObject({
      status: 404,
    });
    await bed.create(bob, { assistantId, dataSources: [] });
    await bed.create(bob, { assistantId, dataSources: [{ id: own.id }] });
    expect((await bed.read(bob, assistantId)).definition).toMatchObject({ version: 4, fileKeys: [own.id] });
  });

  test("an editor learns of no file that the owner has not attached, and a file that is saved again is copied once", async () => {
    // Of its own in each try, so that no earlier try has left a copy.
    const content = `The same secret ${randomUUID()}`;
    const secret = await uploadTestFile(bed.server, ada, { name: "dismissals.txt", type: "text/plain", content });
    const assistantId = await bed.create(ada);
    const object = { type: "assistant", id: assistantId } as const;
    await giveGrants(bed.server.platform, ada.actor, { object, names: [bob.actor.email], role: "write" });
    const guessed = await upload(bob, content);
    const dataSources = [{ id: guessed.id }, { id: (await upload(bob, content)).id }];
    for (let save = 0; save < 3; save++) await bed.create(bob, { assistantId, dataSources });
    const { definition } = await bed.read(bob, assistantId);
    // Which of the two equal files is copied does not matter.
    expect(definition?.documents).toMatchObject([{ name: expect.stringMatching(/^notes/) }]);
    expect(JSON.stringify(definition)).not.toContain(secret.id);
    const files = await listFiles({ ownerId: ada.actor.principal.id });
    const { document_id } = await findFile(secret.id);
    expect(files.filter((file) => file.document_id === document_id)).toHaveLength(2);
  });

  test("an API key attaches files only with the access type for documents, and saves those that are there", async () => {
    const file = await upload(ada);
    const saveWith = (scopes: KeyScope[], content: Partial<AssistantContentInput>, assistantId?: string) => {
      const credential = { kind: "key", id: "k", scopes: new Set(scopes) } as const;
      const input = { assistantId, baseVersion: undefined, groupId: undefined, isPublished: undefined };
      return saveAssistant(
        bed.server.platform,
        { ...ada.actor, credential },
        { ...input, content: z.parse(AssistantContent, { name: "Tutor", ...content }) },
      );
    };
    const dataSources = [{ id: file.id }];
    await expect(saveWith(["assistants"], { dataSources })).rejects.toMatchObject({ code: "forbidden" });
    expect(await saveWith(["assistants"], {})).toMatchObject({ version: 1 });
    expect(await saveWith(["assistants", "file_upload"], { dataSources })).toMatchObject({ version: 1 });
    const assistantId = await bed.create(ada, { dataSources });
    expect(await saveWith(["assistants"], { dataSources }, assistantId)).toMatchObject({ version: 2 });
  });

  test("a file that the author may not read is refused by its name, whether or not it exists", async () => {
    const file = await upload(ada);
    for (const id of [file.id, "nobody/2026-11-21/x.json"]) {
      const reply = await bob.proxy(createAssistant, { name: "Theft", dataSources: [{ id, name: "exam.pdf" }] });
      expect(reply).toMatchObject({
        status: 404,
        body: { message: "The file “exam.pdf” doesn’t exist, or you don’t have access to it." },
      });
    }
    const begun = await bob.direct(uploadFile, { data: { name: "half.txt", type: "text/plain", size: 5 } });
    const groupId = await bed.createTeam(bob);
    const half = { name: "Half", groupId, dataSources: [{ id: begun.result.key }] };
    expect(await bob.proxy(createAssistant, half)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("“half.txt” hasn’t been uploaded completely") },
    });
  });

  test("a deleted document is shown, and does not prevent another save", async () => {
    const file = await upload(ada);
    const dataSources = [{ id: file.id }];
    const assistantId = await bed.create(ada, { dataSources });
    await ada.proxy(deleteFile, { key: file.id });
    await bed.create(ada, { assistantId, dataSources, name: "Renamed" });
    expect((await bed.read(ada, assistantId)).definition?.documents).toEqual([
      {
        key: file.id,
        name: file.name,
        type: "text/plain",
        state: "deleted",
        progress: 0,
        reason: null,
        totalTokens: null,
      },
    ]);
  });

  test("copies count in the storage of the owner, and without space nothing is copied", async () => {
    const groupId = await bed.createTeam(ada);
    const files = [await upload(ada, "a".repeat(300_000)), await upload(ada, "b".repeat(300_000))];
    await bed.create(ada, { groupId, dataSources: files.map(({ id }) => ({ id })) });
    const [large, small] = [await upload(bob, "c".repeat(450_000)), await upload(bob, "small")];
    for (const { id } of [large, small]) {
      const names = [ada.actor.email];
      await giveGrants(bed.server.platform, bob.actor, { object: { type: "file", id }, names, role: "read" });
    }
    const attach = { name: "Full", groupId, dataSources: [{ id: small.id }, { id: large.id }] };
    expect(await ada.proxy(createAssistant, attach)).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining("the group’s 1 MB") },
    });
    expect(await listFiles({ groupId })).toHaveLength(2);
  });

  test("a file whose bytes are gone is refused, and no row of a copy remains", async () => {
    const groupId = await bed.createTeam(ada);
    const file = await upload(ada);
    await bed.server.platform.blobs.remove([(await findFile(file.id)).blob_key]);
    const attach = { name: "Gone", groupId, dataSources: [{ id: (await upload(ada)).id }, { id: file.id }] };
    expect((await ada.proxy(createAssistant, attach)).status).toBe(404);
    expect(await listFiles({ groupId })).toEqual([]);
  });

  test("a save that is repeated with the author's own file is the one with the group's copy, which is made once", async () => {
    const groupId = await bed.createTeam(ada, [[bob, "write"]]);
    const dataSources = [{ id: (await upload(bob)).id }];
    const draft = { name: "Tutor", groupId, draftId: randomUUID(), dataSources };
    const created = (await bob.proxy(createAssistant, draft)).result;
    expect((await bob.proxy(createAssistant, draft)).result).toEqual(created);
    const { assistantId } = created;
    const more = {
      ...draft,
      assistantId,
      baseVersion: 1,
      dataSources: [...dataSources, { id: (await upload(bob)).id }],
    };
    const saved = (await bob.proxy(createAssistant, more)).result;
    expect(saved.version).toBe(2);
    expect((await bob.proxy(createAssistant, more)).result).toEqual(saved);
    expect(await listFiles({ groupId })).toHaveLength(2);
  });

  test("a save that loses a conflict leaves no copies, except those that somebody else has saved", async () => {
    const { platform } = bed.server;
    const groupId = await bed.createTeam(ada, [[bob, "write"]]);
    const [own, shared] = [await upload(ada), await upload(ada)];
    const assistantId = await bed.create(ada, { groupId });
    const other = await bed.create(bob, { groupId });
    const blobs = Object.create(platform.blobs) as typeof platform.blobs; // with the methods of the original
    let copies = 0;
    blobs.copy = async (from, to) => {
      await platform.blobs.copy(from, to);
      // Before the second copy is made, the first one is attached to another assistant.
      if (++copies < 2) return;
      const [copy] = await listFiles({ groupId });
      await bed.create(bob, { assistantId: other, dataSources: [{ id: copy?.id ?? "" }] });
      await bed.create(bob, { assistantId, name: "Newer" });
    };
    const dataSources = [{ id: shared.id }, { id: own.id }];
    const content = z.parse(AssistantContent, { name: "Older", dataSources });
    const input = { content, assistantId, baseVersion: 1, groupId: undefined, isPublished: undefined };
    await expect(saveAssistant({ ...platform, blobs }, ada.actor, input)).rejects.toMatchObject({ code: "conflict" });
    expect(copies).toBe(2);
    const remaining = await listFiles({ groupId });
    expect(remaining.map(({ id }) => id)).toEqual((await bed.read(bob, other)).definition?.fileKeys);
    expect((await bed.read(ada, assistantId)).definition).toMatchObject({ name: "Newer", fileKeys: [] });
  });
});
