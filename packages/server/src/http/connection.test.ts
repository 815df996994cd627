import { connect } from "node:net";
import { clientHeader, limits } from "@lectern/contract";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../modules/identity/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../testing/createTestApp.ts";
import { requestSignal } from "./requestSignal.ts";

let server: TestApp;
let person: TestPerson;
let port: number;
beforeAll(async () => {
  server = await createTestApp();
  person = await server.signIn("person@uni.edu");
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/** Sends the bytes as they are and gives all that comes back until the server, or `isEnough`, ends it. */
async function converse(bytes: string, isEnough: (given: string) => boolean = () => false): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let given = "";
  socket.on("data", (part) => {
    given += part.toString();
    if (isEnough(given)) socket.end();
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return given;
}

describe("a body", () => {
  const head = (path: string, headers: Record<string, string>) =>
    [
      `POST ${path} HTTP/1.1`,
      `host: localhost:${port}`,
      "content-type: application/json",
      `content-length: ${limits.bodyBytes}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "",
      "",
    ].join("\r\n");
  const hasAnswered = (given: string) => given.includes('"requestId"');

  test.each(["/chat", "/api/requestOp", "/state/conversation/append", "/api/models/endpoint/test"])(
    "of somebody without a session is not waited for at %s",
    async (path) => {
      const bearer = { authorization: "Bearer junk" };
      const cookie = { cookie: `${sessionCookieName}=junk`, [clientHeader.name]: clientHeader.value };
      const given = await converse(head(path, path.startsWith("/api") ? cookie : bearer), hasAnswered);
      expect(given).toMatch(/^HTTP\/1.1 401 /);
    },
  );

  test("of another site's form is not waited for", async () => {
    const given = await converse(
      head("/api/requestOp", { cookie: `${sessionCookieName}=${person.cookie}` }),
      hasAnswered,
    );
    expect(given).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe("what is no request", () => {
  test.each([
    ["no HTTP", "hello\r\n\r\n", "400"],
    ["a header without end", `GET / HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, "413"],
    ["two lengths", "POST /chat HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "400"],
    [
      "a length and chunks, as requests are smuggled",
      "POST /chat HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
    ],
    ["a NUL in a header", "GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n", "400"],
  ])("%s gets the standard failure, and the connection ends", async (_, bytes, status) => {
    const given = await converse(bytes);
    expect(given).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body: unknown = JSON.parse(given.slice(given.indexOf("\r\n\r\n") + 4));
    expect(body).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) });
  });
});

test.each(["GET", "POST"] as const)("a caller of a %s that leaves aborts what is done for it", async (method) => {
  const app = Fastify();
  const begun = Promise.withResolvers<AbortSignal>();
  const left = Promise.withResolvers<void>();
  app.route({
    method,
    url: "/",
    handler: async (_, reply) => {
      const signal = requestSignal(reply);
      signal.addEventListener("abort", () => left.resolve());
      begun.resolve(signal);
      await left.promise;
      return "late";
    },
  });
  const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const leaving = new AbortController();
  const init = method === "POST" ? { body: '{"a":1}', headers: { "content-type": "application/json" } } : {};
  const reply = fetch(address, { method, signal: leaving.signal, ...init }).catch((error: unknown) => error);
  const signal = await begun.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await left.promise;
  expect(signal.aborted).toBe(true);
  await reply;
  await app.close();
});
