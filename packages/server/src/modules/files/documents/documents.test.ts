import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteFile, type FileRecord, getFiles, queryFiles, retryFile, setFileEncoding } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { DocumentReadError } from "../../../platform/documents/documentReader.ts";
import { countTo, rejectWhenAborted } from "../../../platform/jobs/testing/jobsConformance.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../../testing/testDatabase.ts";
import { uploadTestBytes, uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { createExtractionLock, type ExtractionLock } from "./createExtractionLock.ts";
import { createIngestFileHandler } from "./createIngestFileHandler.ts";
import { getContentKey, releaseDocument } from "./releaseDocument.ts";
import { markReleased } from "./repository.ts";
import { resumeUnfinishedFiles } from "./resumeUnfinishedFiles.ts";
import { startIngestion } from "./startIngestion.ts";
import { createScriptedReader, type ScriptedReader } from "./testing/scriptedReader.ts";

let reader: ScriptedReader;
let server: TestApp;
let ann: TestPerson;
let ben: TestPerson;
let textCount = 0;

beforeAll(async () => {
  reader = createScriptedReader();
  server = await createTestApp({ documents: reader });
  ann = await server.signIn("ann@example.org");
  ben = await server.signIn("ben@example.org");
});
afterAll(() => server?.close());
beforeEach(() => {
  reader.reads.length = 0;
  reader.encodings.length = 0;
});
afterEach(() => {
  reader.beforeRead = async () => undefined;
});

/** Returns a text that no other test has used. */
const createText = () => {
  textCount += 1;
  return `text ${textCount}\nits second line`;
};
const expectEventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

async function getRecord(person: TestPerson, key: string): Promise<FileRecord | undefined> {
  return (await person.proxy(getFiles, { keys: [key] })).result.items[0];
}

async function findDocumentOfFile(key: string) {
  return server.platform.db
    .selectFrom("documents")
    .innerJoin("files", "files.document_id", "documents.id")
    .selectAll("documents")
    .where("files.id", "=", key)
    .executeTakeFirst();
}

async function getRemainingData(documentId: string) {
  const { db, blobs } = server.platform;
  const chunks = await db.selectFrom("chunks").select("position").where("document_id", "=", documentId).execute();
  const rows = await db.selectFrom("documents").select("id").where("id", "=", documentId).execute();
  return { rows: rows.length, chunks: chunks.length, content: await blobs.stat(getContentKey(documentId, 1)) };
}
const noRemainingData = { rows: 0, chunks: 0, content: null };

async function getDocumentId(key: string): Promise<string> {
  const document = await findDocumentOfFile(key);
  if (!document) throw new Error("the file has no document");
  return document.id;
}

const waitUntilReady = (person: TestPerson, key: string) =>
  expectEventually(async () => expect((await getRecord(person, key))?.state).toBe("ready"));

describe("a document", () => {
  test("is read once for all files with the same bytes, and each person sees their own file only", async () => {
    const content = createText();
    const annsFile = await uploadTestFile(server, ann, { name: "anns secret plan.txt", content });
    const bensFile = await uploadTestFile(server, ben, { name: "other.txt", content });
    expect(annsFile).toMatchObject({ state: "ready", progress: 100, totalItems: 2, reason: null });
    expect(bensFile).toMatchObject({ state: "ready", name: "other.txt", contentKey: annsFile.contentKey });
    expect(reader.reads).toEqual([{ name: "document.txt", text: content }]);
    expect((await ben.proxy(queryFiles, {})).result.items.map(({ id }) => id)).toEqual([bensFile.id]);
    expect((await ben.proxy(getFiles, { keys: [annsFile.id] })).result.items).toEqual([]);
    expect(await getRemainingData(await getDocumentId(annsFile.id))).toMatchObject({ rows: 1, chunks: 2 });
  });

  test("is a different one if the same bytes have another kind", async () => {
    const content = createText();
    await uploadTestFile(server, ann, { name: "a.txt", content });
    await uploadTestFile(server, ann, { name: "a.md", content });
    expect(reader.reads.map(({ name }) => name)).toEqual(["document.txt", "document.md"]);
  });

  test("that is being extracted shows its progress to everybody who has the same bytes", async () => {
    const content = createText();
    const proceedSignal = Promise.withResolvers<void>();
    reader.beforeRead = async ({ onProgress }) => {
      onProgress(50);
      await proceedSignal.promise;
    };
    const firstFile = await uploadTestBytes(server, ann, { name: "a.txt", content });
    const secondFile = await uploadTestBytes(server, ben, { name: "b.txt", content });
    const halfwayRecord = { state: "extracting", progress: 45, contentKey: null, totalTokens: null };
    await expectEventually(async () => expect(await getRecord(ann, firstFile.key)).toMatchObject(halfwayRecord));
    await expectEventually(async () => expect(await getRecord(ben, secondFile.key)).toMatchObject(halfwayRecord));
    proceedSignal.resolve();
    await waitUntilReady(ann, firstFile.key);
    await waitUntilReady(ben, secondFile.key);
    expect(reader.reads).toHaveLength(1);
  });

  test("stays for the others when one file is deleted, and is deleted with the last", async () => {
    const content = createText();
    const annsFile = await uploadTestFile(server, ann, { name: "a.txt", content });
    const bensFile = await uploadTestFile(server, ben, { name: "b.txt", content });
    const id = await getDocumentId(annsFile.id);
    await ann.proxy(deleteFile, { key: annsFile.id });
    expect(await getRecord(ben, bensFile.id)).toMatchObject({ state: "ready" });
    expect(await getRemainingData(id)).toMatchObject({ rows: 1, chunks: 2, content: { bytes: expect.any(Number) } });
    await ben.proxy(deleteFile, { key: bensFile.id });
    expect(await getRemainingData(id)).toEqual(noRemainingData);
    const repeatedFile = await uploadTestFile(server, ben, { name: "b.txt", content });
    expect(repeatedFile.state).toBe("ready");
    expect(reader.reads).toHaveLength(2);
  });

  test("is cancelled and leaves nothing when its last file is deleted in the meantime", async () => {
    const readStart = Promise.withResolvers<void>();
    reader.beforeRead = async ({ signal }) => {
      readStart.resolve();
      await rejectWhenAborted(signal);
    };
    const { key } = await uploadTestBytes(server, ann, { name: "a.txt", content: createText() });
    await readStart.promise;
    const id = await getDocumentId(key);
    await ann.proxy(deleteFile, { key });
    await expectEventually(async () => expect(await getRemainingData(id)).toEqual(noRemainingData));
  });

  test("is extracted from another file when the one being read is deleted in the meantime", async () => {
    const content = createText();
    const readStart = Promise.withResolvers<void>();
    const proceedSignal = Promise.withResolvers<void>();
    reader.beforeRead = async () => {
      readStart.resolve();
      await proceedSignal.promise;
      if (reader.reads.length === 1) throw new DocumentReadError("damaged", "The bytes went away.");
    };
    const annsFile = await uploadTestBytes(server, ann, { name: "a.txt", content });
    await readStart.promise;
    const bensFile = await uploadTestBytes(server, ben, { name: "b.txt", content });
    await expectEventually(async () => expect((await getRecord(ben, bensFile.key))?.state).toBe("extracting"));
    await ann.proxy(deleteFile, { key: annsFile.key });
    proceedSignal.resolve();
    await waitUntilReady(ben, bensFile.key);
    expect(await getRemainingData(await getDocumentId(bensFile.key))).toMatchObject({ chunks: 2 });
  });

  test("extracted by an older reader is extracted again for the next file with its bytes, and only then", async () => {
    const content = createText();
    const firstFile = await uploadTestFile(server, ann, { name: "a.txt", content });
    reader.version = 2;
    await startIngestion(server.platform, firstFile.id);
    const secondFile = await uploadTestFile(server, ben, { name: "b.txt", content });
    expect(reader.reads).toHaveLength(2);
    expect(await findDocumentOfFile(secondFile.id)).toMatchObject({ extractor: 2, state: "ready" });
    expect(await getRecord(ann, firstFile.id)).toMatchObject({ state: "ready" });
    expect(await getRemainingData(await getDocumentId(firstFile.id))).toMatchObject({ chunks: 2 });
    reader.version = 1;
  });

  test("is read in the encoding that a person chooses for their file, and other people's as before", async () => {
    const content = createText();
    const annsFile = await uploadTestFile(server, ann, { name: "a.txt", content });
    const bensFile = await uploadTestFile(server, ben, { name: "b.txt", content });
    expect((await ben.proxy(setFileEncoding, { key: annsFile.id, encoding: "koi8-r" })).status).toBe(404);
    const reply = await ann.proxy(setFileEncoding, { key: annsFile.id, encoding: "koi8-r" });
    expect(reply.result).toMatchObject({ id: annsFile.id, encoding: "koi8-r" });
    await waitUntilReady(ann, annsFile.id);
    expect(reader.encodings).toEqual([null, "koi8-r"]);
    expect(await getDocumentId(annsFile.id)).not.toBe(await getDocumentId(bensFile.id));
    expect(await getRecord(ben, bensFile.id)).not.toHaveProperty("encoding");
    expect((await ann.proxy(setFileEncoding, { key: annsFile.id, encoding: null })).result.state).toBe("ready");
    expect(await getDocumentId(annsFile.id)).toBe(await getDocumentId(bensFile.id));
    const image = await uploadTestFile(server, ann, { name: "a.pdf", content: createText() });
    expect((await ann.proxy(setFileEncoding, { key: image.id, encoding: "koi8-r" })).status).toBe(400);
  });
});

describe("a document that cannot be read", () => {
  test("reports why, is not retried automatically, and can be retried if that may help", async () => {
    reader.beforeRead = () => Promise.reject(new DocumentReadError("timeout", "It took too long.", { canRetry: true }));
    const failedFile = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    expect(failedFile).toMatchObject({
      state: "failed",
      reason: "It took too long.",
      canRetry: true,
      contentKey: null,
    });
    expect(reader.reads).toHaveLength(1);
    reader.beforeRead = async () => undefined;
    const retryReply = await ann.proxy(retryFile, { key: failedFile.id });
    expect(retryReply.status).toBe(200);
    await waitUntilReady(ann, failedFile.id);
    expect(await getRecord(ann, failedFile.id)).toMatchObject({ reason: null, canRetry: false });
  });

  test("does not change on a retry if the same bytes would fail again", async () => {
    reader.beforeRead = () => Promise.reject(new DocumentReadError("encrypted", "It has a password."));
    const failedFile = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    expect(failedFile).toMatchObject({ state: "failed", reason: "It has a password.", canRetry: false });
    await ann.proxy(retryFile, { key: failedFile.id });
    expect(await findDocumentOfFile(failedFile.id)).toMatchObject({ state: "failed" });
    await ann.proxy(deleteFile, { key: failedFile.id });
  });

  test("never shows its failure to the next file with its bytes, for which it is read again", async () => {
    const { db } = server.platform;
    const content = createText();
    reader.beforeRead = () => Promise.reject(new DocumentReadError("timeout", "It took too long.", { canRetry: true }));
    expect((await uploadTestFile(server, ann, { name: "a.txt", content })).state).toBe("failed");
    reader.beforeRead = async () => undefined;
    // Rejects each transaction after which a file would show the failure of a document that it has been linked to.
    await sql`create function reject_failure() returns trigger language plpgsql as $$ begin
      if exists (select from documents where id = new.document_id and state = 'failed') then raise 'a failure shows'; end if;
      return null; end $$`.execute(db);
    await sql`create constraint trigger reject_failure after update of document_id on files
      deferrable initially deferred for each row execute function reject_failure()`.execute(db);
    onTestFinished(async () => {
      await sql`drop function reject_failure cascade`.execute(db);
    });
    expect((await uploadTestFile(server, ben, { name: "b.txt", content })).state).toBe("ready");
  });

  test("because of a server error is retried, and finally fails with a message and a retry button", async () => {
    reader.beforeRead = () => Promise.reject(new Error("EIO: secret path"));
    const failedFile = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    expect(failedFile).toMatchObject({
      state: "failed",
      canRetry: true,
      reason: "This file couldn’t be read because of a server error. Try again later.",
    });
    expect(reader.reads.length).toBeGreaterThan(2);
    reader.beforeRead = async () => undefined;
    await ann.proxy(retryFile, { key: failedFile.id });
    await waitUntilReady(ann, failedFile.id);
  });

  test("leaves nothing if its last file is deleted while the failure is handled", async () => {
    const readStart = Promise.withResolvers<void>();
    const proceedSignal = Promise.withResolvers<void>();
    reader.beforeRead = async () => {
      readStart.resolve();
      await proceedSignal.promise;
      throw new Error("the disk failed");
    };
    const { key } = await uploadTestBytes(server, ann, { name: "a.txt", content: createText() });
    await readStart.promise;
    const id = await getDocumentId(key);
    const deletion = Promise.withResolvers<void>();
    const { blobs } = server.platform;
    const { stat } = blobs;
    // The file is deleted after the failed extraction has checked that its bytes exist.
    vi.spyOn(blobs, "stat").mockImplementationOnce(async (blobKey) => {
      const stats = await stat(blobKey);
      await ann.proxy(deleteFile, { key });
      deletion.resolve();
      return stats;
    });
    proceedSignal.resolve();
    await deletion.promise;
    await expectEventually(async () => expect(await getRemainingData(id)).toEqual(noRemainingData));
  });

  test("is counted by kind and outcome, without a name", async () => {
    const { registry } = server.platform.metrics;
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/lectern_documents_total\{kind="text",outcome="ready"\} \d+/);
    expect(metrics).toMatch(/lectern_documents_total\{kind="text",outcome="failed"\} \d+/);
    expect(metrics).toMatch(/lectern_document_seconds_count\{kind="text"\} \d+/);
  });
});

describe("unfinished work", () => {
  /** Simulates that a process was killed while it was extracting the document. */
  const simulateCrash = async (key: string, attempts: number) => {
    const id = await getDocumentId(key);
    const claimedState = { state: "extracting", process_id: "a dead process", attempts, progress: 40 } as const;
    await server.platform.db.updateTable("documents").set(claimedState).where("id", "=", id).execute();
    return id;
  };

  test("of a dead process is extracted again, into one set of passages", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const id = await simulateCrash(key, 1);
    expect(await getRecord(ann, key)).toMatchObject({ state: "extracting", contentKey: null });
    await resumeUnfinishedFiles(server.platform, "periodic");
    await waitUntilReady(ann, key);
    expect(reader.reads).toHaveLength(2);
    expect(await getRemainingData(id)).toMatchObject({ rows: 1, chunks: 2 });
    expect(await findDocumentOfFile(key)).toMatchObject({ attempts: 0, process_id: null });
  });

  test("fails after three processes have died while reading it alone, and each retry or other upload starts afresh", async () => {
    const content = createText();
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content });
    // The first attempt is not made alone, so its death does not count.
    await simulateCrash(key, 3);
    await resumeUnfinishedFiles(server.platform, "periodic");
    await waitUntilReady(ann, key);

    const failAgain = async (attempts: number) => {
      await simulateCrash(key, attempts);
      await resumeUnfinishedFiles(server.platform, "periodic");
      await expectEventually(async () =>
        expect(await getRecord(ann, key)).toMatchObject({
          state: "failed",
          canRetry: true,
          reason: "This file can’t be read: the server crashed each time it tried. It may be damaged or too large.",
        }),
      );
    };
    await failAgain(4);
    expect(reader.reads).toHaveLength(2);
    await ann.proxy(retryFile, { key });
    await waitUntilReady(ann, key);
    expect(reader.reads).toHaveLength(3);

    await failAgain(4);
    expect(await uploadTestFile(server, ben, { name: "b.txt", content })).toMatchObject({ state: "ready" });
    expect(await getRecord(ann, key)).toMatchObject({ state: "ready", reason: null });
    expect(reader.reads).toHaveLength(4);
  });

  test("is extracted alone after a process has died, so that it is certain which document was the cause", async () => {
    const { platform } = server;
    const modes: string[] = [];
    const lock = createExtractionLock();
    const recordingLock: ExtractionLock = {
      acquire(mode, signal) {
        modes.push(mode);
        return lock.acquire(mode, signal);
      },
    };
    const ingest = createIngestFileHandler(
      platform,
      { countDocument: () => undefined },
      {
        lock: recordingLock,
        ids: new Set(),
      },
    );
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const job = { payload: { fileId: key }, signal: new AbortController().signal, isLastAttempt: false };
    for (const attempts of [0, 1]) {
      await simulateCrash(key, attempts);
      await ingest(job);
      expect(await getRecord(ann, key)).toMatchObject({ state: "ready" });
    }
    expect(modes).toEqual(["together", "alone"]);
  });

  test("of a dead process is deleted if its file was deleted since", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const id = await simulateCrash(key, 1);
    await ann.proxy(deleteFile, { key });
    expect(await getRemainingData(id)).toMatchObject({ rows: 1 });
    await resumeUnfinishedFiles(server.platform, "periodic");
    expect(await getRemainingData(id)).toEqual(noRemainingData);
  });

  test("on a file whose job was lost is resumed at startup", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const id = await getDocumentId(key);
    const { db } = server.platform;
    await db.updateTable("files").set({ document_id: null }).where("id", "=", key).execute();
    await releaseDocument(server.platform, id);
    await resumeUnfinishedFiles(server.platform, "startup");
    await waitUntilReady(ann, key);
    expect(reader.reads).toHaveLength(2);
  });

  test("on a document without a file, or with an interrupted release, is completed at startup", async () => {
    const { db, clock } = server.platform;
    const firstFile = await uploadTestFile(server, ann, { name: "a.txt", content: createText() });
    const secondFile = await uploadTestFile(server, ann, { name: "b.txt", content: createText() });
    const ids = [await getDocumentId(firstFile.id), await getDocumentId(secondFile.id)] as const;
    await db.updateTable("files").set({ document_id: null }).where("id", "in", [firstFile.id, secondFile.id]).execute();
    await markReleased(db, ids[1], new Date(clock.now().getTime() - 120_000));
    await resumeUnfinishedFiles(server.platform, "startup");
    for (const id of ids)
      await expectEventually(async () => expect((await getRemainingData(id)).rows).toBeLessThanOrEqual(1));
    await waitUntilReady(ann, firstFile.id);
    await waitUntilReady(ann, secondFile.id);
  });
});

test("a server that stops during an extraction shows nothing of the document and leaves it queued", async () => {
  const slowReader = createScriptedReader();
  const stoppingServer = await createTestApp({ documents: slowReader });
  const person = await stoppingServer.signIn("ann@example.org");
  const readStart = countTo(1);
  slowReader.beforeRead = async ({ signal }) => {
    readStart.count();
    await rejectWhenAborted(signal);
  };
  const { key } = await uploadTestBytes(stoppingServer, person, { name: "a.txt", content: createText() });
  await readStart.reached;
  await stoppingServer.platform.jobs.stop(0);
  expect((await person.proxy(getFiles, { keys: [key] })).result.items).toMatchObject([{ state: "queued" }]);
  const rows = await stoppingServer.platform.db.selectFrom("documents").select(["process_id", "attempts"]).execute();
  expect(rows).toEqual([{ process_id: null, attempts: 0 }]);
  await stoppingServer.close();
});

test("two servers on one PostgreSQL extract the same bytes once, and both delete the content", async () => {
  const { databaseUrl, drop: dropDatabase } = await createPostgresDatabase();
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-"));
  const readers = [createScriptedReader(), createScriptedReader()];
  const proceedSignal = Promise.withResolvers<void>();
  const openServer = (documents: ScriptedReader) => {
    documents.beforeRead = () => proceedSignal.promise;
    return createTestApp({ databaseUrl, documents, environment: { DATA_DIR: folder } });
  };
  const servers = await Promise.all(readers.map(openServer));
  const uploads = await Promise.all(
    servers.map(async (instance, index) => {
      const person = await instance.signIn(`person${index}@example.org`);
      const { key } = await uploadTestBytes(instance, person, { name: `${index}.txt`, content: "the same\nbytes" });
      return { instance, person, key };
    }),
  );
  proceedSignal.resolve();
  for (const { person, key } of uploads) await waitUntilReady(person, key);
  expect(readers.flatMap(({ reads }) => reads)).toHaveLength(1);
  for (const { person, key } of uploads.toReversed()) await person.proxy(deleteFile, { key });
  // The job that extracted the document may be the one that deletes it, after the last file's deletion has returned.
  await expectEventually(async () =>
    expect(await servers[0]?.platform.db.selectFrom("documents").select("id").execute()).toEqual([]),
  );
  expect(await readdir(join(folder, "blobs"), { recursive: true, withFileTypes: true })).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining("content.json") }),
  );
  for (const { instance } of uploads) await instance.close();
  await dropDatabase();
  await rm(folder, { recursive: true, force: true });
});

test("[C5.18] a document without any text reports that it may need OCR", async () => {
  const realServer = await createTestApp();
  const person = await realServer.signIn("ann@example.org");
  const emptyFile = await uploadTestFile(realServer, person, { name: "empty.txt", content: " \n\n " });
  expect(emptyFile).toMatchObject({
    state: "failed",
    reason:
      "I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before uploading it.",
  });
  await realServer.close();
});
