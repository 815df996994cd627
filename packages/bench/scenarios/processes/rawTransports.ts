import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { findFreePort } from "../../../e2e/support/servers/temporary.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { openNotifyConnection } from "../../../server/src/platform/processes/notifyConnection.ts";
import type { Resources } from "../../support/resources.ts";

/** Sends messages from one connection to another. */
export interface Transport {
  publish(payload: string): Promise<unknown>;
  onMessage: (payload: string) => void;
}

const channel = "bench_transport";

/** Opens PostgreSQL's NOTIFY alone, on two of the connections that our processes use. */
export async function openNotify(databaseUrl: string, resources: Resources): Promise<Transport> {
  const transport: Transport = {
    onMessage: () => undefined,
    publish: (payload) => sender.query("select pg_notify($1, $2)", [channel, payload]),
  };
  const options = {
    databaseUrl,
    onOpen: async () => undefined,
    onNotification: (_: string, payload: string) => transport.onMessage(payload),
    onConnected: () => undefined,
    onDisconnected: () => undefined,
    log: createLog("silent"),
  };
  const [sender, receiver] = [
    await resources.use(openNotifyConnection(options), (connection) => connection.close()),
    await resources.use(openNotifyConnection(options), (connection) => connection.close()),
  ];
  await receiver.query(`listen ${channel}`);
  return transport;
}

/** Starts Redis and opens its PUBLISH over raw sockets. Returns null if no `redis-server` is installed. */
export async function openRedis(resources: Resources): Promise<Transport | null> {
  const port = await findFreePort();
  const server = spawn("redis-server", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  const startResult = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.stdout.on("data", (part) => {
      if (String(part).includes("Ready to accept")) resolve(true);
    });
  });
  if (!(await startResult)) return null;
  await resources.use(Promise.resolve(server), async (child) => {
    child.kill();
    await once(child, "exit");
  });
  const openSocket = async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return socket;
  };
  const close = (socket: Socket) => socket.destroy();
  const [sender, receiver] = [await resources.use(openSocket(), close), await resources.use(openSocket(), close)];
  const pendingResolvers: (() => void)[] = [];
  sender.on("data", (part) => {
    // Each reply is one line with the number of receivers.
    for (const _ of String(part).matchAll(/\r\n/g)) pendingResolvers.shift()?.();
  });
  const transport: Transport = {
    onMessage: () => undefined,
    publish(payload) {
      sender.write(`*3\r\n$7\r\nPUBLISH\r\n$${channel.length}\r\n${channel}\r\n$${payload.length}\r\n${payload}\r\n`);
      return new Promise<void>((resolve) => pendingResolvers.push(resolve));
    },
  };
  let tail = "";
  receiver.write(`SUBSCRIBE ${channel}\r\n`);
  await once(receiver, "data");
  receiver.setEncoding("latin1");
  receiver.on("data", (part: string) => {
    tail += part;
    for (;;) {
      const match = /^\*3\r\n\$7\r\nmessage\r\n\$\d+\r\n[^\r]*\r\n\$(\d+)\r\n/.exec(tail);
      const end = match ? match[0].length + Number(match[1]) : Number.POSITIVE_INFINITY;
      if (!match || tail.length < end + 2) return;
      transport.onMessage(tail.slice(match[0].length, end));
      tail = tail.slice(end + 2);
    }
  });
  return transport;
}

/** Publishes one message at a time and returns the latencies from publishing to receiving, in ms. */
export async function measureLatency(transport: Transport, length: number, rounds: number): Promise<number[]> {
  const latencies: number[] = [];
  const payload = "x".repeat(length);
  for (let round = 0; round < rounds; round++) {
    const arrival = Promise.withResolvers<number>();
    transport.onMessage = () => arrival.resolve(performance.now());
    const startedAt = performance.now();
    const publication = transport.publish(payload);
    latencies.push((await arrival.promise) - startedAt);
    await publication;
  }
  return latencies;
}

/** Returns the number of messages received per second, with `concurrency` publications in flight. */
export async function measureRate(
  transport: Transport,
  length: number,
  count: number,
  concurrency: number,
): Promise<number> {
  const payloads = Array.from({ length: concurrency }, (_, index) => `${index}${"x".repeat(length)}`.slice(0, length));
  let arrivedCount = 0;
  const all = Promise.withResolvers<void>();
  transport.onMessage = () => {
    arrivedCount += 1;
    if (arrivedCount === count) all.resolve();
  };
  const startedAt = performance.now();
  let remaining = count;
  const publishUntilDone = async (payload: string) => {
    while (remaining > 0) {
      remaining -= 1;
      await transport.publish(payload);
    }
  };
  await Promise.all(payloads.map(publishUntilDone));
  await all.promise;
  return (count * 1_000) / (performance.now() - startedAt);
}
