import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { S3Config } from "../../config.ts";
import { startS3Server, type TestS3Server } from "../../testing/startS3Server.ts";
import { type BlobStore, BlobStoreUnusable } from "./blobStore.ts";
import { blobStoreConformance } from "./blobStoreConformance.ts";
import { createS3BlobStore } from "./s3BlobStore.ts";

describe("a bucket", () => {
  blobStoreConformance(async () => {
    const server = await startS3Server();
    const store = createS3BlobStore(server.config);
    return {
      store,
      everything: server.everything,
      async close() {
        await store.close();
        await server.close();
      },
    };
  });
});

describe("a bucket's own addresses", () => {
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
  async function addressOf(asked: Promise<string | null>): Promise<URL> {
    const url = await asked;
    if (url === null) throw new Error("the store has no address");
    return new URL(url);
  }
  const put = (url: URL, body: string, type = "text/plain") =>
    fetch(url, { method: "PUT", body, headers: { "content-type": type } });
  async function refusal(asked: Promise<Response>): Promise<string> {
    const reply = await asked;
    expect(reply.status).toBe(403);
    return /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? "no code";
  }

  test("take a file and give it back under its name, with no key in sight", async () => {
    const key = "originals/a/1";
    const url = await addressOf(store.uploadUrl(key, upload));
    expect((await put(url, "hello")).status).toBe(200);
    expect(await store.stat(key)).toEqual({ bytes: 5 });
    const download = await addressOf(
      store.downloadUrl(key, { fileName: "Übersicht 2026 (neu).html", type: "text/html", expiresInSeconds: 60 }),
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

  test("take nothing under a signature, key, method, type or length that was altered", async () => {
    const key = "originals/a/2";
    const url = await addressOf(store.uploadUrl(key, upload));
    const signature = url.searchParams.get("X-Amz-Signature") ?? "";
    const altered = new URL(url);
    altered.searchParams.set(
      "X-Amz-Signature",
      signature.replace(/^./, (first) => (first === "0" ? "1" : "0")),
    );
    expect(await refusal(put(altered, "hello"))).toBe("SignatureDoesNotMatch");
    const elsewhere = new URL(url);
    elsewhere.pathname = elsewhere.pathname.replace(/2$/, "3");
    expect(await refusal(put(elsewhere, "hello"))).toBe("SignatureDoesNotMatch");
    expect(await refusal(put(url, "hello", "text/html"))).toBe("SignatureDoesNotMatch");
    expect(await refusal(put(url, "hello, and more"))).toBe("SignatureDoesNotMatch");
    expect(await refusal(fetch(url))).toBe("SignatureDoesNotMatch");
    const longer = new URL(url);
    longer.searchParams.set("X-Amz-Expires", "6000");
    expect(await refusal(put(longer, "hello"))).toBe("SignatureDoesNotMatch");
    expect(await store.stat(key)).toBeNull();
    expect((await put(url, "hello")).status).toBe(200);
  });

  test("name the bucket before the host where paths are not wanted, and reach the same blob", async () => {
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
    const url = await addressOf(virtual.downloadUrl(key, { fileName: "a", type: "text/plain", expiresInSeconds: 60 }));
    await virtual.close();
    expect(url.host).toBe(`lectern-files.s3.localhost:${server.port}`);
    expect(virtual.origins).toEqual([url.origin]);
    // Such a name leads to this machine in a browser, not in every resolver.
    const reply = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: "127.0.0.1", port: server.port, path: url.pathname + url.search, headers: { host: url.host } },
        (response) => text(response).then(resolve, reject),
      );
      asked.once("error", reject).end();
    });
    expect(reply).toBe("hello");
  });

  test.each<[string, Partial<S3Config>]>([
    ["Amazon's, before the host", { endpoint: null, pathStyle: false }],
    ["Amazon's, in the path", { endpoint: null, pathStyle: true }],
    ["Amazon's, of a bucket with dots", { endpoint: null, pathStyle: false, bucket: "files.uni.edu" }],
    ["Amazon's in China", { endpoint: null, pathStyle: false, region: "cn-north-1" }],
    ["of another server, before the host", { endpoint: "https://storage.uni.edu", pathStyle: false }],
    ["of another server, in the path", { endpoint: "https://storage.uni.edu:9000/", pathStyle: true }],
  ])("are at the origin that the page allows: %s", async (_, more) => {
    const other = createS3BlobStore({ ...server.config, ...more });
    const url = await addressOf(other.uploadUrl("a/b", upload));
    await other.close();
    expect(other.origins).toEqual([url.origin]);
  });
});

describe("a bucket that cannot be used is refused with what can be done about it:", () => {
  let server: TestS3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  test.each<[string, Partial<S3Config>, RegExp]>([
    ["none of that name", { bucket: "another-bucket" }, /no such bucket.*S3_BUCKET/],
    ["a wrong secret", { credentials: { accessKeyId: "S3RVER", secretAccessKey: "wrong" } }, /S3_SECRET_ACCESS_KEY/],
    ["nobody there", { endpoint: "http://127.0.0.1:9" }, /does not answer.*S3_ENDPOINT/],
  ])("%s", async (_, more, reason) => {
    const store = createS3BlobStore({ ...server.config, ...more });
    const refused = await store.check().catch((error: unknown) => error);
    await store.close();
    expect(refused).toBeInstanceOf(BlobStoreUnusable);
    expect(String(refused)).toMatch(reason);
  });
});
