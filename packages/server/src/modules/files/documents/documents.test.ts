import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteFile, type FileRecord, getFiles, queryFiles, retryFile } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ReadFailed } from "../../../platform/documents/documentReader.ts";
import { countTo, untilAborted } from "../../../platform/jobs/jobsConformance.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../../testing/testDatabase.ts";
import { sendTestFile, uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { fileArrived } from "./fileArrived.ts";
import { contentKeyOf, releaseDocument } from "./releaseDocument.ts";
import { markReleased } from "./repository.ts";
import { resumeUnfinished } from "./resumeUnfinished.ts";
import { createScriptedReader, type ScriptedReader } from "./testing/scriptedReader.ts";

let reader: ScriptedReader;
let server: TestApp;
let ann: TestPerson;
let ben: TestPerson;
let texts = 0;

beforeAll(async () => {
  reader = createScriptedReader();
  server = await createTestApp({ documents: reader });
  ann = await server.signIn("ann@example.org");
  ben = await server.signIn("ben@example.org");
});
afterAll(() => server?.close());
beforeEach(() => {
  reader.reads.length = 0;
});
afterEach(() => {
  reader.before = async () => undefined;
});

/** Bytes that no test had before. */
const newText = () => {
  texts += 1;
  return `text ${texts}\nits second line`;
};
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

async function recordOf(person: TestPerson, key: string): Promise<FileRecord | undefined> {
  return (await person.proxy(getFiles, { keys: [key] })).result.items[0];
}

async function documentOf(key: string) {
  return server.platform.db
    .selectFrom("documents")
    .innerJoin("files", "files.document_id", "documents.id")
    .selectAll("documents")
    .where("files.id", "=", key)
    .executeTakeFirst();
}

async function leftOf(documentId: string) {
  const { db, blobs } = server.platform;
  const chunks = await db.selectFrom("chunks").select("position").where("document_id", "=", documentId).execute();
  const rows = await db.selectFrom("documents").select("id").where("id", "=", documentId).execute();
  return { rows: rows.length, chunks: chunks.length, content: await blobs.stat(contentKeyOf(documentId)) };
}
const nothing = { rows: 0, chunks: 0, content: null };

async function documentIdOf(key: string): Promise<string> {
  const document = await documentOf(key);
  if (!document) throw new Error("the file has no document");
  return document.id;
}

const untilReady = (person: TestPerson, key: string) =>
  eventually(async () => expect((await recordOf(person, key))?.state).toBe("ready"));

describe("a document", () => {
  test("is read once for all files with the same bytes, and each person sees their own file only", async () => {
    const content = newText();
    const annes = await uploadTestFile(server, ann, { name: "annes secret plan.txt", content });
    const bens = await uploadTestFile(server, ben, { name: "other.txt", content });
    expect(annes).toMatchObject({ state: "ready", progress: 100, totalItems: 2, reason: null });
    expect(bens).toMatchObject({ state: "ready", name: "other.txt", contentKey: annes.contentKey });
    expect(reader.reads).toEqual([{ name: "document.txt", text: content }]);
    expect((await ben.proxy(queryFiles, {})).result.items.map(({ id }) => id)).toEqual([bens.id]);
    expect((await ben.proxy(getFiles, { keys: [annes.id] })).result.items).toEqual([]);
    expect(await leftOf(await documentIdOf(annes.id))).toMatchObject({ rows: 1, chunks: 2 });
  });

  test("is another one where the same bytes are of another kind", async () => {
    const content = newText();
    await uploadTestFile(server, ann, { name: "a.txt", content });
    await uploadTestFile(server, ann, { name: "a.md", content });
    expect(reader.reads.map(({ name }) => name)).toEqual(["document.txt", "document.md"]);
  });

  test("that is being read shows its progress to everybody who has the bytes", async () => {
    const content = newText();
    const goOn = Promise.withResolvers<void>();
    reader.before = async ({ onProgress }) => {
      onProgress(50);
      await goOn.promise;
    };
    const first = await sendTestFile(server, ann, { name: "a.txt", content });
    const second = await sendTestFile(server, ben, { name: "b.txt", content });
    const half = { state: "extracting", progress: 45, contentKey: null, totalTokens: null };
    await eventually(async () => expect(await recordOf(ann, first.key)).toMatchObject(half));
    await eventually(async () => expect(await recordOf(ben, second.key)).toMatchObject(half));
    goOn.resolve();
    await untilReady(ann, first.key);
    await untilReady(ben, second.key);
    expect(reader.reads).toHaveLength(1);
  });

  test("stays for the others when one file is deleted, and goes with the last", async () => {
    const content = newText();
    const annes = await uploadTestFile(server, ann, { name: "a.txt", content });
    const bens = await uploadTestFile(server, ben, { name: "b.txt", content });
    const id = await documentIdOf(annes.id);
    await ann.proxy(deleteFile, { key: annes.id });
    expect(await recordOf(ben, bens.id)).toMatchObject({ state: "ready" });
    expect(await leftOf(id)).toMatchObject({ rows: 1, chunks: 2, content: { bytes: expect.any(Number) } });
    await ben.proxy(deleteFile, { key: bens.id });
    expect(await leftOf(id)).toEqual(nothing);
    const again = await uploadTestFile(server, ben, { name: "b.txt", content });
    expect(again.state).toBe("ready");
    expect(reader.reads).toHaveLength(2);
  });

  test("is not read to the end, and leaves nothing, when its last file is deleted meanwhile", async () => {
    const begun = Promise.withResolvers<void>();
    reader.before = async ({ signal }) => {
      begun.resolve();
      await untilAborted(signal);
    };
    const { key } = await sendTestFile(server, ann, { name: "a.txt", content: newText() });
    await begun.promise;
    const id = await documentIdOf(key);
    await ann.proxy(deleteFile, { key });
    await eventually(async () => expect(await leftOf(id)).toEqual(nothing));
  });

  test("is read for the other files when the one whose bytes were read is deleted meanwhile", async () => {
    const content = newText();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    reader.before = async () => {
      begun.resolve();
      await goOn.promise;
      if (reader.reads.length === 1) throw new ReadFailed("damaged", "The bytes went away.");
    };
    const annes = await sendTestFile(server, ann, { name: "a.txt", content });
    await begun.promise;
    const bens = await sendTestFile(server, ben, { name: "b.txt", content });
    await eventually(async () => expect((await recordOf(ben, bens.key))?.state).toBe("extracting"));
    await ann.proxy(deleteFile, { key: annes.key });
    goOn.resolve();
    await untilReady(ben, bens.key);
    expect(await leftOf(await documentIdOf(bens.key))).toMatchObject({ chunks: 2 });
  });

  test("of an older extraction is read again for the next file with its bytes, and only then", async () => {
    const content = newText();
    const first = await uploadTestFile(server, ann, { name: "a.txt", content });
    reader.version = 2;
    await fileArrived(server.platform, first.id);
    const second = await uploadTestFile(server, ben, { name: "b.txt", content });
    expect(reader.reads).toHaveLength(2);
    expect(await documentOf(second.id)).toMatchObject({ extractor: 2, state: "ready" });
    expect(await recordOf(ann, first.id)).toMatchObject({ state: "ready" });
    expect(await leftOf(await documentIdOf(first.id))).toMatchObject({ chunks: 2 });
    reader.version = 1;
  });
});

describe("a document that cannot be read", () => {
  test("says why, is not tried again by itself, and can be retried where that may help", async () => {
    reader.before = () => Promise.reject(new ReadFailed("timeout", "It took too long.", { canRetry: true }));
    const failed = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    expect(failed).toMatchObject({ state: "failed", reason: "It took too long.", canRetry: true, contentKey: null });
    expect(reader.reads).toHaveLength(1);
    reader.before = async () => undefined;
    const retried = await ann.proxy(retryFile, { key: failed.id });
    expect(retried.status).toBe(200);
    await untilReady(ann, failed.id);
    expect(await recordOf(ann, failed.id)).toMatchObject({ reason: null, canRetry: false });
  });

  test("stays as it is on a retry where the same bytes can only fail again", async () => {
    reader.before = () => Promise.reject(new ReadFailed("encrypted", "It has a password."));
    const failed = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    expect(failed).toMatchObject({ state: "failed", reason: "It has a password.", canRetry: false });
    await ann.proxy(retryFile, { key: failed.id });
    expect(await documentOf(failed.id)).toMatchObject({ state: "failed" });
    await ann.proxy(deleteFile, { key: failed.id });
  });

  test("for a fault of the server is tried again, and after some tries fails with a sentence and a retry", async () => {
    reader.before = () => Promise.reject(new Error("EIO: secret path"));
    const failed = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    expect(failed).toMatchObject({
      state: "failed",
      canRetry: true,
      reason: "This file could not be read because of a fault of the server. Try again later.",
    });
    expect(reader.reads.length).toBeGreaterThan(2);
    reader.before = async () => undefined;
    await ann.proxy(retryFile, { key: failed.id });
    await untilReady(ann, failed.id);
  });

  test("is counted by kind and outcome, without a name", async () => {
    const { registry } = server.platform.metrics;
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/lectern_documents_total\{kind="text",outcome="ready"\} \d+/);
    expect(metrics).toMatch(/lectern_documents_total\{kind="text",outcome="failed"\} \d+/);
    expect(metrics).toMatch(/lectern_document_seconds_count\{kind="text"\} \d+/);
  });
});

describe("what was left unfinished", () => {
  /** As a process leaves it that is killed over a document. */
  const killOver = async (key: string, attempts: number) => {
    const id = await documentIdOf(key);
    const left = { state: "extracting", process_id: "a dead process", attempts, progress: 40 } as const;
    await server.platform.db.updateTable("documents").set(left).where("id", "=", id).execute();
    return id;
  };

  test("by a dead process is read again, and there is one set of passages", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    const id = await killOver(key, 1);
    expect(await recordOf(ann, key)).toMatchObject({ state: "extracting", contentKey: null });
    await resumeUnfinished(server.platform, "beside");
    await untilReady(ann, key);
    expect(reader.reads).toHaveLength(2);
    expect(await leftOf(id)).toMatchObject({ rows: 1, chunks: 2 });
    expect(await documentOf(key)).toMatchObject({ attempts: 0, process_id: null });
  });

  test("after three processes have died over it fails for good, also for the next file with its bytes", async () => {
    const content = newText();
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content });
    await killOver(key, 3);
    await resumeUnfinished(server.platform, "beside");
    const deadly = {
      state: "failed",
      canRetry: false,
      reason: "This file cannot be read: the server ended each time it tried. It may be damaged or too large.",
    };
    await eventually(async () => expect(await recordOf(ann, key)).toMatchObject(deadly));
    expect(await uploadTestFile(server, ben, { name: "b.txt", content })).toMatchObject(deadly);
    expect(reader.reads).toHaveLength(1);
  });

  test("by a dead process whose file was deleted since goes", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    const id = await killOver(key, 1);
    await ann.proxy(deleteFile, { key });
    expect(await leftOf(id)).toMatchObject({ rows: 1 });
    await resumeUnfinished(server.platform, "beside");
    expect(await leftOf(id)).toEqual(nothing);
  });

  test("as a file whose job was lost is taken up at the start", async () => {
    const { id: key } = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    const id = await documentIdOf(key);
    const { db } = server.platform;
    await db.updateTable("files").set({ document_id: null }).where("id", "=", key).execute();
    await releaseDocument(server.platform, id);
    await resumeUnfinished(server.platform, "atStart");
    await untilReady(ann, key);
    expect(reader.reads).toHaveLength(2);
  });

  test("as a document that no file has, or whose release was cut off, goes at the start", async () => {
    const { db, clock } = server.platform;
    const first = await uploadTestFile(server, ann, { name: "a.txt", content: newText() });
    const second = await uploadTestFile(server, ann, { name: "b.txt", content: newText() });
    const ids = [await documentIdOf(first.id), await documentIdOf(second.id)] as const;
    await db.updateTable("files").set({ document_id: null }).where("id", "in", [first.id, second.id]).execute();
    await markReleased(db, ids[1], new Date(clock.now().getTime() - 120_000));
    await resumeUnfinished(server.platform, "atStart");
    for (const id of ids) await eventually(async () => expect((await leftOf(id)).rows).toBeLessThanOrEqual(1));
    await untilReady(ann, first.id);
    await untilReady(ann, second.id);
  });
});

test("a server that ends in the middle shows nothing of the document, and the next goes on with it at once", async () => {
  const own = createScriptedReader();
  const ending = await createTestApp({ documents: own });
  const person = await ending.signIn("ann@example.org");
  const begun = countTo(1);
  own.before = async ({ signal }) => {
    begun.count();
    await untilAborted(signal);
  };
  const { key } = await sendTestFile(ending, person, { name: "a.txt", content: newText() });
  await begun.reached;
  await ending.platform.jobs.stop(0);
  expect((await person.proxy(getFiles, { keys: [key] })).result.items).toMatchObject([{ state: "queued" }]);
  const rows = await ending.platform.db.selectFrom("documents").select(["process_id", "attempts"]).execute();
  expect(rows).toEqual([{ process_id: null, attempts: 0 }]);
  await ending.close();
});

test("two servers on one PostgreSQL read the same bytes once, and either removes what is taken from them", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase();
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-"));
  const readers = [createScriptedReader(), createScriptedReader()];
  const goOn = Promise.withResolvers<void>();
  const open = (documents: ScriptedReader) => {
    documents.before = () => goOn.promise;
    return createTestApp({ databaseUrl, documents, environment: { DATA_DIR: folder } });
  };
  const servers = await Promise.all(readers.map(open));
  const sent = await Promise.all(
    servers.map(async (one, index) => {
      const person = await one.signIn(`person${index}@example.org`);
      const { key } = await sendTestFile(one, person, { name: `${index}.txt`, content: "the same\nbytes" });
      return { one, person, key };
    }),
  );
  goOn.resolve();
  for (const { person, key } of sent) await untilReady(person, key);
  expect(readers.flatMap(({ reads }) => reads)).toHaveLength(1);
  for (const { person, key } of sent.toReversed()) await person.proxy(deleteFile, { key });
  const left = await servers[0]?.platform.db.selectFrom("documents").select("id").execute();
  expect(left).toEqual([]);
  expect(await readdir(join(folder, "blobs"), { recursive: true, withFileTypes: true })).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining("content.json") }),
  );
  for (const { one } of sent) await one.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

test("[C5.18] a document without any text says that it may need to be made readable first", async () => {
  const real = await createTestApp();
  const person = await real.signIn("ann@example.org");
  const empty = await uploadTestFile(real, person, { name: "empty.txt", content: " \n\n " });
  expect(empty).toMatchObject({
    state: "failed",
    reason:
      "I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before uploading it.",
  });
  await real.close();
});
