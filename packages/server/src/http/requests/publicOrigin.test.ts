import { request as httpRequest } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { AppError } from "../../core/appError.ts";
import { getPublicOrigin } from "./publicOrigin.ts";

const openApps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of openApps.splice(0)) await app.close();
});

/** A server that replies with the public origin, or with the error code. */
function createOriginServer(environment: Record<string, string> = {}): FastifyInstance {
  const app = Fastify();
  openApps.push(app);
  app.get("/", async (request) => {
    try {
      return getPublicOrigin({ config: readConfig(environment) }, request);
    } catch (error) {
      return error instanceof AppError ? error.code : "?";
    }
  });
  return app;
}

async function ask(app: FastifyInstance, host: string): Promise<string> {
  return (await app.inject({ url: "/", headers: { host } })).payload;
}

test("a request to a local name has the origin of that name", async () => {
  const app = createOriginServer();
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"]) {
    expect(await ask(app, host)).toBe(`http://${host}`);
  }
});

test("any other name is rejected", async () => {
  const app = createOriginServer();
  for (const host of [
    "attacker.test",
    "localhost.attacker.test",
    "127.0.0.1.attacker.test",
    "127.0.0.2",
    "192.168.1.5",
    "0.0.0.0",
    "user@localhost",
    "localhost/x",
    "localhost#",
    "localhost:99999",
    "[::ffff:127.0.0.1]",
  ]) {
    expect(await ask(app, host), host).toBe("invalidInput");
  }
});

test("the configured HOST is accepted", async () => {
  const app = createOriginServer({ HOST: "127.0.0.2" });
  expect(await ask(app, "127.0.0.2:3000")).toBe("http://127.0.0.2:3000");
  expect(await ask(app, "127.0.0.3:3000")).toBe("invalidInput");
});

test("PUBLIC_URL takes precedence over the Host header", async () => {
  const app = createOriginServer({
    PUBLIC_URL: "https://chat.university.test/path",
    EMBEDDED_SIGN_IN: "anywhere",
  });
  for (const host of ["localhost:3000", "attacker.test"])
    expect(await ask(app, host)).toBe("https://chat.university.test");
});

test("over the network the port must be the one on which the request arrived", async () => {
  const app = createOriginServer();
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect(await (await fetch(url)).text()).toBe(url);
  // Fetch always sends its own Host header; a raw request can send another.
  const reply = await new Promise<string>((resolve, reject) => {
    httpRequest(url, { headers: { host: "localhost:1" } }, (response) => {
      response.setEncoding("utf8");
      response.on("data", resolve);
    })
      .on("error", reject)
      .end();
  });
  expect(reply).toBe("invalidInput");
});
