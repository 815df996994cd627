import { beginUpload, clientHeader, getAvailableModels, searchMessages } from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

const openServers: (TestApp | ChatServer)[] = [];
afterEach(async () => {
  for (const app of openServers.splice(0)) await app.close();
});
async function startServer(environment: Record<string, string>) {
  const clock = createManualClock();
  const server = await createTestApp({ clock, environment });
  openServers.push(server);
  return { ...server, clock };
}

const rateLimited = {
  success: false,
  code: "rateLimited",
  message: expect.stringMatching(/Please try again in (a second|\d+ seconds)\.$/),
};

test("a person's requests through all entry points are counted together, separately from other people's", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "6" });
  const [ann, bob] = [await server.signIn("ann@uni.edu"), await server.signIn("bob@uni.edu")];
  const getSessionResponse = () =>
    server.app.inject({
      url: "/api/session",
      headers: {
        host: "localhost",
        cookie: `${sessionCookieName}=${ann.cookie}`,
        [clientHeader.name]: clientHeader.value,
      },
    });
  for (let round = 0; round < 2; round++) {
    expect((await ann.proxy(getAvailableModels, {})).status).toBe(200);
    expect((await ann.rest(getAvailableModels, {})).status).toBe(200);
    expect((await getSessionResponse()).statusCode).toBe(200);
  }
  const replies = [await ann.proxy(getAvailableModels, {}), await ann.rest(getAvailableModels, {})];
  for (const reply of replies) expect(reply).toMatchObject({ status: 429, body: rateLimited });
  const rejected = await getSessionResponse();
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers["retry-after"]).toBe("10");
  expect((await bob.rest(getAvailableModels, {})).status).toBe(200);
  server.clock.advance(10_000);
  expect((await ann.rest(getAvailableModels, {})).status).toBe(200);
  expect((await ann.rest(getAvailableModels, {})).status).toBe(429);
});

test("a search counts as five requests, at each entry point", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "11" });
  const ann = await server.signIn("ann@uni.edu");
  expect((await ann.proxy(searchMessages, { query: "x" })).status).toBe(200);
  expect((await ann.rest(searchMessages, { query: "x" })).status).toBe(200);
  expect((await ann.rest(searchMessages, { query: "x" })).status).toBe(429);
});

test("requests to a file's signed URLs count as its owner's", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "3" });
  const ann = await server.signIn("ann@uni.edu");
  const { statusUrl, metadataUrl, contentUrl } = (await ann.rest(beginUpload, { name: "a.txt" })).result;
  const ask = async (url: string) => (await server.app.inject({ url })).statusCode;
  expect(await ask(statusUrl)).toBe(200);
  expect(await ask(statusUrl)).toBe(200);
  for (const url of [statusUrl, metadataUrl, contentUrl]) expect(await ask(url)).toBe(429);
});

test("all sessions of a person share one limit", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "2" });
  const [firstSession, secondSession] = [await server.signIn("ann@uni.edu"), await server.signIn("ann@uni.edu")];
  expect((await firstSession.rest(getAvailableModels, {})).status).toBe(200);
  expect((await secondSession.rest(getAvailableModels, {})).status).toBe(200);
  expect((await secondSession.rest(getAvailableModels, {})).status).toBe(429);
});

test("a person shares one limit with all system keys of the person", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "2" });
  const [ann, bob] = [await server.signIn("ann@uni.edu"), await server.signIn("bob@uni.edu")];
  const ask = async (owner: typeof ann) => {
    const { headers } = await createTestKey(server, owner, { systemUse: true });
    return (await server.app.inject({ url: getAvailableModels.path, headers })).statusCode;
  };
  expect(await ask(ann)).toBe(200);
  expect(await ask(ann)).toBe(200);
  expect(await ask(ann)).toBe(429);
  expect((await ann.rest(getAvailableModels, {})).status).toBe(429);
  expect(await ask(bob)).toBe(200);
});

test("unauthenticated requests do not count against anyone", async () => {
  const server = await startServer({ REQUESTS_PER_MINUTE: "1" });
  const ann = await server.signIn("ann@uni.edu");
  for (let count = 0; count < 5; count++) {
    const headers = { authorization: `Bearer ${ann.token.slice(0, -2)}xx` };
    expect((await server.app.inject({ url: "/available_models", headers })).statusCode).toBe(401);
  }
  expect((await ann.rest(getAvailableModels, {})).status).toBe(200);
});

test("a question counts as ten requests, stopping or following it as one", async () => {
  const server = await startChatServer({ environment: { REQUESTS_PER_MINUTE: "24" } });
  openServers.push(server);
  for (let count = 0; count < 2; count++)
    await readStream(await server.post(server.ask("Hi", { requestId: `r${count}` })));
  const rejected = await server.post(server.ask("Hi"));
  expect(rejected.statusCode).toBe(429);
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse((await readStream(rejected)).text)).toMatchObject(rateLimited);
  expect((await readStream(await server.follow("r0"))).status).toBe(200);
  expect((await readStream(await server.post({ killSwitch: { requestId: "r0", value: true } }))).status).toBe(200);
  expect(server.models.chats()).toHaveLength(2);
});

test("a person's concurrent answers are limited, and a repeated request does not count again", async () => {
  const server = await startChatServer({ environment: { ANSWERS_AT_ONCE: "2" } });
  openServers.push(server);
  const bob = await server.signIn("bob@uni.edu");
  server.models.pauseAfter(1);
  const liveResponses = [
    await server.post(server.ask("[[tokens: 9]]", { requestId: "a" })),
    await server.post(server.ask("[[tokens: 9]]", { requestId: "b" })),
  ];
  await server.models.whenPaused(2);
  const rejected = await server.post(server.ask("Hi", { requestId: "c" }));
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers["retry-after"]).toBe("5");
  expect(JSON.parse((await readStream(rejected)).text)).toMatchObject({
    code: "rateLimited",
    message: "2 answers are already being written for you. Please wait until one has finished, or stop one.",
  });
  const repeatedResponse = await server.post(server.ask("[[tokens: 9]]", { requestId: "a" }));
  expect(repeatedResponse.statusCode).toBe(200);
  const bobsResponse = await server.post(server.ask("[[tokens: 9]]", { requestId: "a" }), { person: bob });
  expect(bobsResponse.statusCode).toBe(200);

  await readStream(await server.post({ killSwitch: { requestId: "b", value: true } }));
  await readStream(liveResponses[1] ?? rejected);
  const nextResponse = await server.post(server.ask("[[tokens: 9]]", { requestId: "c" }));
  expect(nextResponse.statusCode).toBe(200);
  server.models.resume();
  for (const response of [liveResponses[0], repeatedResponse, bobsResponse, nextResponse])
    if (response) await readStream(response);
  expect(server.models.chats()).toHaveLength(4);
});

test("concurrent questions cannot exceed the limit of concurrent answers", async () => {
  const server = await startChatServer({ environment: { ANSWERS_AT_ONCE: "3" } });
  openServers.push(server);
  server.models.pauseAfter(0);
  const nineRejected = Promise.withResolvers<void>();
  let rejected = 0;
  const statuses = Array.from({ length: 12 }, async () => {
    const response = await server.post(server.ask("[[tokens: 9]]"));
    if (response.statusCode === 429 && ++rejected === 9) nineRejected.resolve();
    return (await readStream(response)).status;
  });
  await nineRejected.promise;
  await server.models.whenPaused(3);
  expect(server.models.chats()).toHaveLength(3);
  server.models.resume();
  expect((await Promise.all(statuses)).filter((status) => status === 200)).toHaveLength(3);
});

test("sign-ins are limited by network, and the limit is reported as a page", async () => {
  const server = await startServer({ SIGN_IN_REQUESTS_PER_MINUTE: "3" });
  const url = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, `http://localhost:${url.port}`), { headers, redirect: "manual" });
  for (const path of ["/auth/signin", "/oidc/auth", "/sign-in/x"])
    expect((await ask(path)).status, path).toBeLessThan(429);
  const rejected = await ask("/auth/callback");
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get("retry-after")).toBe("20");
  expect(await rejected.text()).toContain("There are too many sign-ins from your network.");
  // Without TRUSTED_PROXIES, the header is ignored.
  expect((await ask("/auth/signin", { "x-forwarded-for": "203.0.113.7" })).status).toBe(429);
  server.clock.advance(20_000);
  expect((await ask("/auth/signin")).status).toBe(303);
});

test("X-Forwarded-For is used only from a trusted proxy", async () => {
  const server = await startServer({
    SIGN_IN_REQUESTS_PER_MINUTE: "1",
    TRUSTED_PROXIES: "127.0.0.1",
    EMBEDDED_SIGN_IN: "anywhere",
  });
  const url = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
  const ask = async (from: string) => {
    const headers = { "x-forwarded-for": from, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const reply = await fetch(`http://localhost:${url.port}/auth/signin`, { headers, redirect: "manual" });
    expect(reply.headers.get("location") ?? "").not.toContain("evil.example");
    return reply.status;
  };
  expect(await ask("203.0.113.7")).toBe(303);
  expect(await ask("203.0.113.7")).toBe(429);
  // Only the last address comes from the trusted proxy; clients can forge the ones before it.
  expect(await ask("198.51.100.1, 203.0.113.7")).toBe(429);
  expect(await ask("203.0.113.8")).toBe(303);
  expect(await ask("2001:db8:0:1::1")).toBe(303);
  expect(await ask("2001:db8:0:1:ffff::2")).toBe(429);
});
