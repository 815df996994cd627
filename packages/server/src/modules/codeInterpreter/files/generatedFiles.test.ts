import { randomUUID } from "node:crypto";
import {
  createCodeInterpreter,
  createConversation,
  createGeneratedFile,
  deleteCodeInterpreter,
  deleteCodeInterpreterThread,
  deleteConversation,
  deleteMultipleConversations,
  downloadGeneratedFile,
  getFileDownloadUrls,
  limits,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { configureFlags } from "../../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";
import { uploadGeneratedFile } from "../testing/uploadGeneratedFile.ts";
import { deleteOrphanedFiles, reapGeneratedFiles } from "./reapGeneratedFiles.ts";

describe("a file that code has made", () => {
  const clock = createManualClock();
  let server: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ clock, environment: { STORAGE_PER_PERSON_MB: "1", UPLOAD_MAX_MB: "1" } });
    await configureFlags(server.platform.db, { codeInterpreterEnabled: true });
  });
  beforeEach(async () => {
    owner = await server.signIn("owner@example.org");
    stranger = await server.signIn("stranger@example.org");
  });
  afterAll(() => server.close());

  const createId = async () => (await owner.proxy(createCodeInterpreter, {})).result.assistantId;
  const open = (url: string) => server.app.inject({ url });
  const getUrl = async (key: string, isInline = false) =>
    (await owner.proxy(downloadGeneratedFile, { key, isInline })).result.downloadUrl;
  const getStatus = async (key: string, person = owner) => (await person.proxy(downloadGeneratedFile, { key })).status;
  const findRow = (key: string) =>
    server.platform.db.selectFrom("generated_files").selectAll().where("id", "=", key).executeTakeFirst();
  const createFile = async (size: number, person = owner) =>
    person.proxy(createGeneratedFile, { assistantId: "i", name: "a.txt", type: "text/plain", size });
  const put = (url: string, payload: string) => server.app.inject({ method: "PUT", url, payload });

  test("[G7.09] is saved under its name from a temporary address", async () => {
    const key = await uploadGeneratedFile(server, owner, { assistantId: await createId(), name: "Größe.png" });
    const url = await getUrl(key);
    const reply = await open(url);
    expect(reply.body).toBe("picture");
    expect(reply.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": `attachment; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    clock.advance(3_600_000);
    expect((await open(url)).statusCode).toBe(403);
  });

  test.each([
    { type: "image/png", isShown: true, served: "image/png" },
    { type: "application/pdf", isShown: true, served: "application/pdf" },
    { type: "Text/CSV; charset=x", isShown: true, served: "text/csv; charset=utf-8" },
    { type: "text/html", isShown: false, served: "application/octet-stream" },
    { type: "image/svg+xml", isShown: false, served: "application/octet-stream" },
  ])("of the type $type is shown in place: $isShown", async ({ type, isShown, served }) => {
    const key = await uploadGeneratedFile(server, owner, { assistantId: "i", type });
    const { headers } = await open(await getUrl(key, true));
    expect(String(headers["content-disposition"]).startsWith("inline")).toBe(isShown);
    expect(headers["content-type"]).toBe(served);
  });

  test("[C7.38] has an address in the reply that is keyed by the ids of files", async () => {
    const assistantId = await createId();
    const keys = [
      await uploadGeneratedFile(server, owner, { assistantId }),
      await uploadGeneratedFile(server, owner, { assistantId, content: "second" }),
    ];
    const otherKey = await uploadGeneratedFile(server, owner, { assistantId: await createId() });
    const files = [...keys, otherKey, "unknown"];
    const { result, body } = await owner.rest(getFileDownloadUrls, { files, sessionId: assistantId });
    expect(new Set(Object.keys(result))).toEqual(new Set(keys));
    expect(body).toMatchObject({ data: { [keys[1] ?? ""]: { downloadUrl: expect.any(String) } } });
    expect((await open(result[keys[1] ?? ""]?.downloadUrl ?? "")).body).toBe("second");
    expect((await stranger.rest(getFileDownloadUrls, { files, sessionId: assistantId })).result).toEqual({});
  });

  test("does not exist for anybody else, whoever the address is for", async () => {
    const assistantId = await createId();
    const key = await uploadGeneratedFile(server, owner, { assistantId, threadId: "t1" });
    expect(await getStatus(key, stranger)).toBe(404);
    for (const call of [
      () => stranger.rest(deleteCodeInterpreter, { assistantId }),
      () => stranger.rest(deleteCodeInterpreterThread, { threadId: "t1" }),
    ])
      expect((await call()).result).toEqual({ deletedFiles: 0 });
    expect(await getStatus(key)).toBe(200);
  });

  test("cannot be opened at the address for its upload, nor the other way round", async () => {
    const { key, uploadUrl } = (await createFile(3)).result;
    expect((await open(uploadUrl)).statusCode).toBe(403);
    expect((await put(uploadUrl, "abc")).statusCode).toBe(200);
    expect((await put(await getUrl(key), "xyz")).statusCode).toBe(403);
  });

  test("arrives once, and with the declared size", async () => {
    const { key, uploadUrl } = (await createFile(3)).result;
    expect(await getStatus(key)).toBe(404);
    expect((await put(uploadUrl, "abcd")).statusCode).toBe(400);
    expect((await put(uploadUrl, "ab")).statusCode).toBe(400);
    expect((await put(uploadUrl, "abc")).statusCode).toBe(200);
    expect((await put(uploadUrl, "xyz")).statusCode).toBe(409);
    expect((await open(await getUrl(key))).body).toBe("abc");
  });

  test("counts as storage of its owner, and is not too large", async () => {
    expect((await createFile(limits.generatedFileBytes + 1)).status).toBe(400);
    expect(await createFile(1_000_001)).toMatchObject({ status: 413 });
    const big = await server.signIn("big@example.org");
    expect((await createFile(600_000, big)).status).toBe(200);
    expect((await createFile(600_000, big)).status).toBe(413);
    await big.rest(deleteCodeInterpreter, { assistantId: "i" });
    expect((await createFile(600_000, big)).status).toBe(200);
  });

  test("[G7.07] [G7.08] is deleted with its code interpreter or its thread, and then its bytes", async () => {
    const assistantId = await createId();
    const upload = (threadId: string) => uploadGeneratedFile(server, owner, { assistantId, threadId });
    const [first, second, third] = [await upload("a"), await upload("b"), await upload("b")];
    const url = await getUrl(second);
    expect((await owner.rest(deleteCodeInterpreterThread, { threadId: "b" })).result).toEqual({ deletedFiles: 2 });
    expect([await getStatus(first), await getStatus(second), await getStatus(third)]).toEqual([200, 404, 404]);
    expect((await open(url)).statusCode).toBe(404);
    const { body, result } = await owner.rest(deleteCodeInterpreter, { assistantId });
    expect([body.success, result]).toEqual([true, { deletedFiles: 1 }]);
    expect(await getStatus(first)).toBe(404);
    const blobKey = (await findRow(first))?.blob_key ?? "";
    expect(await server.platform.blobs.stat(blobKey)).not.toBeNull();
    await reapGeneratedFiles(server.platform);
    expect([await findRow(first), await server.platform.blobs.stat(blobKey)]).toEqual([undefined, null]);
  });

  test("that does not arrive within a day is deleted", async () => {
    const { key, uploadUrl } = (await createFile(3)).result;
    const arrived = await uploadGeneratedFile(server, owner, { assistantId: "i" });
    await reapGeneratedFiles(server.platform);
    expect(await findRow(key)).toBeDefined();
    clock.advance(25 * 3_600_000);
    await reapGeneratedFiles(server.platform);
    expect([await findRow(key), await getStatus(arrived)]).toEqual([undefined, 200]);
    expect((await put(uploadUrl, "abc")).statusCode).toBe(403);
  });

  test("is deleted with the last conversation of its code interpreter", async () => {
    const assistantId = await createId();
    const key = await uploadGeneratedFile(server, owner, { assistantId });
    const other = await uploadGeneratedFile(server, owner, { assistantId: await createId() });
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [index, id] of ids.entries()) {
      const conversation = { id, messages: [], ...(index < 2 ? { codeInterpreterAssistantId: assistantId } : {}) };
      expect((await owner.proxy(createConversation, { conversation })).status).toBe(200);
    }
    const [first = "", second = "", third = ""] = ids;
    // Another person’s conversation with the same id of a code interpreter is of no importance.
    const foreign = { id: randomUUID(), messages: [], codeInterpreterAssistantId: assistantId };
    await stranger.proxy(createConversation, { conversation: foreign });
    await stranger.proxy(deleteConversation, { conversationId: foreign.id });
    await owner.proxy(deleteConversation, { conversationId: first });
    await owner.proxy(deleteConversation, { conversationId: third });
    expect(await getStatus(key)).toBe(200);
    await owner.proxy(deleteMultipleConversations, { conversationIds: [second] });
    expect([await getStatus(key), await getStatus(other)]).toEqual([404, 200]);
  });

  test("is deleted with the last of two conversations, also if its answer was in the other one", async () => {
    const assistantId = await createId();
    const key = await uploadGeneratedFile(server, owner, { assistantId });
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [first, second])
      await owner.proxy(createConversation, {
        conversation: { id, messages: [], codeInterpreterAssistantId: assistantId },
      });
    await owner.proxy(createConversation, { conversation: { id: third, messages: [] } });
    const setConversation = (conversation_id: string) =>
      server.platform.db.updateTable("generated_files").set({ conversation_id }).where("id", "=", key).execute();
    await setConversation(first);
    await owner.proxy(deleteConversation, { conversationId: first });
    expect(await getStatus(key)).toBe(200);
    await setConversation(third);
    await owner.proxy(deleteConversation, { conversationId: second });
    expect(await getStatus(key)).toBe(200);
    await setConversation(first);
    await owner.proxy(createConversation, {
      conversation: { id: second, messages: [], codeInterpreterAssistantId: assistantId },
    });
    await owner.proxy(deleteConversation, { conversationId: second });
    expect(await getStatus(key)).toBe(404);
  });

  test("is deleted a day after its arrival if its owner has no conversation with it", async () => {
    const [assistantId, otherId] = [await createId(), await createId()];
    const orphan = await uploadGeneratedFile(server, owner, { assistantId });
    const other = await uploadGeneratedFile(server, owner, { assistantId: otherId });
    const create = (person: TestPerson, codeInterpreterAssistantId: string) =>
      person.proxy(createConversation, {
        conversation: { id: randomUUID(), messages: [], codeInterpreterAssistantId },
      });
    await create(stranger, assistantId);
    await create(owner, otherId);
    await deleteOrphanedFiles(server.platform);
    expect(await getStatus(orphan)).toBe(200);
    clock.advance(25 * 3_600_000);
    await deleteOrphanedFiles(server.platform);
    expect([await getStatus(orphan), await getStatus(other)]).toEqual([404, 200]);
  });

  test("is refused if its owner has the maximum number of them", async () => {
    const many = await server.signIn("many@example.org");
    await sql`
      insert into generated_files (id, owner_id, assistant_id, name, type, size, blob_key, created_at)
      select 'many' || n, ${many.actor.principal.id}, 'i', 'a', 'text/plain', 0, 'generatedFiles/many' || n, now()
      from generate_series(1, ${limits.generatedFiles}::integer) n`.execute(server.platform.db);
    const refused = await createFile(0, many);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      413,
      expect.stringContaining("maximum number of files from Python"),
    ]);
    await server.platform.db.deleteFrom("generated_files").where("owner_id", "=", many.actor.principal.id).execute();
    expect((await createFile(0, many)).status).toBe(200);
  });

  test("comes back with its conversation within an hour, unless it was deleted itself", async () => {
    // The database has no manual clock.
    const reaperClock = createManualClock();
    const reap = () => reapGeneratedFiles({ ...server.platform, clock: reaperClock });
    const assistantId = await createId();
    const key = await uploadGeneratedFile(server, owner, { assistantId });
    const deleted = await uploadGeneratedFile(server, owner, { assistantId, threadId: "t9" });
    await owner.rest(deleteCodeInterpreterThread, { threadId: "t9" });
    const conversation = { id: randomUUID(), messages: [], codeInterpreterAssistantId: assistantId };
    const create = (person: TestPerson) => person.proxy(createConversation, { conversation });
    await create(owner);
    await owner.proxy(deleteConversation, { conversationId: conversation.id });
    await reap();
    await create(stranger);
    expect(await getStatus(key)).toBe(404);
    await create(owner);
    expect([await getStatus(key), await getStatus(deleted)]).toEqual([200, 404]);
    expect((await open(await getUrl(key))).body).toBe("picture");
    await owner.proxy(deleteConversation, { conversationId: conversation.id });
    reaperClock.advance(3_601_000);
    await reap();
    expect(await findRow(key)).toBeUndefined();
  });

  test("cannot be sent or opened while the feature is off", async () => {
    const key = await uploadGeneratedFile(server, owner, { assistantId: "i" });
    const [url, { uploadUrl }] = [await getUrl(key), (await createFile(3)).result];
    overrideFeature("codeInterpreterEnabled", { isFinished: false });
    expect((await owner.proxy(createCodeInterpreter, {})).status).toBe(403);
    expect([await getStatus(key), (await open(url)).statusCode, (await put(uploadUrl, "abc")).statusCode]).toEqual([
      403, 403, 403,
    ]);
  });
});
