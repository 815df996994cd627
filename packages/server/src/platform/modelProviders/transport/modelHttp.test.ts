import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { lookupServers } from "../../guardedHttp/refusedAddresses.ts";
import { createModelAgents, sendModelRequest } from "./modelHttp.ts";

let closers: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers) close();
  closers = [];
});

async function startServer(): Promise<number> {
  const server = http.createServer((_request, response) => void response.end("here"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Makes every name have these addresses. */
function stubNames(...addresses: string[]) {
  const resolve = (_hostname: string, _options: dns.LookupAllOptions, callback: (...result: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  return vi.spyOn(dns, "lookup").mockImplementation(resolve as unknown as typeof dns.lookup);
}

function send(url: string) {
  const agents = createModelAgents();
  closers.push(() => {
    agents.http.destroy();
    agents.https.destroy();
  });
  return sendModelRequest(agents, {
    ...{ method: "GET", url: new URL(url), headers: {}, connectTimeoutMs: 500, responseTimeoutMs: 2_000 },
    signal: new AbortController().signal,
  });
}

// None of these tests may send a request to such an address, also when it fails.
describe("addresses that no model server has", () => {
  test.each([
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.1.1/v1",
    "http://2852039166/v1",
    "http://0xa9fea9fe/v1",
    "http://[fe80::1]/v1",
    "http://[::ffff:169.254.169.254]/v1",
    "http://[fd00:ec2::254]/latest",
    "http://100.100.100.200/latest",
    "http://168.63.129.16/machine",
    "http://192.0.0.192/opc",
    "http://[fd20:ce::254]/computeMetadata",
    "http://[fd00:c1::a9fe:a9fe]/opc",
    // These stand for 169.254.169.254 and 100.100.100.200.
    "http://[64:ff9b::a9fe:a9fe]/latest",
    "http://[64:ff9b:1::a9fe:a9fe]/latest",
    "http://[64:ff9b::6464:64c8]/latest",
    "http://[2002:a9fe:a9fe::1]/latest",
    "http://[::169.254.169.254]/latest",
    "http://[::ffff:0:169.254.169.254]/latest",
  ])("are not called: %s", async (url) => {
    for (const module of [http, https])
      vi.spyOn(module, "request").mockImplementation(() => {
        throw new Error("a request was made");
      });
    await expect(send(url)).rejects.toMatchObject({ kind: "unreachable", message: "the address is not allowed" });
  });

  test.each(["169.254.169.254", "fe80::1", "::ffff:a9fe:a9fe", "64:ff9b::a9fe:a9fe"])(
    "are not what a name stands for: %s",
    async (address) => {
      stubNames(address);
      for (const all of [true, false]) expect(await lookUp(all)).toMatchObject({ error: { code: "EREFUSED_ADDRESS" } });
      stubNames(address, "10.1.2.3");
      expect(await lookUp(true)).toEqual({ error: null, found: [{ address: "10.1.2.3", family: 4 }] });
      expect(await lookUp(false)).toEqual({ error: null, found: "10.1.2.3" });
    },
  );

  test("do not keep a server with another address from being called", async () => {
    const port = await startServer();
    stubNames("fe80::1", "127.0.0.1");
    const request = vi.spyOn(http, "request");
    const response = await send(`http://gpu.local:${port}/v1`);
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(request.mock.calls[0]?.[1]).toMatchObject({ lookup: lookupServers });
  });
});

function lookUp(all: boolean) {
  return new Promise((resolve) => {
    lookupServers("metadata.google.internal", { all }, (error, found) => resolve({ error, found }));
  });
}
