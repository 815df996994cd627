import { connect } from "node:net";
import { clientHeader, limits } from "@lectern/contract";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createRequestSignal } from "./createRequestSignal.ts";

let server: TestApp;
let person: TestPerson;
let port: number;
beforeAll(async () => {
  server = await createTestApp();
  person = await server.signIn("person@uni.edu");
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/**
 * Sends raw bytes and returns everything received until the server closes the connection or `isEnough` returns true.
 */
async function exchange(bytes: string, isEnough: (receivedText: string) => boolean = () => false): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let receivedText = "";
  socket.on("data", (part) => {
    receivedText += part.toString();
    if (isEnough(receivedText)) socket.end();
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return receivedText;
}

describe("the body of a rejected request", () => {
  const buildHead = (path: string, headers: Record<string, string>) =>
    [
      `POST ${path} HTTP/1.1`,
      `host: localhost:${port}`,
      "content-type: application/json",
      `content-length: ${limits.bodyBytes}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "",
      "",
    ].join("\r\n");
  const hasReply = (receivedText: string) => receivedText.includes('"requestId"');

  test.each(["/chat", "/api/requestOp", "/state/conversation/append", "/api/models/endpoint/test"])(
    "is not awaited without a session at %s",
    async (path) => {
      const bearer = { authorization: "Bearer junk" };
      const cookie = { cookie: `${sessionCookieName}=junk`, [clientHeader.name]: clientHeader.value };
      const receivedText = await exchange(buildHead(path, path.startsWith("/api") ? cookie : bearer), hasReply);
      expect(receivedText).toMatch(/^HTTP\/1.1 401 /);
    },
  );

  test("is not awaited from another site's form", async () => {
    const receivedText = await exchange(
      buildHead("/api/requestOp", { cookie: `${sessionCookieName}=${person.cookie}` }),
      hasReply,
    );
    expect(receivedText).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe("an invalid request", () => {
  test.each([
    ["text that is not HTTP", "hello\r\n\r\n", "400"],
    ["an endless header", `GET / HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, "413"],
    ["two lengths", "POST /chat HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "400"],
    [
      "a length and chunks, as in request smuggling",
      "POST /chat HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
    ],
    ["a NUL in a header", "GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n", "400"],
  ])("(%s) gets the standard failure, and the connection is closed", async (_, bytes, status) => {
    const receivedText = await exchange(bytes);
    expect(receivedText).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body: unknown = JSON.parse(receivedText.slice(receivedText.indexOf("\r\n\r\n") + 4));
    expect(body).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) });
  });
});

test.each(["GET", "POST"] as const)(
  "a client that disconnects from a %s aborts its handler's signal",
  async (method) => {
    const app = Fastify();
    const started = Promise.withResolvers<AbortSignal>();
    const aborted = Promise.withResolvers<void>();
    app.route({
      method,
      url: "/",
      handler: async (_, reply) => {
        const signal = createRequestSignal(reply);
        signal.addEventListener("abort", () => aborted.resolve());
        started.resolve(signal);
        await aborted.promise;
        return "late";
      },
    });
    const url = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const client = new AbortController();
    const init = method === "POST" ? { body: '{"a":1}', headers: { "content-type": "application/json" } } : {};
    const reply = fetch(url, { method, signal: client.signal, ...init }).catch((error: unknown) => error);
    const signal = await started.promise;
    expect(signal.aborted).toBe(false);
    client.abort();
    await aborted.promise;
    expect(signal.aborted).toBe(true);
    await reply;
    await app.close();
  },
);
