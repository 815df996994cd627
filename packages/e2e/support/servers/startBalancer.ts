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
  requestCounts: ReadonlyMap<number, number>;
  /** Descriptions of requests that failed, with the reason and, if one was chosen, the port. */
  failures: readonly string[];
  close(): Promise<void>;
}

const healthCheckIntervalMs = 200;

export async function startBalancer(): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const readyPorts = new Set<number>();
  const requestCounts = new Map<number, number>();
  const failures: string[] = [];
  let ports: readonly number[] = [];
  let nextIndex = 0;
  let isClosed = false;

  const isReady = async (port: number): Promise<boolean> => {
    const healthCheck = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return healthCheck.then(
      async (serverResponse) => {
        await serverResponse.arrayBuffer();
        return serverResponse.ok;
      },
      () => false,
    );
  };
  /** One loop per server, so that a slow server does not delay the checks of the others. */
  const watchServer = async (port: number) => {
    while (!isClosed) {
      if (await isReady(port)) readyPorts.add(port);
      else readyPorts.delete(port);
      await delay(healthCheckIntervalMs);
    }
  };

  const server = http.createServer((request, response) => {
    const candidatePorts = ports.filter((port) => readyPorts.has(port));
    const port = candidatePorts[nextIndex++ % Math.max(candidatePorts.length, 1)];
    if (port === undefined) {
      failures.push(`${request.method} ${request.url}: no server is ready`);
      response.writeHead(503).end();
      return;
    }
    requestCounts.set(port, (requestCounts.get(port) ?? 0) + 1);
    const { method, url: path, headers } = request;
    const forwardedRequest = http.request(
      { host: "127.0.0.1", port, method, path, headers, agent },
      (serverResponse) => {
        response.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers);
        serverResponse.pipe(response);
        serverResponse.on("aborted", () => {
          if (!response.destroyed) failures.push(`${method} ${path} at ${port}: the reply broke off`);
          response.destroy();
        });
      },
    );
    forwardedRequest.on("error", (error) => {
      if (!response.destroyed) failures.push(`${method} ${path} at ${port}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once("close", () => forwardedRequest.destroy());
    request.pipe(forwardedRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  let watchLoops: Promise<void>[] = [];

  return {
    url: `http://localhost:${port}`,
    serve(newPorts) {
      ports = newPorts;
      watchLoops = [...watchLoops, ...newPorts.map(watchServer)];
    },
    async waitUntilAllReady() {
      while (!ports.every((port) => readyPorts.has(port))) await delay(healthCheckIntervalMs);
    },
    requestCounts,
    failures,
    async close() {
      isClosed = true;
      await Promise.all(watchLoops);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
