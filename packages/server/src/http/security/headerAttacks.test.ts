import { connect } from "node:net";
import { clientHeader } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";

let server: TestApp;
let person: TestPerson;
let otherPerson: TestPerson;
let port: number;
beforeAll(async () => {
  // Otherwise the embedded sign-in refuses forwarded requests before their headers could have an effect.
  server = await createTestApp({ environment: { EMBEDDED_SIGN_IN: "anywhere" } });
  person = await server.signIn("person@uni.edu");
  otherPerson = await server.signIn("other@uni.edu");
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/** Sends lines as one raw request and returns everything received until the connection is closed. */
async function sendRaw(lines: string[], body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let receivedText = "";
  socket.on("data", (part) => {
    receivedText += part.toString();
  });
  socket.on("error", () => undefined);
  socket.write(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once("close", resolve));
  return receivedText;
}

const statusesOf = (receivedText: string) =>
  [...receivedText.matchAll(/^HTTP\/1\.\d (\d+)/gm)].map(([, status]) => Number(status));
const ownClientLine = `${clientHeader.name}: ${clientHeader.value}`;
const getHostLine = () => `host: localhost:${port}`;
const getCookieLine = (value = person.cookie) => `cookie: ${sessionCookieName}=${value}`;
const getBearerLine = (token = person.token) => `authorization: Bearer ${token}`;

describe("repeated credentials", () => {
  test("only the first of two tokens counts, in either order", async () => {
    const modelsRequestLine = "GET /available_models HTTP/1.1";
    expect(
      statusesOf(await sendRaw([modelsRequestLine, getHostLine(), getBearerLine("junk"), getBearerLine()])),
    ).toEqual([401]);
    expect(
      statusesOf(await sendRaw([modelsRequestLine, getHostLine(), getBearerLine(), getBearerLine("junk")])),
    ).toEqual([200]);
    expect(
      statusesOf(await sendRaw([modelsRequestLine, getHostLine(), `${getBearerLine("junk")}, Bearer ${person.token}`])),
    ).toEqual([401]);
  });

  test("only the first of two cookies with the same name counts, also on separate lines", async () => {
    const ask = async (...lines: string[]) =>
      /"email":"([^"]+)"/.exec(
        await sendRaw(["GET /api/session HTTP/1.1", getHostLine(), ownClientLine, ...lines]),
      )?.[1];
    expect(await ask(getCookieLine(), getCookieLine(otherPerson.cookie))).toBe("person@uni.edu");
    expect(await ask(getCookieLine("junk"), getCookieLine())).toBeUndefined();
    expect(await ask(`cookie: ${sessionCookieName}=${otherPerson.cookie}; ${sessionCookieName}=${person.cookie}`)).toBe(
      "other@uni.edu",
    );
  });

  test("a repeated client header is rejected", async () => {
    expect(
      statusesOf(
        await sendRaw(["GET /api/session HTTP/1.1", getHostLine(), getCookieLine(), ownClientLine, ownClientLine]),
      ),
    ).toEqual([403]);
  });
});

describe("the Host header", () => {
  const requestSession = (...lines: string[]) => sendRaw(["GET /api/session HTTP/1.1", ownClientLine, ...lines]);

  test.each([
    ["another name", "host: evil.example"],
    ["another port", "host: localhost:1"],
    ["no host", "x: y"],
    ["an empty host", "host:"],
    ["a user", "host: localhost@evil.example"],
    ["a path", "host: localhost/evil.example"],
  ])("is rejected with %s", async (_, line) => {
    expect(statusesOf(await requestSession(line, getCookieLine()))).toEqual([400]);
  });

  test("alone determines this server's origin, and only the first one counts", async () => {
    for (const line of [
      "x-forwarded-host: evil.example",
      "x-forwarded-proto: https",
      "x-original-url: /x",
      "x-rewrite-url: /healthz",
      "forwarded: host=evil.example;proto=https",
      "x-host: evil.example",
    ]) {
      const receivedText = await sendRaw(["GET /auth/signin HTTP/1.1", getHostLine(), line]);
      expect(statusesOf(receivedText), line).toEqual([303]);
      const location = /^location: (\S+)/im.exec(receivedText)?.[1];
      expect(location, line).toMatch(new RegExp(`^http://localhost:${port}/oidc/auth\\?`));
      expect(receivedText).not.toContain("evil.example");
    }
    const twoHostsResponse = await sendRaw(["GET /auth/signin HTTP/1.1", getHostLine(), "host: evil.example"]);
    expect(twoHostsResponse).not.toContain("evil.example");
  });

  test("cannot be overridden by an absolute URL in the request line, which matches no other route either", async () => {
    const foreignUrlResponse = await sendRaw([`GET http://evil.example/auth/signin HTTP/1.1`, getHostLine()]);
    expect(foreignUrlResponse).not.toContain("evil.example");
    for (const target of [
      "http://evil.example/api/session",
      "//evil.example/api/session",
      "*",
      "localhost:80",
      "/api/session#x",
      "/API/SESSION",
    ]) {
      const receivedText = await sendRaw([`GET ${target} HTTP/1.1`, getHostLine(), getCookieLine()]);
      expect(statusesOf(receivedText)[0], target).toBeGreaterThanOrEqual(400);
      expect(receivedText).not.toContain("person@uni.edu");
    }
    // The server is not a proxy.
    const tunnelResponse = await sendRaw(["CONNECT evil.example:443 HTTP/1.1", "host: evil.example:443"]);
    expect(tunnelResponse).not.toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("message framing", () => {
  const buildChatLines = (...lines: string[]) => [
    "POST /chat HTTP/1.1",
    getHostLine(),
    getBearerLine(),
    "content-type: application/json",
    ...lines,
  ];

  test.each([
    ["HTTP/1.0 without a host, for a route that needs none", ["GET /healthz HTTP/1.0"], "", [200]],
    ["HTTP/1.0 without a host, for a route that needs one", ["GET /auth/signin HTTP/1.0"], "", [400]],
    ["an unknown version", ["GET /healthz HTTP/7.3"], "", [400]],
    ["an unknown method", ["FETCH /healthz HTTP/1.1", "host: a"], "", [400]],
    ["a length with a sign", ["POST /chat HTTP/1.1", "host: a", "content-length: +5"], "12345", [400]],
    ["a negative length", ["POST /chat HTTP/1.1", "host: a", "content-length: -1"], "", [400]],
    ["a length of two numbers", ["POST /chat HTTP/1.1", "host: a", "content-length: 1 2"], "x", [400]],
    ["a space before the colon", ["POST /chat HTTP/1.1", "host: a", "content-length : 5"], "12345", [400]],
    ["a folded header", ["GET /healthz HTTP/1.1", "host: a", "x: y", " z"], "", [400]],
    [
      "an unknown transfer encoding",
      ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: xchunked"],
      "0\r\n\r\n",
      [400],
    ],
    [
      "two transfer encodings",
      ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: chunked, identity"],
      "0\r\n\r\n",
      [400],
    ],
    [
      "a chunk with an invalid length",
      ["POST /chat HTTP/1.1", "host: a", "transfer-encoding: chunked"],
      "zz\r\n",
      [401, 400],
    ],
    ["bare line feeds", ["GET /healthz HTTP/1.1\nhost: a\nx: y"], "", [400]],
    ["a NUL in the path", ["GET /health\0z HTTP/1.1", "host: a"], "", [400]],
  ])("%s is processed or rejected, never misread", async (_, lines, body, expected) => {
    const statuses = statusesOf(await sendRaw(lines, body));
    expect(expected).toEqual(expect.arrayContaining(statuses));
    expect(statuses.length).toBeGreaterThan(0);
  });

  test("a request hidden in a body is not executed", async () => {
    const hiddenRequest = `GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n`;
    const receivedText = await sendRaw(buildChatLines(`content-length: ${hiddenRequest.length}`), hiddenRequest);
    expect(statusesOf(receivedText)).toEqual([400]);
    expect(receivedText).not.toContain("lectern_live_runs");
  });

  test("an unauthenticated client gets no 100 Continue, and no client gets a protocol upgrade", async () => {
    const continueResponse = await sendRaw(
      [
        "POST /chat HTTP/1.1",
        getHostLine(),
        "content-length: 5",
        "expect: 100-continue",
        "content-type: application/json",
      ],
      "12345",
    );
    expect(continueResponse).toMatch(/HTTP\/1\.1 401 /);
    const upgradeResponse = await sendRaw([
      "GET /healthz HTTP/1.1",
      getHostLine(),
      "upgrade: websocket",
      "sec-websocket-key: x",
    ]);
    expect(upgradeResponse).not.toMatch(/HTTP\/1\.1 101/);
  });

  test("a slow request times out: its headers within a minute, all of it within five", () => {
    expect(server.app.server.headersTimeout).toBeGreaterThan(0);
    expect(server.app.server.headersTimeout).toBeLessThanOrEqual(60_000);
    // The body has its own timeout, which is extended only for uploads; see fileRoutes.test.ts.
    expect(server.app.server.requestTimeout).toBe(0);
  });
});
