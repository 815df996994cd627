import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A round-robin load balancer over the servers that are ready. It never sends a request twice. */
export interface Balancer {
  /** The public origin, at which the balancer listens. */
  url: string;
  /** Distributes requests to the servers on these ports of 127.0.0.1 while they are ready. */
  serve(ports: readonly number[]): void;
  /** Resolves when all servers are ready. */
  waitUntilAllReady(): Promise<void>;
  /** Number of requests sent to each port. */
  sent: ReadonlyMap<number, number>;
  /** Descriptions of requests that failed, with the reason and, if one was chosen, the port. */
  failures: readonly string[];
  close(): Promise<void>;
}

const healthCheckIntervalMs = 200;

export async function startBalancer(): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const ready = new Set<number>();
  const sent = new Map<number, number>();
  const failures: string[] = [];
  let ports: readonly number[] = [];
  let turn = 0;
  let isClosed = false;

  const isReady = async (port: number): Promise<boolean> => {
    const check = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return check.then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.ok;
      },
      () => false,
    );
  };
  /** One loop per server, so that a slow server does not delay the checks of the others. */
  const watch = async (port: number) => {
    while (!isClosed) {
      if (await isReady(port)) ready.add(port);
      else ready.delete(port);
      await delay(healthCheckIntervalMs);
    }
  };

  const server = http.createServer((request, response) => {
    const readyPorts = ports.filter((port) => ready.has(port));
    const port = readyPorts[turn++ % Math.max(readyPorts.length, 1)];
    if (port === undefined) {
      failures.push(`${request.method} ${request.url}: no server is ready`);
      response.writeHead(503).end();
      return;
    }
    sent.set(port, (sent.get(port) ?? 0) + 1);
    const { method, url: path, headers } = request;
    const forwarded = http.request({ host: "127.0.0.1", port, method, path, headers, agent }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      reply.on("aborted", () => {
        if (!response.destroyed) failures.push(`${method} ${path} at ${port}: the reply broke off`);
        response.destroy();
      });
    });
    forwarded.on("error", (error) => {
      if (!response.destroyed) failures.push(`${method} ${path} at ${port}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  let watching: Promise<void>[] = [];

  return {
    url: `http://localhost:${port}`,
    serve(newPorts) {
      ports = newPorts;
      watching = [...watching, ...newPorts.map(watch)];
    },
    async waitUntilAllReady() {
      while (!ports.every((port) => ready.has(port))) await delay(healthCheckIntervalMs);
    },
    sent,
    failures,
    async close() {
      isClosed = true;
      await Promise.all(watching);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
