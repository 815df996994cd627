import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A load balancer as an institution has one: turn by turn to whoever is ready. It never sends a request twice. */
export interface Balancer {
  /** Its origin, which is the one that people know. */
  url: string;
  /** Takes servers on 127.0.0.1 into the turn, by their ports, once they are ready. */
  serve(ports: readonly number[]): void;
  /** Resolves when all of them are ready. */
  waitUntilAllReady(): Promise<void>;
  /** How many requests each port has been sent. */
  sent: ReadonlyMap<number, number>;
  /** Requests that failed on the way: who was asked, and why. */
  failures: readonly string[];
  close(): Promise<void>;
}

const healthCheckIntervalMs = 50;

export async function startBalancer(): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const ready = new Set<number>();
  const sent = new Map<number, number>();
  const failures: string[] = [];
  let ports: readonly number[] = [];
  let turn = 0;
  let isClosed = false;

  const isReady = async (port: number): Promise<boolean> => {
    const asked = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return asked.then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.ok;
      },
      () => false,
    );
  };
  /** Each by itself, so that a slow one holds up what is known of no other. */
  const watch = async (port: number) => {
    while (!isClosed) {
      if (await isReady(port)) ready.add(port);
      else ready.delete(port);
      await delay(healthCheckIntervalMs);
    }
  };

  const door = http.createServer((request, response) => {
    const able = ports.filter((port) => ready.has(port));
    const port = able[turn++ % Math.max(able.length, 1)];
    if (port === undefined) {
      failures.push(`${request.method} ${request.url}: nobody is ready`);
      response.writeHead(503).end();
      return;
    }
    sent.set(port, (sent.get(port) ?? 0) + 1);
    const { method, url: path, headers } = request;
    const passed = http.request({ host: "127.0.0.1", port, method, path, headers, agent }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      reply.on("aborted", () => {
        if (!response.destroyed) failures.push(`${method} ${path} at ${port}: the reply broke off`);
        response.destroy();
      });
    });
    passed.on("error", (error) => {
      if (!response.destroyed) failures.push(`${method} ${path} at ${port}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once("close", () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo; // a TCP server that listens has one
  let watching: Promise<void>[] = [];

  return {
    url: `http://localhost:${port}`,
    serve(given) {
      ports = given;
      watching = [...watching, ...given.map(watch)];
    },
    async waitUntilAllReady() {
      while (!ports.every((each) => ready.has(each))) await delay(healthCheckIntervalMs);
    },
    sent,
    failures,
    async close() {
      isClosed = true;
      await Promise.all(watching);
      agent.destroy();
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
