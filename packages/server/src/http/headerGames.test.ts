import { connect } from "node:net";
import { clientHeader } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../modules/identity/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../testing/createTestApp.ts";

let server: TestApp;
let person: TestPerson;
let other: TestPerson;
let port: number;
beforeAll(async () => {
  server = await createTestApp();
  person = await server.signIn("person@uni.edu");
  other = await server.signIn("other@uni.edu");
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/** Sends these lines as one request (or what looks like one) and gives all that comes back until the connection ends. */
async function raw(lines: string[], body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let given = "";
  socket.on("data", (part) => {
    given += part.toString();
  });
  socket.on("error", () => undefined);
  socket.write(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once("close", resolve));
  return given;
}

const statusesOf = (given: string) => [...given.matchAll(/^HTTP\/1\.\d (\d+)/gm)].map(([, status]) => Number(status));
const own = `${clientHeader.name}: ${clientHeader.value}`;
const host = () => `host: localhost:${port}`;
const cookie = (value = person.cookie) => `cookie: ${sessionCookieName}=${value}`;
const bearer = (token = person.token) => `authorization: Bearer ${token}`;

describe("who asks is not decided by a header that says it twice", () => {
  test("of two tokens the first counts, at every order", async () => {
    const models = "GET /available_models HTTP/1.1";
    expect(statusesOf(await raw([models, host(), bearer("junk"), bearer()]))).toEqual([401]);
    expect(statusesOf(await raw([models, host(), bearer(), bearer("junk")]))).toEqual([200]);
    expect(statusesOf(await raw([models, host(), `${bearer("junk")}, Bearer ${person.token}`]))).toEqual([401]);
  });

  test("of two cookies of one name the first counts, and two lines of cookies are one", async () => {
    const ask = async (...lines: string[]) =>
      /"email":"([^"]+)"/.exec(await raw(["GET /api/session HTTP/1.1", host(), own, ...lines]))?.[1];
    expect(await ask(cookie(), cookie(other.cookie))).toBe("person@uni.edu");
    expect(await ask(cookie("junk"), cookie())).toBeUndefined();
    expect(await ask(`cookie: ${sessionCookieName}=${other.cookie}; ${sessionCookieName}=${person.cookie}`)).toBe(
      "other@uni.edu",
    );
  });

  test("our client's header said twice is not our client's", async () => {
    expect(statusesOf(await raw(["GET /api/session HTTP/1.1", host(), cookie(), own, own]))).toEqual([403]);
  });
});

describe("whose address it is", () => {
  const session = (...lines: string[]) => raw(["GET /api/session HTTP/1.1", own, ...lines]);

  test.each([
    ["another name", "host: evil.example"],
    ["another port", "host: localhost:1"],
    ["none", "x: y"],
    ["an empty one", "host:"],
    ["one with a user", "host: localhost@evil.example"],
    ["one with a path", "host: localhost/evil.example"],
  ])("is not asked for under %s", async (_, line) => {
    expect(statusesOf(await session(line, cookie()))).toEqual([400]);
  });

  test("is told by Host alone, and by the first one", async () => {
    for (const line of [
      "x-forwarded-host: evil.example",
      "x-forwarded-proto: https",
      "x-original-url: /x",
      "x-rewrite-url: /healthz",
      "forwarded: host=evil.example;proto=https",
      "x-host: evil.example",
    ]) {
      const given = await raw(["GET /auth/signin HTTP/1.1", host(), line]);
      expect(statusesOf(given), line).toEqual([303]);
      expect(/^location: (\S+)/im.exec(given)?.[1], line).toMatch(new RegExp(`^http://localhost:${port}/oidc/auth\\?`));
      expect(given).not.toContain("evil.example");
    }
    const twice = await raw(["GET /auth/signin HTTP/1.1", host(), "host: evil.example"]);
    expect(twice).not.toContain("evil.example");
  });

  test("an absolute address in the request's line names no other host, and opens no other route", async () => {
    const foreign = await raw([`GET http://evil.example/auth/signin HTTP/1.1`, host()]);
    expect(foreign).not.toContain("evil.example");
    for (const target of [
      "http://evil.example/api/session",
      "//evil.example/api/session",
      "*",
      "localhost:80",
      "/api/session#x",
      "/API/SESSION",
    ]) {
      const given = await raw([`GET ${target} HTTP/1.1`, host(), cookie()]);
      expect(statusesOf(given)[0], target).toBeGreaterThanOrEqual(400);
      expect(given).not.toContain("person@uni.edu");
    }
    // Nothing here is a proxy.
    const tunnel = await raw(["CONNECT evil.example:443 HTTP/1.1", "host: evil.example:443"]);
    expect(tunnel).not.toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("a message's frame", () => {
  const chat = (...lines: string[]) => [
    "POST /chat HTTP/1.1",
    host(),
    bearer(),
    "content-type: application/json",
    ...lines,
  ];

  test.each([
    ["HTTP/1.0 without a host, where it does not matter", ["GET /healthz HTTP/1.0"], "", [200]],
    ["HTTP/1.0 without a host, where it does", ["GET /auth/signin HTTP/1.0"], "", [400]],
    ["a version that is none", ["GET /healthz HTTP/7.3"], "", [400]],
    ["a method that is none", ["FETCH /healthz HTTP/1.1", "host: a"], "", [400]],
    ["a length with a sign", ["POST /chat HTTP/1.1", "host: a", "content-length: +5"], "12345", [400]],
    ["a length below nothing", ["POST /chat HTTP/1.1", "host: a", "content-length: -1"], "", [400]],
    ["a length of two numbers", ["POST /chat HTTP/1.1", "host: a", "content-length: 1 2"], "x", [400]],
    ["a space before the colon", ["POST /chat HTTP/1.1", "host: a", "content-length : 5"], "12345", [400]],
    ["a folded header", ["GET /healthz HTTP/1.1", "host: a", "x: y", " z"], "", [400]],
    ["chunks by another name", ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: xchunked"], "0\r\n\r\n", [400]],
    [
      "chunks named twice",
      ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: chunked, identity"],
      "0\r\n\r\n",
      [400],
    ],
    [
      "a chunk without a length",
      ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: chunked"],
      "zz\r\n",
      [401, 400],
    ],
    ["bare line ends", ["GET /healthz HTTP/1.1\nhost: a\nx: y"], "", [400]],
    ["a NUL in the path", ["GET /health\0z HTTP/1.1", "host: a"], "", [400]],
  ])("%s is answered or refused, never misread", async (_, lines, body, statuses) => {
    const given = statusesOf(await raw(lines, body));
    expect(statuses).toEqual(expect.arrayContaining(given));
    expect(given.length).toBeGreaterThan(0);
  });

  test("what comes after a body is no second request in disguise", async () => {
    const hidden = `GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n`;
    const given = await raw(chat(`content-length: ${hidden.length}`), hidden);
    expect(statusesOf(given)).toEqual([400]);
    expect(given).not.toContain("lectern_live_runs");
  });

  test("nobody is asked to go on with a body that is refused anyway, or to change the protocol", async () => {
    const expecting = await raw(
      ["POST /chat HTTP/1.1", host(), "content-length: 5", "expect: 100-continue", "content-type: application/json"],
      "12345",
    );
    expect(expecting).toMatch(/HTTP\/1\.1 401 /);
    const upgrading = await raw(["GET /healthz HTTP/1.1", host(), "upgrade: websocket", "sec-websocket-key: x"]);
    expect(upgrading).not.toMatch(/HTTP\/1\.1 101/);
  });

  test("a slow request has an end: its headers within a minute, its whole within five", () => {
    expect(server.app.server.headersTimeout).toBeGreaterThan(0);
    expect(server.app.server.headersTimeout).toBeLessThanOrEqual(60_000);
    // That of the whole is our own, which uploads alone exceed: see fileRoutes.test.ts.
    expect(server.app.server.requestTimeout).toBe(0);
  });
});
