import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { listen, StartError } from "./listen.ts";

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIpv6 = addresses.some(({ address }) => address === "::1");

function createApp(): FastifyInstance {
  const app = Fastify();
  app.get("/port", async (request) => ({ port: request.raw.socket.localPort }));
  onTestFinished(() => app.close());
  return app;
}

/** Listens on a free port of an address while the test runs. */
async function occupyPort(host: string): Promise<number | undefined> {
  const otherServer = createServer();
  await new Promise<void>((resolve) => otherServer.listen({ host, port: 0 }, resolve));
  onTestFinished(() => void otherServer.close());
  const address = otherServer.address();
  return typeof address === "object" ? address?.port : undefined;
}

describe("listen", () => {
  test("answers on both loopback addresses by default, and on neither after close", async () => {
    const app = createApp();
    const port = await listen(app, readConfig({ PORT: "0" }));
    const hosts = hasIpv6 ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"];
    for (const host of hosts) {
      const reply = await fetch(`http://${host}:${port}/port`);
      expect(await reply.json(), host).toEqual({ port });
    }
    await app.close();
    for (const host of hosts) await expect(fetch(`http://${host}:${port}/port`), host).rejects.toThrow();
  });

  test("reports that the port is taken, and what to do", async () => {
    const port = await occupyPort("127.0.0.1");
    const listening = listen(createApp(), readConfig({ PORT: String(port), HOST: "127.0.0.1" }));
    await expect(listening).rejects.toThrow(
      new StartError(
        `Another program is already using port ${port} on 127.0.0.1. Stop it, or choose a different port, for example PORT=3001.`,
      ),
    );
  });

  test.skipIf(!hasIpv6)(
    "reports that the port is taken if another program uses it on the IPv6 address only",
    async () => {
      const port = await occupyPort("::1");
      const listening = listen(createApp(), readConfig({ PORT: String(port) }));
      await expect(listening).rejects.toThrow(`Another program is already using port ${port}.`);
      await expect(listening).rejects.toBeInstanceOf(StartError);
    },
  );

  test("answers only on the configured address", async () => {
    const app = createApp();
    const port = await listen(app, readConfig({ PORT: "0", HOST: "127.0.0.1" }));
    expect((await fetch(`http://127.0.0.1:${port}/port`)).status).toBe(200);
    if (hasIpv6) await expect(fetch(`http://[::1]:${port}/port`)).rejects.toThrow();
  });

  test("reports an address that does not belong to this machine", async () => {
    const config = readConfig({
      PORT: "0",
      HOST: "192.0.2.1",
      PUBLIC_URL: "https://x.org",
      EMBEDDED_SIGN_IN: "anywhere",
    });
    await expect(listen(createApp(), config)).rejects.toThrow(
      "HOST is 192.0.2.1, which is not an address of this machine.",
    );
  });
});
