import { deleteFile, getFiles, readFileContent } from "@lectern/contract";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DocumentReadError } from "../../../platform/documents/documentReader.ts";
import { createXfaError } from "../../../platform/documents/readFailures.ts";
import { createTestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { joinChunks } from "../../retrieval/service.ts";
import { createActiveExtractions } from "./activeExtractions.ts";
import { createRereadHandler } from "./createRereadHandler.ts";
import { getContentKey } from "./releaseDocument.ts";
import { listContentKeys, listOutdatedDocumentIds, setDocumentsUsed } from "./repository.ts";
import { requestRereads } from "./requestRereads.ts";
import { createScriptedReader } from "./testing/scriptedReader.ts";

const reader = createScriptedReader();
const server = await createTestApp({ documents: reader });
const ann = await server.signIn("ann@example.org");
let textCount = 0;

afterAll(() => server.close());
beforeEach(() => {
  reader.version = 1;
  reader.transform = null;
  reader.beforeRead = async () => undefined;
});

const createText = () => `text ${++textCount}\nits second line`;
const expectEventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const getRecord = async (person: TestPerson, key: string) =>
  (await person.proxy(getFiles, { keys: [key] })).result.items[0];

async function findDocumentOfFile(key: string) {
  return server.platform.db
    .selectFrom("documents")
    .innerJoin("files", "files.document_id", "documents.id")
    .selectAll("documents")
    .where("files.id", "=", key)
    .executeTakeFirst();
}

const getDocumentId = async (key: string) => (await findDocumentOfFile(key))?.id ?? "";

async function listDocumentIds(): Promise<string[]> {
  const rows = await server.platform.db.selectFrom("documents").select("id").execute();
  return rows.map(({ id }) => id);
}

/** Runs the job of a file's document once. */
async function reread(key: string): Promise<void> {
  const handle = createRereadHandler(server.platform, createActiveExtractions());
  const payload = { documentId: await getDocumentId(key) };
  await handle({ payload, signal: new AbortController().signal, isLastAttempt: false });
}

async function listChunkIds(documentId = ""): Promise<number[]> {
  const { db } = server.platform;
  const rows = await db
    .selectFrom("chunks")
    .select("id")
    .where("document_id", "=", documentId)
    .orderBy("position")
    .execute();
  return rows.map(({ id }) => id);
}

describe("a document that an older reader has extracted", () => {
  test("is read again in the background, and can be used until then", async () => {
    const content = createText();
    const file = await uploadTestFile(server, ann, { name: "a.txt", content });
    const before = await findDocumentOfFile(file.id);
    const chunkIds = await listChunkIds(before?.id);
    expect(chunkIds).toHaveLength(2);
    reader.version = 2;
    reader.transform = (text) => text.toUpperCase();
    const statesDuringRead: unknown[] = [];
    reader.beforeRead = async () => void statesDuringRead.push((await getRecord(ann, file.id))?.state);
    await requestRereads(server.platform);
    await expectEventually(async () =>
      expect(await findDocumentOfFile(file.id)).toMatchObject({ extractor: 2, state: "ready", attempts: 0 }),
    );
    expect(statesDuringRead).toContain("ready");
    const { items } = (await ann.proxy(readFileContent, { key: file.id })).result;
    expect(items[0]?.content).toBe(content.split("\n")[0]?.toUpperCase());
    // It stayed ready while its chunks were written, under another id.
    expect((await findDocumentOfFile(file.id))?.state_changed_at).toEqual(before?.state_changed_at);
    expect(await listChunkIds(before?.id)).toHaveLength(2);
    expect(await listDocumentIds()).not.toContain(`${before?.id}.draft`);
    // Old citations name the old content and the old chunks.
    expect((await getRecord(ann, file.id))?.contentKey).not.toBe(before?.content_key);
    expect(await listContentKeys(server.platform.db, before?.id ?? "")).toContain(before?.content_key);
    expect((await joinChunks(server.platform, before?.id ?? "", chunkIds))?.content).toContain(content.split("\n")[0]);
    await ann.proxy(deleteFile, { key: file.id });
    expect(await server.platform.blobs.stat(before?.content_key ?? "")).toBeNull();
    expect(await joinChunks(server.platform, before?.id ?? "", chunkIds)).toBeNull();
  });

  test("whose text a newer reader does not change keeps its content and its chunks", async () => {
    const file = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const before = await findDocumentOfFile(file.id);
    const chunkIds = await listChunkIds(before?.id);
    reader.version = 2;
    await requestRereads(server.platform);
    await expectEventually(async () => expect(await findDocumentOfFile(file.id)).toMatchObject({ extractor: 2 }));
    expect((await findDocumentOfFile(file.id))?.content_key).toBe(before?.content_key);
    expect(await listChunkIds(before?.id)).toEqual(chunkIds);
  });

  test.each([
    [new DocumentReadError("damaged", "No."), [{ code: "notReread" }]],
    [createXfaError(), [{ code: "xfaForm" }, { code: "notReread" }]],
  ])("that cannot be read again keeps its text, and says so", async (error, notes) => {
    const file = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    reader.version = 2;
    reader.beforeRead = () => Promise.reject(error);
    await requestRereads(server.platform);
    await expectEventually(async () =>
      expect(await findDocumentOfFile(file.id)).toMatchObject({ extractor: 2, notes }),
    );
    expect(await getRecord(ann, file.id)).toMatchObject({ state: "ready", totalItems: 2 });
  });

  test("is read three times if the process is too slow or ends", async () => {
    const file = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    reader.version = 2;
    reader.beforeRead = () => Promise.reject(new DocumentReadError("timeout", "Too slow.", { canRetry: true }));
    for (let attempt = 1; attempt < 3; attempt++) {
      await expect(reread(file.id)).rejects.toThrow("Too slow.");
      expect(await findDocumentOfFile(file.id)).toMatchObject({ extractor: 1, attempts: attempt, notes: [] });
    }
    await reread(file.id);
    expect(await findDocumentOfFile(file.id)).toMatchObject({ extractor: 2, notes: [{ code: "notReread" }] });
  });

  test("that was refused can be used once a newer reader reads it", async () => {
    reader.beforeRead = () => Promise.reject(new DocumentReadError("unsupported", "Not this kind."));
    const file = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    await expectEventually(async () => expect(await findDocumentOfFile(file.id)).toMatchObject({ state: "failed" }));
    reader.version = 2;
    reader.beforeRead = () => Promise.reject(new DocumentReadError("damaged", "It is damaged."));
    expect(await listOutdatedDocumentIds(server.platform.db, 2, 100)).toContain(await getDocumentId(file.id));
    await reread(file.id);
    expect(await findDocumentOfFile(file.id)).toMatchObject({
      state: "failed",
      reason: "It is damaged.",
      extractor: 2,
    });
    reader.version = 3;
    reader.beforeRead = async () => undefined;
    await reread(file.id);
    expect(await getRecord(ann, file.id)).toMatchObject({ state: "ready", totalItems: 2 });
    expect(await findDocumentOfFile(file.id)).toMatchObject({ reason: null, extractor: 3, chunk_count: 2 });
    expect(await listChunkIds(await getDocumentId(file.id))).toHaveLength(2);
  });

  test("whose last file is deleted while it is read leaves nothing behind", async () => {
    const file = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const id = await getDocumentId(file.id);
    reader.version = 2;
    reader.transform = (text) => text.toUpperCase();
    reader.beforeRead = async () => void (await ann.proxy(deleteFile, { key: file.id }));
    await reread(file.id);
    expect(await server.platform.blobs.stat(getContentKey(id, 2))).toBeNull();
    expect((await listDocumentIds()).filter((other) => other.startsWith(id))).toEqual([]);
  });

  test("those that answers have used last are read again first", async () => {
    const files = await Promise.all(
      ["a.txt", "b.txt", "c.txt"].map((name) => uploadTestFile(server, ann, { name, content: createText() })),
    );
    const ids = await Promise.all(files.map(({ id }) => getDocumentId(id)));
    const { db } = server.platform;
    await setDocumentsUsed(db, [ids[1] ?? ""], new Date("2026-01-02"), new Date(0));
    await setDocumentsUsed(db, [ids[0] ?? ""], new Date("2026-01-01"), new Date(0));
    // Within the precision, nothing is written.
    await setDocumentsUsed(db, [ids[0] ?? ""], new Date("2026-01-03"), new Date("2025-12-31"));
    expect((await listOutdatedDocumentIds(db, 2, 2)).slice(0, 2)).toEqual([ids[1], ids[0]]);
  });
});
