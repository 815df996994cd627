import dns from "node:dns";
import http, { type IncomingHttpHeaders, type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type GuardedRequest, type GuardedRequestOptions, sendGuardedRequest } from "./sendGuardedRequest.ts";

let closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a server on loopback that records what it gets. Returns its origin, which a test has to allow. */
async function startServer(respond: RequestListener, received: Received[] = []): Promise<string> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    respond(request, response);
  });
  return listen(server);
}

async function listen(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers each connection with these bytes. */
const startRawServer = (bytes: string | Buffer) =>
  listen(net.createServer((socket) => void socket.on("error", () => {}).once("data", () => socket.end(bytes))));

function send(request: Partial<GuardedRequest> & { url: string }, options: Partial<GuardedRequestOptions> = {}) {
  return sendGuardedRequest(
    { method: "GET", headers: {}, ...request },
    {
      ...{ allowedHosts: ["127.0.0.1"], timeoutMs: 20_000, maxBytes: 1_000, signal: new AbortController().signal },
      ...options,
    },
  );
}

describe("a request", () => {
  test("sends what the person wrote and nothing of this server", async () => {
    const received: Received[] = [];
    const origin = await startServer((_request, response) => {
      response.writeHead(201, { "content-type": "application/json", "set-cookie": "a=b" }).end('{"id":1}');
    }, received);
    for (const name of ["http_proxy", "HTTP_PROXY", "all_proxy"]) vi.stubEnv(name, "http://127.0.0.1:9");
    const request = { method: "POST", url: `${origin}/items?a=1#b`, headers: { "X-Key": "k" }, body: '{"name":"ü"}' };
    const response = await send(request);
    expect(response).toEqual({
      ...{ status: 201, text: '{"id":1}', isCut: false },
      durationMs: expect.any(Number),
    });
    await send(request);
    expect(received[1]).toEqual({
      ...{ method: "POST", url: "/items?a=1", body: request.body },
      headers: {
        ...{ host: origin.slice(7), connection: "close", accept: "*/*", "accept-encoding": "identity" },
        ...{ "user-agent": "Lectern", "x-key": "k", "content-length": "13" },
      },
    });
  });

  test.each([404, 500, 304, 204])("returns the failure of the server as a result: %s", async (status) => {
    const origin = await startServer((_request, response) => void response.writeHead(status).end());
    expect(await send({ url: origin })).toMatchObject({ status, text: "", isCut: false });
  });

  test.each(["exact", "endless"])("is cut after the bytes that are read: %s", async (kind) => {
    const origin = await startServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      if (kind === "exact") return void response.end("x".repeat(1_000));
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", write);
      write();
    });
    expect(await send({ url: origin })).toMatchObject({ text: "x".repeat(1_000), isCut: kind === "endless" });
  });

  test("does not decompress", async () => {
    const origin = await startServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
      response.end(gzipSync("x".repeat(1_000_000)));
    });
    expect((await send({ url: origin })).text).toMatch(/^\(binary, [\d more,than]+ bytes, gzip\)$/);
  });

  test.each([
    ...[
      "Host",
      "content-length",
      "Transfer-Encoding",
      "Connection",
      "Keep-Alive",
      "TE",
      "Trailer",
      "Upgrade",
      "Cookie",
    ],
    ...["Proxy-Authorization", "proxy-connection", "Expect", "HTTP2-Settings"],
  ])("has no header of the caller that frames it: %s", async (name) => {
    const promise = send({ url: "http://127.0.0.1:9/", headers: { [name]: "x" } });
    await expect(promise).rejects.toMatchObject({
      kind: "invalidHeader",
      userMessage: `The header “${name}” can’t be set.`,
    });
  });

  test.each([
    ...[{ "X-A": "a\r\nHost: b" }, { "X-A": "a\nb" }, { "X-A": "a\0" }, { "X-A": "€" }, { "X A": "a" }],
    ...[{ "X-A\r\nB": "a" }, { "": "a" }, { "X-A": "a".repeat(40_000) }],
  ])("has no header that could be two: %#", async (headers) => {
    await expect(send({ url: "http://127.0.0.1:9/", headers })).rejects.toMatchObject({ kind: "invalidHeader" });
  });
});

describe("a refused address", () => {
  test.each(["http://127.0.0.1:1/", "http://[::1]/", "http://10.0.0.1/", "http://2130706433/"])(
    "gets no connection and always the same sentence: %s",
    async (url) => {
      const calls = [vi.spyOn(http, "request"), vi.spyOn(https, "request"), vi.spyOn(dns, "lookup")];
      await expect(send({ url }, { allowedHosts: [] })).rejects.toMatchObject({
        kind: "refusedAddress",
        userMessage:
          "The address is in a private network, which this server doesn’t call. An administrator can allow the host.",
      });
      for (const call of calls) expect(call).not.toHaveBeenCalled();
    },
  );

  test("is not reached by a name, also if the name had another address before", async () => {
    const received: Received[] = [];
    const { port } = new URL(await startServer((_request, response) => void response.end(), received));
    const request = { url: `http://rebinding.example:${port}/` };
    stubNames("127.0.0.1");
    await expect(send(request)).rejects.toMatchObject({ kind: "refusedAddress" });
    expect(received).toEqual([]);
    // The same name, if it is allowed: the connection uses the address that was checked, so it is resolved once.
    const lookup = stubNames("127.0.0.1", "169.254.169.254");
    await send(request, { allowedHosts: [`rebinding.example:${port}`] });
    expect(received).toHaveLength(1);
    expect(lookup).toHaveBeenCalledTimes(1);
    stubNames("169.254.169.254");
    await expect(send(request, { allowedHosts: ["rebinding.example"] })).rejects.toMatchObject({
      kind: "refusedAddress",
    });
  });
});

describe("a redirect", () => {
  const redirectTo = (location: string, status: number): RequestListener => {
    return (_request, response) => void response.writeHead(status, { location }).end("moved");
  };
  const request = {
    ...{ method: "PUT", body: "{}" },
    headers: {
      Authorization: "Bearer secret",
      "X-Key": "secret",
      "Content-Type": "application/json",
      Accept: "text/plain",
    },
  };

  test.each([301, 302, 303])("becomes GET without a body: %s", async (status) => {
    const received: Received[] = [];
    const origin = await startServer((incoming, response) => {
      if (incoming.url === "/") redirectTo("/next", status)(incoming, response);
      else response.end("there");
    }, received);
    expect(await send({ ...request, url: origin })).toMatchObject({ status: 200, text: "there" });
    expect(received[1]).toMatchObject({ method: "GET", url: "/next", body: "", headers: { "x-key": "secret" } });
    expect(received[1]?.headers).not.toHaveProperty("content-type");
  });

  test.each([307, 308])("keeps method and body, and to another origin no header of the person: %s", async (status) => {
    const received: Received[] = [];
    const other = await startServer((_request, response) => void response.end("there"), received);
    const origin = await startServer(redirectTo(`${other}/next`, status));
    expect(await send({ ...request, url: origin })).toMatchObject({ status: 200, text: "there" });
    expect(received).toMatchObject([{ method: "PUT", url: "/next", body: "{}" }]);
    expect(received[0]?.headers).toEqual({
      ...{ host: other.slice(7), connection: "close", accept: "*/*", "accept-encoding": "identity" },
      ...{ "user-agent": "Lectern", "content-type": "application/json", "content-length": "2" },
    });
  });

  test("is followed three times", async () => {
    const received: Received[] = [];
    const origin = await startServer((incoming, response) => {
      const left = Number(incoming.url?.slice(1));
      if (left > 0) redirectTo(`/${left - 1}`, 302)(incoming, response);
      else response.end("there");
    }, received);
    expect((await send({ url: `${origin}/3` })).text).toBe("there");
    received.length = 0;
    await expect(send({ url: `${origin}/9` })).rejects.toMatchObject({ kind: "tooManyRedirects" });
    expect(received).toHaveLength(4);
  });

  test.each([
    ["http://10.0.0.1/", "refusedAddress"],
    ["http://169.254.169.254/latest", "refusedAddress"],
    ["http://localhost:8080/", "refusedAddress"],
    ["file:///etc/passwd", "invalidUrl"],
    ["http://me:secret@127.0.0.1/", "invalidUrl"],
  ])("is checked again: %s", async (location, kind) => {
    const origin = await startServer(redirectTo(location, 302));
    await expect(send({ url: origin })).rejects.toMatchObject({ kind });
  });
});

describe("a server that doesn’t answer as it should", () => {
  const stall: RequestListener = () => {};
  const stallInBody: RequestListener = (_request, response) => void response.write("a");

  test.each([stall, stallInBody])("has limited time", async (respond) => {
    await expect(send({ url: await startServer(respond) }, { timeoutMs: 50 })).rejects.toMatchObject({
      ...{ kind: "timeout", userMessage: "No answer within 0.05 seconds." },
    });
  });

  test.each([stall, stallInBody])("can be abandoned at any time", async (respond) => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const origin = await startServer((request, response) => {
      response.once("close", closed.resolve);
      respond(request, response);
      controller.abort(new Error("stopped"));
    });
    await expect(send({ url: origin }, { signal: controller.signal })).rejects.toThrow("stopped");
    await closed.promise;
    await expect(send({ url: origin }, { signal: controller.signal })).rejects.toThrow("stopped");
  });

  test.each([
    ["not HTTP", "SSH-2.0-OpenSSH\r\n", "protocol"],
    ["another protocol", "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n", "protocol"],
    ["long headers", `HTTP/1.1 200 OK\r\nx-a: ${"a".repeat(40_000)}\r\n\r\n`, "protocol"],
    ["a body that breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na", "unreachable"],
    ["nothing", "", "unreachable"],
  ])("fails with a sentence: %s", async (_title, bytes, kind) => {
    await expect(send({ url: await startRawServer(bytes) })).rejects.toMatchObject({ kind });
  });

  test("fails with a sentence if it is not there, has no name or no certificate", async () => {
    const origin = await startServer(stall);
    await expect(send({ url: origin.replace("http:", "https:") })).rejects.toMatchObject({ kind: "insecure" });
    for (const close of closers) close();
    await expect(send({ url: origin })).rejects.toMatchObject({ kind: "unreachable" });
    vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: unknown, callback: (error: Error) => void) =>
      callback(
        Object.assign(new Error(), { code: "ENOTFOUND", syscall: "getaddrinfo" }),
      )) as unknown as typeof dns.lookup);
    await expect(send({ url: "http://nowhere.example/" })).rejects.toMatchObject({
      ...{ kind: "unresolved", userMessage: "The name of the server could not be resolved." },
    });
  });
});

/** Makes every name have these addresses. */
function stubNames(...addresses: string[]) {
  vi.restoreAllMocks();
  const resolve = (_hostname: string, _options: dns.LookupAllOptions, callback: (...result: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  return vi.spyOn(dns, "lookup").mockImplementation(resolve as unknown as typeof dns.lookup);
}
