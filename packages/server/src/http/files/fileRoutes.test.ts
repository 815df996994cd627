import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  beginUpload,
  deleteFile,
  downloadFile,
  getFiles,
  type OpCallInput,
  type OpOutput,
  retryFile,
  uploadFile,
} from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "../../app.ts";
import { createDirectUploadPoller } from "../../modules/files/createDirectUploadPoller.ts";
import { createScriptedReader, type ScriptedReader } from "../../modules/files/documents/testing/scriptedReader.ts";
import { receiveUpload, verifyFileUrl } from "../../modules/files/service.ts";
import { endSession, getSessionId } from "../../modules/identity/service.ts";
import { getBlobFolder } from "../../platform/blobStore/createBlobStore.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { DocumentReadError } from "../../platform/documents/documentReader.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { startS3Server, type TestS3Server } from "../../testing/startS3Server.ts";
import { uploadTestBytes } from "../../testing/uploadTestFile.ts";

type UploadTarget = OpOutput<typeof beginUpload>;
const clock = createManualClock();
let server: TestApp;
let origin: string;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  const environment = { UPLOAD_MAX_MB: "3", STORAGE_PER_PERSON_MB: "100" };
  // Other tests cover the extraction of uploaded files.
  const documents = createScriptedReader();
  documents.beforeRead = async () => {
    throw new DocumentReadError("empty", "nothing");
  };
  server = await createTestApp({ clock, environment, documents });
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  ann = await server.signIn("ann@uni.edu");
  ben = await server.signIn("ben@uni.edu");
});
afterAll(() => server.close());

async function beginTestUpload(
  more: Partial<OpCallInput<typeof beginUpload>> = {},
  person = ann,
): Promise<UploadTarget> {
  const { status, body, result } = await person.direct(uploadFile, {
    data: { name: "a.txt", type: "text/plain", ...more },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return result;
}
const putBytes = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({ method: "PUT", url, payload, headers: { "content-type": "text/plain", ...headers } });
const getRecord = async (key: string, person = ann) => (await person.proxy(getFiles, { keys: [key] })).result.items[0];

/** Lists the names of all blobs of a file, including incomplete ones. */
async function listBlobs(key: string): Promise<string[]> {
  const folder = getBlobFolder(server.platform.config.dataDir);
  const entries = await readdir(folder, { recursive: true });
  const id = key.split("/")[2]?.replace(".json", "") ?? "";
  return entries.filter((name) => name.includes(id) || name.startsWith(".writing/"));
}
async function downloadText(key: string, person = ann): Promise<string> {
  const { downloadUrl } = (await person.proxy(downloadFile, { key })).result;
  return (await server.app.inject({ url: downloadUrl })).body;
}

const notUploaded = "This file wasn’t uploaded completely. Upload it again or delete it.";

describe("an upload URL", () => {
  test("[C7.10] accepts the file's bytes by PUT, with its type", async () => {
    const { url, key } = await beginTestUpload({ size: 5 });
    const reply = await putBytes(url, "hello");
    expect(reply.statusCode).toBe(200);
    expect(await getRecord(key)).toMatchObject({ size: 5 });
    expect(await downloadText(key)).toBe("hello");
  });

  test("[C7.10] treats an upload without a type as application/octet-stream", async () => {
    const { status, result } = await ann.direct(uploadFile, { data: { name: "a.unknown" } });
    expect(status).toBe(200);
    const { url, key } = result;
    expect((await getRecord(key))?.type).toBe("application/octet-stream");
    const rejection = await server.app.inject({
      method: "PUT",
      url,
      payload: Buffer.from("hello"),
      headers: { "content-type": "text/plain" },
    });
    expect(rejection.statusCode).toBe(415);
    expect((await server.app.inject({ method: "PUT", url, payload: Buffer.from("hello") })).statusCode).toBe(200);
    expect(await downloadText(key)).toBe("hello");
  });

  test("stores JSON, forms and invalid JSON unchanged", async () => {
    for (const [name, type, payload] of [
      ["a.json", "application/json", '{"a": 1,, }'],
      ["a.txt", "application/x-www-form-urlencoded", "a=1&b=%zz"],
      ["a.txt", "multipart/form-data", "--x\r\n"],
    ] as const) {
      const { url, key } = await beginTestUpload({ name, type });
      expect((await putBytes(url, payload, { "content-type": type })).statusCode).toBe(200);
      expect(await downloadText(key)).toBe(payload);
    }
  });

  test("[A7.60] accepts an MD5 of the bytes, and rejects bytes with a different one", async () => {
    const { url, key } = await beginTestUpload();
    const md5 = (content: string) => createHash("md5").update(content).digest("base64");
    const rejection = await putBytes(url, "hellO", { "content-md5": md5("hello") });
    expect(rejection.statusCode).toBe(400);
    expect(rejection.json()).toMatchObject({
      message: "The file was damaged during the upload. Please upload it again.",
    });
    expect(await listBlobs(key)).toEqual([]);
    expect((await putBytes(url, "hello", { "content-md5": md5("hello") })).statusCode).toBe(200);
  });

  test("[C7.10] gives the reason for a rejection in a header too", async () => {
    const { url } = await beginTestUpload({ size: 5 });
    const reply = await putBytes(url, "hello, and more");
    expect(reply.statusCode).toBe(400);
    expect(reply.headers["x-amz-error-message"]).toBe("This upload must have exactly 5 bytes.");
    expect(reply.json()).toMatchObject({
      success: false,
      code: "invalidInput",
      message: "This upload must have exactly 5 bytes.",
    });
  });

  test.each<[string, Partial<OpCallInput<typeof beginUpload>>, string, Record<string, string>, number]>([
    ["fewer bytes than declared", { size: 10 }, "hello", {}, 400],
    ["more bytes than declared", { size: 3 }, "hello", {}, 400],
    ["more bytes than the server accepts", {}, "x".repeat(3_000_001), {}, 413],
    ["another type", { size: 5 }, "hello", { "content-type": "text/html" }, 415],
  ])("[C7.10] rejects %s and stores nothing", async (_, more, payload, headers, status) => {
    const { url, key } = await beginTestUpload(more);
    const reply = await putBytes(url, payload, headers);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers["x-amz-error-message"]).toBe(reply.json<{ message: string }>().message);
    expect(await listBlobs(key)).toEqual([]);
    expect(await getRecord(key)).toMatchObject({ state: "failed", reason: notUploaded, size: null });
  });

  test.each([
    ["more bytes than declared, in chunked encoding", 3, 5, "HTTP/1.1 400"],
    ["fewer bytes than declared, in chunked encoding", 30, 5, "HTTP/1.1 400"],
    ["more bytes than the server accepts, in chunked encoding", undefined, 3_100_000, "HTTP/1.1 413"],
  ])("rejects %s", async (_, size, bytes, status) => {
    const { url, key } = await beginTestUpload(size === undefined ? {} : { size });
    const socket = await openUpload(["transfer-encoding: chunked"], url);
    socket.write(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n0\r\n\r\n`);
    expect(await readReply(socket)).toContain(status);
    expect(await listBlobs(key)).toEqual([]);
  });

  test("accepts one upload: a second one is a conflict and changes nothing", async () => {
    const { url, key } = await beginTestUpload();
    expect((await putBytes(url, "first")).statusCode).toBe(200);
    const reply = await putBytes(url, "second");
    expect(reply.statusCode).toBe(409);
    expect(reply.headers["x-amz-error-message"]).toBe("This file has already been uploaded.");
    expect(await downloadText(key)).toBe("first");
    expect(await listBlobs(key)).toHaveLength(1);
  });

  test("stores exactly one of several concurrent uploads", async () => {
    const { url, key } = await beginTestUpload();
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(500_000));
    const replies = await Promise.all(texts.map((content) => putBytes(url, content)));
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
    const winner = texts[replies.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await downloadText(key)).slice(0, 100)).toBe(winner?.slice(0, 100));
    expect((await downloadText(key)) === winner).toBe(true);
    expect(await listBlobs(key)).toHaveLength(1);
  });

  test("stores nothing if the connection is lost, and accepts a later upload", async () => {
    const { url, key } = await beginTestUpload({ size: 2_000_000 });
    const socket = await openUpload(["content-length: 2000000"], url);
    socket.write("x".repeat(1_000_000));
    await vi.waitFor(async () => expect(await listBlobs(key)).toHaveLength(1), { timeout: 5_000, interval: 10 });
    socket.destroy();
    await vi.waitFor(
      async () => {
        expect(await listBlobs(key)).toEqual([]);
        expect(await getRecord(key)).toMatchObject({
          state: "failed",
          reason: notUploaded,
          size: null,
          canRetry: false,
        });
      },
      { timeout: 5_000, interval: 10 },
    );
    expect((await putBytes(url, "y".repeat(2_000_000))).statusCode).toBe(200);
    expect(await getRecord(key)).toMatchObject({ size: 2_000_000 });
    expect((await getRecord(key))?.reason).not.toBe(notUploaded);
  });

  test("does not let a rejected or lost upload affect a concurrent one", async () => {
    const { url, key } = await beginTestUpload({ size: 10 });
    const firstSocket = await openUpload(["content-length: 10"], url);
    firstSocket.write("hello");
    await vi.waitFor(async () => expect(await listBlobs(key)).toHaveLength(1), { timeout: 5_000, interval: 10 });
    const secondSocket = await openUpload(["content-length: 10"], url);
    secondSocket.write("hello");
    await vi.waitFor(async () => expect(await listBlobs(key)).toHaveLength(2), { timeout: 5_000, interval: 10 });
    expect((await putBytes(url, "hello")).statusCode).toBe(400);
    firstSocket.destroy();
    await vi.waitFor(async () => expect(await listBlobs(key)).toHaveLength(1), { timeout: 5_000, interval: 10 });
    expect(await getRecord(key)).toMatchObject({ state: "uploading", reason: null });
    secondSocket.write("hello");
    expect(await readReply(secondSocket)).toContain("HTTP/1.1 200");
    expect(await downloadText(key)).toBe("hellohello");
  });

  test("stores nothing of a file that is deleted during the upload", async () => {
    const { url, key } = await beginTestUpload({ size: 10 });
    const socket = await openUpload(["content-length: 10"], url);
    socket.write("hello");
    await vi.waitFor(async () => expect(await listBlobs(key)).toHaveLength(1), { timeout: 5_000, interval: 10 });
    expect((await ann.proxy(deleteFile, { key })).status).toBe(200);
    socket.write("hello");
    expect(await readReply(socket)).toContain("HTTP/1.1 409");
    expect(await listBlobs(key)).toEqual([]);
    expect((await putBytes(url, "hellohello")).statusCode).toBe(404);
  });

  test("removes the partial upload of a dead server, even if the next upload is lost too", async () => {
    const { url, key } = await beginTestUpload({ size: 10 });
    const { db, blobs } = server.platform;
    const partialKey = `originals/${key.replace(".json", "")}.left`;
    await blobs.write(partialKey, new Blob(["hello"]).stream(), { type: "text/plain", maxBytes: 10 });
    await db.updateTable("files").set({ blob_key: partialKey }).where("id", "=", key).execute();
    const socket = await openUpload(["content-length: 10"], url);
    socket.write("hello");
    await vi.waitFor(async () => expect(await listBlobs(key)).not.toContain(partialKey), {
      timeout: 5_000,
      interval: 10,
    });
    socket.destroy();
    await vi.waitFor(async () => expect(await listBlobs(key)).toEqual([]), { timeout: 5_000, interval: 10 });
  });

  test("keeps the bytes if the database committed but its reply was lost", async () => {
    const { url, key } = await beginTestUpload({ size: 5 });
    const { db } = server.platform;
    const dbWithLostReply = new Proxy(db, {
      get(target, name) {
        if (name === "transaction") {
          const execute = async (work: (tx: DbTransaction) => Promise<unknown>) => {
            await target.transaction().execute(work);
            throw new Error("Connection terminated unexpectedly");
          };
          return () => ({ execute });
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const query = Object.fromEntries(new URL(url, origin).searchParams);
    const { ownerId: _, ...claim } = verifyFileUrl(server.platform, "upload", query);
    const body = { chunks: new Blob(["hello"]).stream(), length: 5, type: "text/plain", md5: undefined };
    const openedUrl = { ...claim, actor: ann.actor };
    await receiveUpload({ ...server.platform, db: dbWithLostReply }, openedUrl, {
      ...body,
      signal: AbortSignal.timeout(60_000),
    });
    expect(await getRecord(key)).toMatchObject({ size: 5 });
    expect(await downloadText(key)).toBe("hello");
  });

  test("still works after the person has signed out", async () => {
    const cleo = await server.signIn("cleo@uni.edu");
    const { url } = await beginTestUpload({}, cleo);
    await endSession(server.platform, getSessionId(cleo.actor));
    expect((await putBytes(url, "hello")).statusCode).toBe(200);
  });

  async function openUpload(headers: readonly string[], path: string): Promise<Socket> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      [`PUT ${path} HTTP/1.1`, `host: ${hostname}`, "content-type: text/plain", ...headers, "", ""].join("\r\n"),
    );
    return socket;
  }
});

const readReply = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let receivedText = "";
    socket.on("data", (part) => {
      receivedText += part.toString();
      if (receivedText.includes('"requestId"') || receivedText.includes('"success":true')) {
        socket.destroy();
        resolve(receivedText);
      }
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(receivedText));
  });

describe("every signed URL of a file", () => {
  const methods = { upload: "PUT", status: "GET", metadata: "GET", content: "GET", download: "GET" } as const;
  type Route = keyof typeof methods;
  const routes = Object.keys(methods) as Route[];
  let urls: Record<Route, string>;
  let bensUrls: Record<Route, string>;
  beforeAll(async () => {
    urls = await signedUrlsOf(ann, "of-ann.txt");
    bensUrls = await signedUrlsOf(ben, "of-ben.txt");
  });

  async function signedUrlsOf(person: TestPerson, name: string): Promise<Record<Route, string>> {
    const { key, statusUrl, metadataUrl, contentUrl } = await uploadTestBytes(server, person, { name, content: name });
    const { url } = await beginTestUpload({ name }, person);
    const { downloadUrl } = (await person.proxy(downloadFile, { key })).result;
    return { upload: url, status: statusUrl, metadata: metadataUrl, content: contentUrl, download: downloadUrl };
  }
  const ask = (route: Route, url: string) => {
    const method = methods[route];
    const body = method === "PUT" ? { payload: "hello", headers: { "content-type": "text/plain" } } : {};
    return server.app.inject({ method, url, ...body });
  };
  const modifyUrl = (url: string, change: (query: URLSearchParams) => void): string => {
    const [path = "", query] = url.split("?");
    const params = new URLSearchParams(query);
    change(params);
    return `${path}?${params}`;
  };
  const modifyClaim = (url: string, change: object) =>
    modifyUrl(url, (query) => {
      const claim: object = JSON.parse(Buffer.from(query.get("claim") ?? "", "base64url").toString());
      query.set("claim", Buffer.from(JSON.stringify({ ...claim, ...change })).toString("base64url"));
    });

  test.each(routes)("%s is rejected with a modified signature, owner, key, expiry or size", async (route) => {
    const url = urls[route];
    const bensParameters = new URLSearchParams(bensUrls[route].split("?")[1]);
    const forgedUrls = [
      modifyUrl(url, (query) => {
        const signature = query.get("signature") ?? "";
        query.set("signature", (signature.startsWith("A") ? "B" : "A") + signature.slice(1));
      }),
      modifyUrl(url, (query) => query.set("signature", "")),
      modifyUrl(url, (query) => query.delete("signature")),
      modifyUrl(url, (query) => query.delete("Expires")),
      modifyUrl(url, (query) => query.delete("claim")),
      modifyUrl(url, (query) => query.set("Expires", "99999999999")),
      modifyUrl(url, (query) => query.set("claim", bensParameters.get("claim") ?? "")),
      modifyUrl(url, (query) => query.set("signature", bensParameters.get("signature") ?? "")),
      modifyUrl(url, (query) => query.append("claim", bensParameters.get("claim") ?? "")),
      modifyClaim(url, { ownerId: ben.actor.principal.id }),
      modifyClaim(url, { key: "x/y/z.json" }),
      modifyClaim(url, { size: 1 }),
      modifyClaim(url, { type: "text/html" }),
      modifyClaim(url, { name: "x.html" }),
      `${url.split("?")[0]}?claim=e30&Expires=99999999999&signature=x`,
    ];
    for (const forgedUrl of forgedUrls) {
      const reply = await ask(route, forgedUrl);
      expect(reply.statusCode, forgedUrl).toBe(403);
      expect(reply.json()).toMatchObject({ success: false, code: "forbidden" });
      expect(reply.body).not.toContain("of-ben");
    }
  });

  test.each(routes)("%s is not valid for other routes", async (route) => {
    const query = urls[route].split("?")[1];
    for (const other of routes.filter((name) => name !== route)) {
      const path = urls[other].split("?")[0];
      expect((await ask(other, `${path}?${query}`)).statusCode, other).toBe(403);
    }
    const pagesResponse = await server.app.inject({ url: `/signed/conversations?${query}` });
    expect(pagesResponse.statusCode).toBe(403);
  });

  test.each(routes)("%s accepts no other method", async (route) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
      if (method === methods[route]) continue;
      const reply = await server.app.inject({ method, url: urls[route] });
      expect(reply.statusCode, method).toBe(404);
    }
  });

  test.each(routes)("[A7.61] %s expires at its Expires time", async (route) => {
    const url = (await signedUrlsOf(ann, "expiring.txt"))[route];
    const expires = Number(new URLSearchParams(url.split("?")[1]).get("Expires")) * 1_000;
    const remainingMs = expires - clock.now().getTime();
    expect(remainingMs).toBeGreaterThan(30 * 60_000);
    expect(remainingMs).toBeLessThanOrEqual(24 * 3_600_000);
    clock.advance(remainingMs - 1_000);
    expect((await ask(route, url)).statusCode).not.toBe(403);
    clock.advance(1_000);
    expect((await ask(route, url)).statusCode).toBe(403);
  });
});

describe("a download", () => {
  async function download(file: { name: string; type?: string; content?: string }, fileName?: string) {
    const { key } = await uploadTestBytes(server, ann, { content: "0123456789", ...file });
    const { downloadUrl } = (await ann.proxy(downloadFile, { key, ...(fileName ? { fileName } : {}) })).result;
    return (headers: Record<string, string> = {}) => server.app.inject({ url: downloadUrl, headers });
  }

  test.each([
    ["a.html", "text/html"],
    ["a.svg", "image/svg+xml"],
    ["a.xml", "application/xml"],
    ["a.xhtml", "application/xhtml+xml"],
    ["a.js", "text/javascript"],
    ["a.css", "text/css"],
    ["a.unknown", "text/html; charset=utf-8"],
    ["a.eml", "message/rfc822"],
  ])("of %s, uploaded as %s, is an attachment and never a page", async (name, type) => {
    const { headers } = await (await download({ name, type }))();
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(headers["content-disposition"]).toMatch(/^attachment; /);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test.each([
    ["a.pdf", "application/pdf", "application/pdf"],
    ["a.png", "image/png", "image/png"],
    ["a.txt", "text/plain", "text/plain; charset=utf-8"],
  ])("of %s keeps its safe type", async (name, type, expected) => {
    expect((await (await download({ name, type }))()).headers["content-type"]).toBe(expected);
  });

  test.each([
    ["Übersicht 2026.pdf", "_bersicht 2026.pdf", "%C3%9Cbersicht%202026.pdf"],
    ['a"; filename="b.html', "a__ filename=_b.html", "a%22%3B%20filename%3D%22b.html"],
    ["line\r\nset-cookie: x.pdf", "lineset-cookie: x.pdf", "lineset-cookie%3A%20x.pdf"],
    ["報告書.pdf", "___.pdf", "%E5%A0%B1%E5%91%8A%E6%9B%B8.pdf"],
    ["a\u202Efdp.exe", "afdp.exe", "afdp.exe"],
    ["../../etc/passwd", ".._.._etc_passwd", "..%2F..%2Fetc%2Fpasswd"],
  ])("under the name %j cannot inject headers", async (fileName, plain, full) => {
    const { headers } = await (await download({ name: "a.pdf" }, fileName))();
    expect(headers["content-disposition"]).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${full}`);
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
  ])("returns only the range %s", async (range, body, contentRange) => {
    const reply = await (await download({ name: "a.txt" }))({ range });
    expect(reply.statusCode).toBe(206);
    expect(reply.body).toBe(body);
    expect(reply.headers).toMatchObject({ "content-range": contentRange, "content-length": `${body.length}` });
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("rejects the range %s, which does not exist", async (range) => {
    const reply = await (await download({ name: "a.txt" }))({ range });
    expect(reply.statusCode).toBe(416);
    expect(reply.headers["content-range"]).toBe("bytes */10");
    expect(reply.body).toBe("");
  });

  test.each(["lines=0-3", "bytes=", "bytes=3-1", "bytes=0-1,3-4", "bytes=a-b", `bytes=${"9".repeat(30)}-`])(
    "returns the whole file for the range %s",
    async (range) => {
      const reply = await (await download({ name: "a.txt" }))({ range });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe("0123456789");
      expect(reply.headers["content-length"]).toBe("10");
      expect(reply.headers["accept-ranges"]).toBe("bytes");
    },
  );

  test("of a file whose blob is gone is not found", async () => {
    const get = await download({ name: "gone.txt" });
    const { blob_key } = await server.platform.db
      .selectFrom("files")
      .select("blob_key")
      .where("name", "=", "gone.txt")
      .executeTakeFirstOrThrow();
    expect((await get()).statusCode).toBe(200);
    await server.platform.blobs.remove([blob_key]);
    expect((await get()).statusCode).toBe(404);
  });
});

describe("the body timeout", () => {
  let shortTimeoutApp: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    shortTimeoutApp = await createApp(server.platform, "no-web-app", { bodyTimeoutMs: 300 });
    port = Number(new URL(await shortTimeoutApp.listen({ port: 0, host: "127.0.0.1" })).port);
  });
  afterAll(() => shortTimeoutApp.close());

  function send(head: readonly string[]): Socket {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head.join("\r\n")}\r\nhost: localhost\r\n\r\n`);
    return socket;
  }
  const waitForClose = (socket: Socket) =>
    new Promise<void>((resolve) => socket.resume().once("close", () => resolve()));

  test("is short at every route, and long only for an upload", async () => {
    const { token } = await server.signIn("dora@uni.edu");
    const { url, key } = await beginTestUpload({ size: 10 });
    const uploadSocket = send([`PUT ${url} HTTP/1.1`, "content-type: text/plain", "content-length: 10"]);
    uploadSocket.write("hello");
    const slowSockets = [
      ["POST /state/conversation/append HTTP/1.1", `authorization: Bearer ${token}`, "content-type: application/json"],
      ["POST /chat HTTP/1.1", `authorization: Bearer ${token}`, "content-type: application/json"],
      ["POST /nothing-here HTTP/1.1"],
      // The body timeout of an upload without a signed URL is not extended.
      ["PUT /signed/files/upload HTTP/1.1", "content-type: text/plain"],
    ].map((head) => send([...head, "content-length: 10"]));
    for (const socket of slowSockets) socket.write("{");
    // These requests started later and have timed out, so the upload has already outlasted the short timeout.
    await Promise.all(slowSockets.map(waitForClose));
    uploadSocket.write("world");
    expect(await readReply(uploadSocket)).toContain("HTTP/1.1 200");
    expect(await downloadText(key)).toBe("helloworld");
  });

  test("after an upload, an idle connection is closed like any other", async () => {
    const { url } = await beginTestUpload({ size: 5 });
    shortTimeoutApp.server.keepAliveTimeout = 100;
    const uploadSocket = send([`PUT ${url} HTTP/1.1`, "content-type: text/plain", "content-length: 5"]);
    uploadSocket.write("hello");
    // Resolves only when the server closes the connection.
    expect(await text(uploadSocket)).toContain("HTTP/1.1 200");
  });
});

describe("with a bucket", () => {
  let s3: TestS3Server;
  let reader: ScriptedReader;
  let bucketServer: TestApp;
  let person: TestPerson;
  beforeAll(async () => {
    s3 = await startS3Server();
    reader = createScriptedReader();
    bucketServer = await createTestApp({
      documents: reader,
      environment: {
        UPLOAD_MAX_MB: "1",
        STORAGE_PER_PERSON_MB: "2",
        S3_BUCKET: s3.config.bucket,
        S3_ENDPOINT: s3.config.endpoint ?? "",
        S3_ACCESS_KEY_ID: s3.config.credentials?.accessKeyId ?? "",
        S3_SECRET_ACCESS_KEY: s3.config.credentials?.secretAccessKey ?? "",
      },
    });
    person = await bucketServer.signIn("person@uni.edu");
  });
  afterAll(async () => {
    await bucketServer?.close();
    await s3?.close();
  });

  const beginInBucket = async (more: Partial<OpCallInput<typeof beginUpload>>) =>
    (await person.rest(beginUpload, { name: "a.txt", type: "text/plain", ...more })).result;
  const putToBucket = (url: string, body: string) =>
    fetch(url, { method: "PUT", body, headers: { "content-type": "text/plain" } });
  const getStatus = async (statusUrl: string) => bucketServer.app.inject({ url: statusUrl });

  test("a file is uploaded to it directly, detected by a status request, extracted, and downloaded from it", async () => {
    const { url, key, statusUrl } = await beginInBucket({ size: 5 });
    expect(new URL(url).origin).toBe(s3.config.endpoint);
    expect((await getStatus(statusUrl)).json()).toEqual({ state: "uploading", progress: 0 });
    expect((await putToBucket(url, "hello")).status).toBe(200);
    await vi.waitFor(
      async () => expect((await getStatus(statusUrl)).json()).toEqual({ state: "ready", progress: 100 }),
      { timeout: 10_000, interval: 50 },
    );
    const { downloadUrl } = (await person.proxy(downloadFile, { key })).result;
    expect(new URL(downloadUrl).origin).toBe(s3.config.endpoint);
    expect(await (await fetch(downloadUrl)).text()).toBe("hello");
    expect((await person.proxy(deleteFile, { key })).status).toBe(200);
    expect((await fetch(downloadUrl)).status).toBe(404);
  });

  test("a file of unknown size is uploaded through this server, which enforces the size limit", async () => {
    const before = await s3.listFiles();
    const { url, key, statusUrl } = await beginInBucket({});
    const sendUpload = (payload: string) =>
      bucketServer.app.inject({ method: "PUT", url, payload, headers: { "content-type": "text/plain" } });
    const reply = await sendUpload("x".repeat(1_000_001));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ message: "This file is too large. A file can be at most 1 MB." });
    expect(await s3.listFiles()).toEqual(before);
    // Simulates that all bytes are in the bucket but the receiving process has not recorded the upload yet.
    const { db, blobs } = bucketServer.platform;
    const blob_key = `originals/${key.replace(".json", "")}.being-sent`;
    await db.updateTable("files").set({ blob_key, failure: null }).where("id", "=", key).execute();
    await blobs.write(blob_key, new Blob(["half"]).stream(), { type: "text/plain", maxBytes: 10 });
    expect((await getStatus(statusUrl)).json()).toEqual({ state: "uploading", progress: 0 });
    expect((await sendUpload("hello")).statusCode).toBe(200);
    expect((await person.proxy(deleteFile, { key })).status).toBe(200);
    await vi.waitFor(async () => expect(await s3.listFiles()).toEqual(before), { timeout: 10_000, interval: 50 });
  });

  test("bytes that replace an upload after it was hashed are not extracted for other files with the original hash", async () => {
    reader.beforeRead = () => Promise.reject(new DocumentReadError("timeout", "It took too long.", { canRetry: true }));
    const [replacedUpload, otherUpload] = [await beginInBucket({ size: 5 }), await beginInBucket({ size: 5 })];
    for (const { url, statusUrl } of [replacedUpload, otherUpload]) {
      expect((await putToBucket(url, "first")).status).toBe(200);
      await vi.waitFor(async () => expect((await getStatus(statusUrl)).json()).toMatchObject({ state: "failed" }), {
        timeout: 10_000,
        interval: 50,
      });
    }
    expect((await putToBucket(replacedUpload.url, "other")).status).toBe(200);
    reader.beforeRead = async () => undefined;
    expect((await person.proxy(retryFile, { key: replacedUpload.key })).status).toBe(200);
    await vi.waitFor(
      async () => {
        const changedMessage = expect.stringContaining("has changed since it was uploaded");
        expect((await getStatus(replacedUpload.statusUrl)).json()).toMatchObject({
          state: "failed",
          reason: changedMessage,
        });
        expect((await getStatus(otherUpload.statusUrl)).json()).toMatchObject({ state: "ready" });
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(reader.reads.map(({ text }) => text)).not.toContain("other");
  });

  test("an uploaded file is processed even if nobody requests its status", async () => {
    const { db, clock } = bucketServer.platform;
    const pollDirectUploads = createDirectUploadPoller();
    const { url, key } = await beginInBucket({ size: 5 });
    const unfinishedUpload = await beginInBucket({ size: 5 });
    const createdAt = new Date(clock.now().getTime() - 5 * 60_000);
    await db
      .updateTable("files")
      .set({ created_at: createdAt })
      .where("id", "in", [key, unfinishedUpload.key])
      .execute();
    const stateOf = async (id: string) => (await person.proxy(getFiles, { keys: [id] })).result.items[0]?.state;
    await pollDirectUploads(bucketServer.platform);
    expect(await stateOf(key)).toBe("uploading");
    expect((await putToBucket(url, "hello")).status).toBe(200);
    await pollDirectUploads(bucketServer.platform); // too soon to check the bucket again
    expect(await stateOf(key)).toBe("uploading");
    await createDirectUploadPoller()(bucketServer.platform);
    await vi.waitFor(async () => expect(await stateOf(key)).toBe("ready"), { timeout: 10_000, interval: 50 });
    expect(await stateOf(unfinishedUpload.key)).toBe("uploading");
  });

  test("the page's policy allows it and no other origin", async () => {
    const webRoot = join(import.meta.dirname, "../../../../web");
    const app = await createApp(bucketServer.platform, webRoot);
    const policy = String((await app.inject({ url: "/" })).headers["content-security-policy"]);
    await app.close();
    expect(await readFile(join(webRoot, "index.html"), "utf8")).toContain("<html");
    expect(policy).toContain(`connect-src 'self' ${s3.config.endpoint};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${s3.config.endpoint};`);
  });
});

test("a large file is downloaded unchanged through a socket", async () => {
  const content = "0123456789".repeat(250_000);
  const { key } = await uploadTestBytes(server, ann, { name: "large.txt", content });
  const { downloadUrl } = (await ann.proxy(downloadFile, { key })).result;
  const reply = await fetch(new URL(downloadUrl, origin));
  if (!reply.body) throw new Error("no body");
  expect(
    createHash("sha256")
      .update(await text(reply.body))
      .digest("hex"),
  ).toBe(createHash("sha256").update(content).digest("hex"));
});
