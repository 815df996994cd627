import { createConversation, uploadFile } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const { write, hasRoom } = blobs;
  blobs.write = () => Promise.reject(Object.assign(new Error("write"), { code }));
  blobs.hasRoom = () => Promise.resolve(false);
  const reply = await upload();
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({ success: false, code: "unavailable", message: diskFullMessage });
  expect(await getReadiness()).toMatch(/^503 .*The disk for files is full/);

  Object.assign(blobs, { write, hasRoom });
  expect((await upload()).statusCode).toBe(200);
  expect(await getReadiness()).toMatch(/^200 /);
});

test("while the disk of the database is full, a write and /readyz say so, and reads still work", async () => {
  const { db } = server.platform;
  const create = (id: string) => person.rest(createConversation, { conversation: { id } });
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

  await sql`drop trigger fail on conversations`.execute(db);
  await sql`drop event trigger fail_to_create`.execute(db);
  expect(await getReadiness()).toMatch(/^200 /);
  expect((await create("c1")).status).toBe(200);
});

test("a file storage that cannot be reached is not mistaken for the database", async () => {
  const { blobs } = server.platform;
  const { write } = blobs;
  const refuse = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
  blobs.write = createGuardedBlobStore({ ...blobs, write: refuse }).write;
  const reply = await upload();
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    message: "The file storage of this workspace can’t be reached. Please try again in a minute.",
  });
  blobs.write = write;
});

test.each(["text/plain\r\nx-evil: 1", "text/plain\n", "a\0b", "a\u007fb"])(
  "a media type with control characters (%j) is refused",
  async (type) => {
    const { status, body } = await person.direct(uploadFile, { data: { name: "a.txt", type, size: 2 } });
    expect(status).toBe(400);
    expect(body.code).toBe("invalidInput");
  },
);
