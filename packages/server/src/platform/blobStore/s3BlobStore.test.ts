import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { S3Config } from "../../config.ts";
import { startS3Server, type TestS3Server } from "../../testing/startS3Server.ts";
import { type BlobStore, BlobStoreUnusableError } from "./blobStore.ts";
import { createS3BlobStore } from "./s3BlobStore.ts";
import { testBlobStore } from "./testing/blobStoreConformance.ts";

describe("a bucket", () => {
  testBlobStore(async () => {
    const server = await startS3Server();
    const store = createS3BlobStore(server.config);
    return {
      store,
      listEverything: server.listFiles,
      async close() {
        await store.close();
        await server.close();
      },
    };
  });
});

describe("a bucket's presigned URLs", () => {
  let server: TestS3Server;
  let store: BlobStore;
  beforeAll(async () => {
    server = await startS3Server();
    store = createS3BlobStore(server.config);
  });
  afterAll(async () => {
    await store.close();
    await server.close();
  });

  const upload = { type: "text/plain", bytes: 5, expiresInSeconds: 60 };
  async function toUrl(presigned: Promise<string | null>): Promise<URL> {
    const url = await presigned;
    if (url === null) throw new Error("the store has no presigned URLs");
    return new URL(url);
  }
  const put = (url: URL, body: string, type = "text/plain") =>
    fetch(url, { method: "PUT", body, headers: { "content-type": type } });
  async function errorCodeOf(response: Promise<Response>): Promise<string> {
    const reply = await response;
    expect(reply.status).toBe(403);
    return /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? "no code";
  }

  test("upload a file and download it under its name, without revealing the secret key", async () => {
    const key = "originals/a/1";
    const url = await toUrl(store.createUploadUrl(key, upload));
    expect((await put(url, "hello")).status).toBe(200);
    expect(await store.stat(key)).toEqual({ bytes: 5 });
    const download = await toUrl(
      store.createDownloadUrl(key, { fileName: "Übersicht 2026 (neu).html", type: "text/html", expiresInSeconds: 60 }),
    );
    const reply = await fetch(download);
    expect(await reply.text()).toBe("hello");
    expect(reply.headers.get("content-type")).toBe("application/octet-stream");
    expect(reply.headers.get("content-disposition")).toBe(
      `attachment; filename="_bersicht 2026 (neu).html"; filename*=UTF-8''%C3%9Cbersicht%202026%20%28neu%29.html`,
    );
    expect(store.origins).toEqual([url.origin]);
    expect(url.href).not.toMatch(/secret/i);
  });

  test("reject a modified signature, key, method, type or length", async () => {
    const key = "originals/a/2";
    const url = await toUrl(store.createUploadUrl(key, upload));
    const signature = url.searchParams.get("X-Amz-Signature") ?? "";
    const alteredUrl = new URL(url);
    alteredUrl.searchParams.set(
      "X-Amz-Signature",
      signature.replace(/^./, (first) => (first === "0" ? "1" : "0")),
    );
    expect(await errorCodeOf(put(alteredUrl, "hello"))).toBe("SignatureDoesNotMatch");
    const otherHostUrl = new URL(url);
    otherHostUrl.pathname = otherHostUrl.pathname.replace(/2$/, "3");
    expect(await errorCodeOf(put(otherHostUrl, "hello"))).toBe("SignatureDoesNotMatch");
    expect(await errorCodeOf(put(url, "hello", "text/html"))).toBe("SignatureDoesNotMatch");
    expect(await errorCodeOf(put(url, "hello, and more"))).toBe("SignatureDoesNotMatch");
    expect(await errorCodeOf(fetch(url))).toBe("SignatureDoesNotMatch");
    const extendedUrl = new URL(url);
    extendedUrl.searchParams.set("X-Amz-Expires", "6000");
    expect(await errorCodeOf(put(extendedUrl, "hello"))).toBe("SignatureDoesNotMatch");
    expect(await store.stat(key)).toBeNull();
    expect((await put(url, "hello")).status).toBe(200);
  });

  test("have the bucket in the host name without path style, and reach the same blob", async () => {
    const key = "originals/a/4";
    async function* body() {
      yield Buffer.from("hello");
    }
    await store.write(key, body(), { type: "text/plain", maxBytes: 10 });
    const virtual = createS3BlobStore({
      ...server.config,
      endpoint: `http://s3.localhost:${server.port}`,
      pathStyle: false,
    });
    const url = await toUrl(
      virtual.createDownloadUrl(key, { fileName: "a", type: "text/plain", expiresInSeconds: 60 }),
    );
    await virtual.close();
    expect(url.host).toBe(`lectern-files.s3.localhost:${server.port}`);
    expect(virtual.origins).toEqual([url.origin]);
    // Browsers resolve names under `localhost` to this machine, but not every resolver does.
    const reply = await new Promise<string>((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port: server.port, path: url.pathname + url.search, headers: { host: url.host } },
        (response) => text(response).then(resolve, reject),
      );
      sent.once("error", reject).end();
    });
    expect(reply).toBe("hello");
  });

  test.each<[string, Partial<S3Config>]>([
    ["Amazon S3, virtual-hosted style", { endpoint: null, pathStyle: false }],
    ["Amazon S3, path style", { endpoint: null, pathStyle: true }],
    ["Amazon S3, bucket name with dots", { endpoint: null, pathStyle: false, bucket: "files.uni.edu" }],
    ["Amazon S3 in China", { endpoint: null, pathStyle: false, region: "cn-north-1" }],
    ["another server, virtual-hosted style", { endpoint: "https://storage.uni.edu", pathStyle: false }],
    ["another server, path style", { endpoint: "https://storage.uni.edu:9000/", pathStyle: true }],
  ])("have the origin that the page allows: %s", async (_, more) => {
    const other = createS3BlobStore({ ...server.config, ...more });
    const url = await toUrl(other.createUploadUrl("a/b", upload));
    await other.close();
    expect(other.origins).toEqual([url.origin]);
  });
});

describe("a bucket that cannot be used is rejected with advice:", () => {
  let server: TestS3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  test.each<[string, Partial<S3Config>, RegExp]>([
    ["missing bucket", { bucket: "another-bucket" }, /does not exist.*S3_BUCKET/],
    ["wrong secret", { credentials: { accessKeyId: "S3RVER", secretAccessKey: "wrong" } }, /S3_SECRET_ACCESS_KEY/],
    ["unreachable server", { endpoint: "http://127.0.0.1:9" }, /does not answer.*S3_ENDPOINT/],
  ])("%s", async (_, more, reason) => {
    const store = createS3BlobStore({ ...server.config, ...more });
    const rejection = await store.check().catch((error: unknown) => error);
    await store.close();
    expect(rejection).toBeInstanceOf(BlobStoreUnusableError);
    expect(String(rejection)).toMatch(reason);
  });
});
