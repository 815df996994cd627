import { clientHeader, createConversation, listConversations } from "@lectern/contract";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { ops } from "../../ops/registry.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createTestBrowser } from "../../testing/testBrowser.ts";

type Method = NonNullable<InjectOptions["method"]>;
const ownClientHeaders = { [clientHeader.name]: clientHeader.value };
const origin = "http://localhost";
const hostHeader = { host: "localhost" };

let server: TestApp;
let person: TestPerson;
beforeAll(async () => {
  server = await createTestApp();
  person = await server.signIn("person@uni.edu");
});
afterAll(() => server.close());
const getCookieHeader = () => ({ cookie: `${sessionCookieName}=${person.cookie}` });

const encodeBase64Json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const { method, path } = createConversation;
const envelope = JSON.stringify({
  data: { method, path, op: "", data: encodeBase64Json({ conversation: { id: "planted", name: "Planted" } }) },
});
/** Every route that accepts a session cookie. */
const cookieRoutes: [Method, string][] = [
  ["POST", "/api/requestOp"],
  ["GET", "/api/session"],
  ["POST", "/auth/signout"],
  ...Object.values(ops).flatMap((op): [Method, string][] => (op.entryPoint === "direct" ? [[op.method, op.path]] : [])),
];

describe.each(cookieRoutes)("a cross-site %s to %s", (method, url) => {
  /** Headers that a form, an image, `sendBeacon` or `fetch` in the mode no-cors can send. */
  const simpleHeaders: Record<string, string>[] = [
    {},
    { "content-type": "text/plain" },
    { "content-type": "text/plain; charset=application/json" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "multipart/form-data; boundary=x" },
    { "content-type": "application/json" },
    { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
  ];
  test.each(simpleHeaders)("with %j is rejected before the body is parsed", async (headers) => {
    for (const more of [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { referer: "https://evil.example/" },
      { origin },
    ]) {
      const payload = method === "GET" ? {} : { payload: envelope };
      const reply = await server.app.inject({
        method,
        url,
        headers: { ...hostHeader, ...getCookieHeader(), ...headers, ...more },
        ...payload,
      });
      expect(reply.statusCode, JSON.stringify(more)).toBe(403);
      expect(reply.json()).toMatchObject({ success: false, code: "forbidden" });
    }
  });

  test("is rejected for its origin, even with our client's header", async () => {
    const foreignHeaders: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost.evil.example" },
      { origin: "https://localhost" },
      { origin: "http://localhost:81" },
      { origin: `${origin}, https://evil.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin },
    ];
    for (const headers of foreignHeaders) {
      const payload = method === "GET" ? {} : { payload: JSON.parse(envelope) };
      const reply = await server.app.inject({
        method,
        url,
        headers: { ...hostHeader, ...getCookieHeader(), ...ownClientHeaders, ...headers },
        ...payload,
      });
      expect(reply.statusCode, JSON.stringify(headers)).toBe(403);
    }
  });

  test("gets no CORS permission to send our client's header", async () => {
    const headers = {
      ...hostHeader,
      origin: "https://evil.example",
      "access-control-request-method": method,
      "access-control-request-headers": clientHeader.name,
    };
    const reply = await server.app.inject({ method: "OPTIONS", url, headers });
    expect(reply.statusCode).toBe(404);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

test("no cross-site request had an effect, and our own page still works", async () => {
  expect((await person.proxy(listConversations, {})).result.conversations).toEqual([]);
  const headers = {
    ...hostHeader,
    ...getCookieHeader(),
    ...ownClientHeaders,
    origin,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  const reply = await server.app.inject({ method: "POST", url: "/api/requestOp", headers, payload: envelope });
  expect(reply.statusCode).toBe(200);
  expect((await person.proxy(listConversations, {})).result.conversations).toMatchObject([{ id: "planted" }]);
});

test("behind a proxy that uses another host name, our page's origin is PUBLIC_URL", async () => {
  const proxiedServer = await createTestApp({
    environment: { PUBLIC_URL: "https://chat.uni.edu", EMBEDDED_SIGN_IN: "anywhere" },
  });
  const { cookie: session } = await proxiedServer.signIn("person@uni.edu");
  const ask = async (from: string) => {
    const headers = {
      host: "127.0.0.1:3000",
      cookie: `__Host-${sessionCookieName}=${session}`,
      ...ownClientHeaders,
      origin: from,
    };
    return (await proxiedServer.app.inject({ url: "/api/session", headers })).statusCode;
  };
  expect(await ask("https://chat.uni.edu")).toBe(200);
  expect(await ask("http://127.0.0.1:3000")).toBe(403);
  await proxiedServer.close();
});

describe("a browser that follows a prepared link", () => {
  test("stays on this origin, whatever the return address", async () => {
    for (const address of [
      "https://evil.example/",
      "//evil.example/",
      "///evil.example/",
      "/\\evil.example/",
      "\\\\evil.example",
      "/%09/evil.example",
      "/\u0000/evil.example",
      "https:evil.example",
      "http:///evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "/..//evil.example",
      "/x/../..//evil.example",
      "/@evil.example",
      "@evil.example",
      ".evil.example",
      "/\r\nset-cookie: a=b",
      "/%0d%0aset-cookie:%20a=b",
      "/\u2028//evil.example",
      "/?returnTo=https://evil.example",
    ]) {
      const browser = createTestBrowser(server.app, origin);
      const page = await browser.visit(`/auth/signin?returnTo=${encodeURIComponent(address)}`);
      const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1] ?? "";
      const homePage = await browser.visit(action, { form: { email: "victim@uni.edu" } });
      expect(homePage.url.origin, address).toBe(origin);
      expect(browser.cookieNames()).not.toContain("a");
    }
  });

  test("to the embedded provider's sign-out returns to this server, whatever the link asks for", async () => {
    const query = new URLSearchParams({ post_logout_redirect_uri: "https://evil.example/", state: "x" });
    const reply = await server.app.inject({ url: `/oidc/session/end?${query}`, headers: hostHeader });
    expect(reply.headers.location).toBe("/");
  });

  test("to the callback of a sign-in that somebody else started is not signed in", async () => {
    const [attackerBrowser, victimBrowser] = [
      createTestBrowser(server.app, origin),
      createTestBrowser(server.app, origin),
    ];
    const page = await attackerBrowser.visit("/auth/signin");
    const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1] ?? "";
    let callback = "";
    await attackerBrowser.visit(action, {
      form: { email: "mallory@uni.edu" },
      until: (at) => {
        if (at.pathname === "/auth/callback") callback = at.pathname + at.search;
        return callback !== "";
      },
    });
    expect((await victimBrowser.visit(callback)).status).toBe(400);
    expect(victimBrowser.cookie(sessionCookieName)).toBeUndefined();
  });
});

test("two browsers of one person have separate sessions: signing out of one keeps the other", async () => {
  const browsers = [createTestBrowser(server.app, origin), createTestBrowser(server.app, origin)] as const;
  for (const browser of browsers) {
    const page = await browser.visit("/auth/signin");
    const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1] ?? "";
    await browser.visit(action, { form: { email: "twice@uni.edu" } });
  }
  const emailOf = async (browser: (typeof browsers)[number]) =>
    JSON.parse((await browser.call("GET", "/api/session", ownClientHeaders)).body).user?.email;
  expect(browsers[0].cookie(sessionCookieName)).not.toBe(browsers[1].cookie(sessionCookieName));
  await browsers[0].call("POST", "/auth/signout", ownClientHeaders);
  expect([await emailOf(browsers[0]), await emailOf(browsers[1])]).toEqual([undefined, "twice@uni.edu"]);
});
