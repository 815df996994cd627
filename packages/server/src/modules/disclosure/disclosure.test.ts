import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import {
  checkDataDisclosure,
  clientHeader,
  getDataDisclosureStatus,
  getFeatureFlags,
  getLatestDataDisclosure,
  limits,
  listDataDisclosureAcceptances,
  type OpCallInput,
  saveDataDisclosureDecision,
  uploadDataDisclosure,
} from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getBlobFolder } from "../../platform/blobStore/createBlobStore.ts";
import { DocumentReadError } from "../../platform/documents/documentReader.ts";
import { createSamplePdf, placePdfLines } from "../../platform/documents/testing/samples.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { sessionCookieName } from "../identity/service.ts";
import { erasePerson } from "../people/service.ts";

let server: TestApp;
let admin: TestPerson;
let count = 0;
const reader = createScriptedReader();

beforeAll(async () => {
  // Reads the bytes as text, which the tests of the real reader do not need to repeat.
  const documents = {
    ...reader,
    read: async (request: Parameters<typeof reader.read>[0]) => ({
      ...(await reader.read(request)),
      kind: "pdf" as const,
    }),
  };
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" }, documents });
  admin = await server.signIn("admin@uni.edu");
  await configureFlags(server.platform.db, { dataDisclosure: true });
});
afterAll(() => server.close());

const signIn = () => server.signIn(`person${++count}@uni.edu`);
const toPdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");

async function sign(bytes: Uint8Array, more: Partial<OpCallInput<typeof uploadDataDisclosure>> = {}, person = admin) {
  const input = { fileName: "Agreement.pdf", contentType: "application/pdf", md5: md5Of(bytes), size: bytes.length };
  return person.proxy(uploadDataDisclosure, { ...input, ...more });
}

async function put(url: string, bytes: Uint8Array, type = "application/pdf") {
  const payload = Buffer.from(bytes);
  const reply = await server.app.inject({ method: "PUT", url, headers: { "content-type": type }, payload });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
}

async function upload(text: string) {
  const { result } = await sign(toPdf(text));
  expect(await put(result.presigned_url, toPdf(text))).toEqual({ status: 200, body: { success: true } });
  return (await admin.proxy(getLatestDataDisclosure, {})).result.version ?? "";
}

const accept = (person: TestPerson, more: Partial<OpCallInput<typeof saveDataDisclosureDecision>> = {}) =>
  person.proxy(saveDataDisclosureDecision, { email: person.actor.email, acceptedDataDisclosure: true, ...more });
const isOpen = async (person: TestPerson) => (await person.proxy(getFeatureFlags, {})).status === 200;
const check = async (person: TestPerson) => (await person.proxy(checkDataDisclosure, {})).result.acceptedDataDisclosure;
const readSession = async ({ cookie }: TestPerson) =>
  (
    await server.app.inject({
      url: "/api/session",
      headers: { cookie: `${sessionCookieName}=${cookie}`, [clientHeader.name]: clientHeader.value },
    })
  ).json<Record<string, unknown>>();
const listBlobs = async () =>
  (await readdir(getBlobFolder(server.platform.config.dataDir), { recursive: true })).filter((name) =>
    name.startsWith("siteFiles/"),
  );

test("[A7.04] [A7.05] without a document, nobody is asked", async () => {
  const person = await signIn();
  expect(await check(person)).toBe(true);
  expect((await person.proxy(getLatestDataDisclosure, {})).result).toEqual({
    pdf_pre_signed_url: null,
    html_content: null,
    version: null,
  });
  expect(await accept(person)).toMatchObject({
    status: 404,
    body: { message: "There is no data disclosure agreement." },
  });
  expect(await readSession(person)).not.toHaveProperty("mustAcceptDisclosure");
});

test("[A7.04] [A7.05] [A7.06] [A7.07] [A4.34b] what an administrator uploads is asked of everybody, who read it, accept it and go on at once", async () => {
  const { status, result, body } = await sign(toPdf("Rules <b>\nBe kind"), { fileName: "../Our rules.v2.pdf" });
  expect({ status, body }).toMatchObject({ status: 200, body: { statusCode: 200 } });
  const person = await signIn();
  expect(await isOpen(person)).toBe(true);
  expect((await put(result.presigned_url, toPdf("Rules <b>\nBe kind"))).status).toBe(200);
  expect(await check(person)).toBe(false);
  expect(await isOpen(person)).toBe(false);
  expect(await readSession(person)).toMatchObject({ mustAcceptDisclosure: true });
  const latest = (await person.proxy(getLatestDataDisclosure, {})).result;
  expect(latest.html_content).toBe("<p>%PDF-1.7</p>\n<p>Rules &lt;b&gt;</p>\n<p>Be kind</p>");
  const download = await server.app.inject({ url: latest.pdf_pre_signed_url ?? "" });
  expect(download).toMatchObject({ statusCode: 200, body: "%PDF-1.7\nRules <b>\nBe kind" });
  expect(download.headers["content-disposition"]).toMatch(
    /^attachment; filename="Our_rules_v2_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.pdf"/,
  );
  expect(
    (await accept(person, { email: ` ${person.actor.email.toUpperCase()} `, version: latest.version ?? "" })).result,
  ).toEqual({
    acceptedDataDisclosure: true,
  });
  expect(await check(person)).toBe(true);
  expect(await isOpen(person)).toBe(true);
  expect(await readSession(person)).not.toHaveProperty("mustAcceptDisclosure");
});

test("another address is refused, and nothing is accepted", async () => {
  await upload("Again");
  const [person, other] = [await signIn(), await signIn()];
  for (const email of [other.actor.email, "", `${person.actor.email}\u200b`]) {
    expect(await accept(person, { email })).toMatchObject({
      status: 400,
      body: { message: "The entered email does not match your account email." },
    });
  }
  expect(await check(person)).toBe(false);
  expect(
    (
      await person.rest(saveDataDisclosureDecision, {
        ...{ email: person.actor.email },
        acceptedDataDisclosure: false as never,
      })
    ).status,
  ).toBe(400);
});

test("who has accepted one version is asked again for the next, and cannot accept one that they have not read", async () => {
  const first = await upload("First");
  const person = await signIn();
  expect((await accept(person, { version: first })).status).toBe(200);
  expect(await isOpen(person)).toBe(true);
  const second = await upload("Second");
  expect(second).not.toBe(first);
  expect(await isOpen(person)).toBe(false);
  expect(await accept(person, { version: first })).toMatchObject({
    status: 409,
    body: { message: "The agreement was replaced while you were reading it. Please read the new one." },
  });
  expect(await isOpen(person)).toBe(false);
  expect((await accept(person, { version: second })).status).toBe(200);
  expect(await isOpen(person)).toBe(true);
});

test("an administrator who has not accepted can replace the document, and nothing else", async () => {
  await upload("Wrong document");
  expect(await isOpen(admin)).toBe(false);
  expect((await admin.proxy(getDataDisclosureStatus, {})).result.document?.fileName).toMatch(/^Agreement_.*Z\.pdf$/);
  await upload("Right document");
  expect((await admin.proxy(listDataDisclosureAcceptances, {})).status).toBe(403);
});

test("each upload is in the audit log, and the document says who uploaded it and how many have accepted it", async () => {
  const before = await upload("Before");
  const after = await upload("After");
  const entries = await server.platform.db
    .selectFrom("audit")
    .selectAll()
    .where("verb", "=", "configure")
    .orderBy("id")
    .execute();
  expect(entries.at(-1)).toMatchObject({
    actor_id: admin.actor.principal.id,
    object_ids: ["dataDisclosure"],
    before: { version: before },
    after: { version: after },
  });
  await accept(await signIn());
  await accept(admin);
  expect((await admin.proxy(getDataDisclosureStatus, {})).result).toMatchObject({
    acceptedCount: 2,
    document: { uploadedBy: "admin@uni.edu" },
  });
});

test("the acceptances are exported in pages, each of which is audited", async () => {
  const version = await upload("Exported");
  await accept(admin);
  const person = await signIn();
  await accept(person);
  const rows = [];
  let cursor: string | undefined;
  do {
    const { status, result } = await admin.proxy(listDataDisclosureAcceptances, {
      limit: 2,
      ...(cursor && { cursor }),
    });
    expect(status).toBe(200);
    rows.push(...result.acceptances);
    cursor = result.nextCursor ?? undefined;
  } while (cursor);
  const { email, name } = person.actor;
  expect(rows.at(-1)).toMatchObject({ email, name, version, fileName: expect.stringMatching(/^Agreement_/) });
  expect(new Set(rows.map((row) => `${row.email} ${row.version}`)).size).toBe(rows.length);
  const exports = await server.platform.db.selectFrom("audit").select("after").where("verb", "=", "export").execute();
  expect(exports).toHaveLength(Math.ceil(rows.length / 2));
  expect((await admin.proxy(listDataDisclosureAcceptances, { cursor: "WyJ4IiwieCJd" })).status).toBe(400);
});

test("nothing changes if the bytes are not the PDF for which the address was signed, or cannot be read", async () => {
  const version = await upload("Stays");
  const blobs = await listBlobs();
  const bytes = toPdf("New");
  const problems: [number, string, Uint8Array, Partial<OpCallInput<typeof uploadDataDisclosure>>, string?][] = [
    [400, "The file was damaged during the upload. Please upload it again.", toPdf("Neu"), { md5: md5Of(bytes) }],
    [400, "The file was damaged during the upload. Please upload it again.", bytes, { size: bytes.length + 1 }],
    [415, "The data disclosure must be a PDF document.", Buffer.from("<script>alert(1)</script>"), {}],
    [415, "The data disclosure must be a PDF document.", Buffer.from("%PD"), {}],
    [415, "The data disclosure must be a PDF document.", bytes, {}, "text/html"],
    [
      413,
      "The text of this document is too long for a data disclosure.",
      toPdf("x".repeat(limits.disclosureCharacters)),
      {},
    ],
  ];
  for (const [status, message, sent, input, type] of problems) {
    const { result } = await sign(sent, input);
    expect(await put(result.presigned_url, sent, type)).toMatchObject({ status, body: { message } });
  }
  reader.beforeRead = () => Promise.reject(new DocumentReadError("encrypted", "This file has a password."));
  const { result } = await sign(bytes);
  expect(await put(result.presigned_url, bytes)).toMatchObject({
    status: 422,
    body: { message: "This file has a password." },
  });
  reader.beforeRead = async () => undefined;
  expect((await admin.proxy(getLatestDataDisclosure, {})).result.version).toBe(version);
  expect(await listBlobs()).toEqual(blobs);
  // The address itself is fine.
  expect((await put(result.presigned_url, bytes)).status).toBe(200);
  expect(await put(result.presigned_url, bytes)).toMatchObject({
    status: 409,
    body: { message: "This file has already been uploaded." },
  });
});

test("of two uploads at one address at once, the second is refused, and the first can be found if the process dies", async () => {
  const bytes = toPdf("At once");
  const { result } = await sign(bytes);
  const listUnfinished = () =>
    server.platform.db.selectFrom("site_files").where("bytes", "is", null).select(["purpose"]).execute();
  let second: Awaited<ReturnType<typeof put>> | undefined;
  reader.beforeRead = async () => {
    reader.beforeRead = async () => undefined;
    expect(await listUnfinished()).toEqual([{ purpose: "dataDisclosure" }]);
    second = await put(result.presigned_url, bytes);
  };
  expect((await put(result.presigned_url, bytes)).status).toBe(200);
  expect(second).toMatchObject({ status: 409, body: { message: "This file has already been uploaded." } });
  expect(await listUnfinished()).toEqual([]);
});

test("a file that is too large or no PDF gets no address", async () => {
  const tooLarge = "This file is too large. A data disclosure can be at most 20 MB.";
  expect(await sign(toPdf(""), { size: limits.disclosureBytes + 1 })).toMatchObject({
    status: 413,
    body: { message: tooLarge },
  });
  const noPdf = "The data disclosure must be a PDF document.";
  expect(await sign(toPdf(""), { contentType: "text/html" })).toMatchObject({ status: 415, body: { message: noPdf } });
  expect((await sign(toPdf(""), { md5: "x" })).status).toBe(400);
  const { size: _, ...input } = { fileName: "a", contentType: "application/pdf", md5: md5Of(toPdf("")), size: 0 };
  const unsized = (await admin.proxy(uploadDataDisclosure, input)).result.presigned_url;
  const bytes = Buffer.concat([toPdf(""), Buffer.alloc(limits.disclosureBytes)]);
  expect(await put(unsized, bytes)).toMatchObject({ status: 413, body: { message: tooLarge } });
});

test("an address is of no use to whom is no administrator any more, nor modified", async () => {
  const former = await server.signIn("former@uni.edu");
  const setAdmin = (is_admin: boolean) =>
    server.platform.db.updateTable("users").set({ is_admin }).where("id", "=", former.actor.principal.id).execute();
  await setAdmin(true);
  const bytes = toPdf("Mine");
  const { result } = await sign(bytes, {}, former);
  await setAdmin(false);
  expect(await put(result.presigned_url, bytes)).toMatchObject({ status: 403 });
  expect(await put(result.presigned_url.replace(/claim=\w{4}/, "claim=AAAA"), bytes)).toMatchObject({ status: 403 });
  expect((await sign(bytes, {}, former)).status).toBe(403);
});

test("the acceptances of a person who is erased are deleted, and the documents stay without their name", async () => {
  const second = await server.signIn("second@uni.edu");
  const { id } = second.actor.principal;
  await server.platform.db.updateTable("users").set({ is_admin: true }).where("id", "=", id).execute();
  const { result } = await sign(toPdf("Theirs"), {}, second);
  expect((await put(result.presigned_url, toPdf("Theirs"))).status).toBe(200);
  await accept(second);
  expect((await admin.proxy(getDataDisclosureStatus, {})).result).toMatchObject({ acceptedCount: 1 });
  await erasePerson(server.platform, admin.actor, id);
  expect((await admin.proxy(getDataDisclosureStatus, {})).result).toMatchObject({
    acceptedCount: 0,
    document: { uploadedBy: null },
  });
  const person = await signIn();
  expect((await person.proxy(getLatestDataDisclosure, {})).result.html_content).toContain("Theirs");
});

test("the text of a PDF is shown as headings and paragraphs, and never as markup or script", async () => {
  const real = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  try {
    const site = await real.signIn("admin@uni.edu");
    const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
    const lines = placePdfLines(["We store what you write.", attack], { y: 700, leading: 40 });
    const pdf = createSamplePdf(
      [[{ x: 72, y: 760, size: 24, text: "Data disclosure" }, ...lines]],
      "/OpenAction << /S /JavaScript /JS (app.alert\\(3\\)) >> ",
    );
    const md5 = md5Of(pdf);
    const { result } = await site.proxy(uploadDataDisclosure, {
      fileName: "a.pdf",
      contentType: "application/pdf",
      md5,
    });
    const reply = await real.app.inject({
      method: "PUT",
      url: result.presigned_url,
      headers: { "content-type": "application/pdf" },
      payload: Buffer.from(pdf),
    });
    expect(reply.statusCode).toBe(200);
    const html = (await site.proxy(getLatestDataDisclosure, {})).result.html_content ?? "";
    expect(html).toContain("<h2>Data disclosure</h2>");
    expect(html).toContain("<p>We store what you write.</p>");
    expect(html).toContain("&lt;script&gt;alert(2)&lt;/script&gt;");
    expect(html.match(/<\/?[^>]*>/g)?.filter((tag) => !/^<\/?(h2|p|br)>$/.test(tag))).toEqual([]);
    expect(html).not.toContain("app.alert");
  } finally {
    await real.close();
  }
});
