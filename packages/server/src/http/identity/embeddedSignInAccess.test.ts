import { type AddressInfo, connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../../config.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";

const openApps: TestApp[] = [];
afterAll(async () => {
  for (const app of openApps) await app.close();
});

const hosts = [undefined, "localhost", "127.0.0.1", "::1", "0.0.0.0", "192.0.2.1"];
const publicUrls = [undefined, "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000", "https://x.edu"];
const canStartWith = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return false;
  }
};

describe.each(hosts)("with HOST=%s", (host) => {
  test.each(publicUrls)("and PUBLIC_URL=%s, starts only where nobody else can sign in", (publicUrl) => {
    const environment = { ...(host && { HOST: host }), ...(publicUrl && { PUBLIC_URL: publicUrl }) };
    const isOpenHost = host === "0.0.0.0" || host === "192.0.2.1";
    expect(canStartWith(environment)).toBe(!isOpenHost && publicUrl !== "https://x.edu");
    const hasAddress = !isOpenHost || publicUrl !== undefined;
    expect(canStartWith({ ...environment, EMBEDDED_SIGN_IN: "anywhere" })).toBe(hasAddress);
    expect(canStartWith({ ...environment, OIDC_ISSUER: "https://id.uni.edu", OIDC_CLIENT_ID: "lectern" })).toBe(
      hasAddress,
    );
  });
});

const proxyHeaders = [
  ...["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server", "forwarded", "via"],
  ...["x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip", "x-original-host", "x-envoy-external-address"],
];
const routes = [
  ["GET", "/auth/signin"],
  ["GET", "/auth/callback?code=a&state=b"],
  ["GET", "/oidc/.well-known/openid-configuration"],
  ["GET", "/oidc/auth"],
  ["POST", "/oidc/token"],
  ["GET", "/sign-in/x"],
  ["POST", "/sign-in/x"],
] as const;

describe.each([undefined, "http://localhost:8080"])("the embedded sign-in with PUBLIC_URL=%s", async (publicUrl) => {
  const server = await createTestApp({ environment: publicUrl ? { PUBLIC_URL: publicUrl } : {} });
  openApps.push(server);
  const visit = async (options: { headers?: Record<string, string>; remoteAddress?: string }, url = "/auth/signin") =>
    server.app.inject({ method: "GET", url, ...options, headers: { host: "localhost:8080", ...options.headers } });

  test("works for this machine under each of its names", async () => {
    for (const [host, remoteAddress] of [
      ["localhost:8080", "127.0.0.1"],
      ["127.0.0.1:8080", "::ffff:127.0.0.1"],
      ["[::1]:8080", "::1"],
    ] as const)
      expect((await visit({ headers: { host }, remoteAddress })).statusCode).toBe(303);
  });

  test.each(proxyHeaders)("refuses a request with %s and says why", async (name) => {
    const reply = await visit({ headers: { [name]: "127.0.0.1" } });
    expect(reply.statusCode).toBe(403);
    expect(reply.body).toContain("EMBEDDED_SIGN_IN");
  });

  test.each(["x.edu", "192.0.2.1:8080", "localhost.x.edu"])("refuses the name %s", async (host) => {
    expect((await visit({ headers: { host } })).statusCode).toBe(publicUrl ? 403 : 400);
  });

  test("refuses another machine", async () => {
    for (const remoteAddress of ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"])
      expect((await visit({ remoteAddress })).statusCode).toBe(403);
  });

  test("refuses HTTP/1.0, which browsers do not use, and a proxy may without adding any header", async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = server.app.server.address() as AddressInfo;
    const request = async (version: string) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET /auth/signin HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return readText(socket);
    };
    expect(await request("1.1")).toMatch(/^HTTP\/1\.1 303 /);
    expect(await request("1.0")).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each(routes)("refuses a forwarded %s %s", async (method, url) => {
    const headers = { host: "localhost:8080", "x-forwarded-for": "192.0.2.7" };
    expect((await server.app.inject({ method, url, headers })).statusCode).toBe(403);
  });
});

test("EMBEDDED_SIGN_IN=anywhere serves forwarded requests", async () => {
  const environment = { PUBLIC_URL: "https://x.edu", EMBEDDED_SIGN_IN: "anywhere" };
  const server = await createTestApp({ environment });
  openApps.push(server);
  const headers = { host: "x.edu", "x-forwarded-for": "192.0.2.7", via: "1.1 proxy" };
  expect((await server.app.inject({ url: "/auth/signin", headers, remoteAddress: "192.0.2.7" })).statusCode).toBe(303);
});
