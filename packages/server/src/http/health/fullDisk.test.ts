import { createConversation, uploadFile } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { diskFullMessage } from "../../core/toStorageAppError.ts";
import { createGuardedBlobStore } from "../../platform/blobStore/guardedBlobStore.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";

let server: TestApp;
let person: TestPerson;
beforeAll(async () => {
  server = await createTestApp();
  person = await server.signIn("person@uni.edu");
});
afterAll(() => server.close());

const getReadiness = async () => {
  const { statusCode, body } = await server.app.inject("/readyz");
  return `${statusCode} ${body}`;
};

async function upload() {
  const type = "text/plain";
  const { result } = await person.direct(uploadFile, { data: { name: "a.txt", type, size: 2 } });
  return server.app.inject({ method: "PUT", url: result.url, headers: { "content-type": type }, payload: "ab" });
}

test.each(["ENOSPC", "EDQUOT"])("while the disk for files is full (%s), an upload and /readyz say so", async (code) => {
  const { blobs } = server.platform;
  const isFull = Object.assign(new Error("write"), { code });
  const spies = [
    vi.spyOn(blobs, "write").mockRejectedValue(isFull),
    vi.spyOn(blobs, "hasRoom").mockResolvedValue(false),
  ];
  const makeRoom = () => spies.forEach((spy) => void spy.mockRestore());
  onTestFinished(makeRoom);
  const reply = await upload();
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({ success: false, code: "unavailable", message: diskFullMessage });
  expect(await getReadiness()).toMatch(/^503 .*The disk for files is full/);

  makeRoom();
  expect((await upload()).statusCode).toBe(200);
  expect(await getReadiness()).toMatch(/^200 /);
});

test("while the disk of the database is full, a write and /readyz say so, and reads still work", async () => {
  const { db } = server.platform;
  const create = (id: string) => person.rest(createConversation, { conversation: { id } });
  const makeRoom = async () => {
    await sql`drop trigger if exists fail on conversations`.execute(db);
    await sql`drop event trigger if exists fail_to_create`.execute(db);
  };
  onTestFinished(makeRoom);
  await sql`
    create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db);
  await sql`
    create function fail_to_create() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db);
  await sql`create trigger fail before insert on conversations execute function fail()`.execute(db);
  await sql`
    create event trigger fail_to_create on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function fail_to_create()`.execute(db);
  expect(await getReadiness()).toMatch(/^200 /);
  expect(await create("c1")).toMatchObject({ status: 503, body: { code: "unavailable", message: diskFullMessage } });
  expect(await getReadiness()).toMatch(/^503 .*The disk of the database is full/);
  expect(await getReadiness()).toMatch(/^503 /);

  await makeRoom();
  expect(await getReadiness()).toMatch(/^200 /);
  expect((await create("c1")).status).toBe(200);
});

test("a file storage that cannot be reached is not mistaken for the database", async () => {
  const { blobs } = server.platform;
  const refuse = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
  const { write } = createGuardedBlobStore({ ...blobs, write: refuse });
  const spy = vi.spyOn(blobs, "write").mockImplementation(write);
  onTestFinished(() => void spy.mockRestore());
  const reply = await upload();
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    message: "The file storage of this workspace can’t be reached. Please try again in a minute.",
  });
});
