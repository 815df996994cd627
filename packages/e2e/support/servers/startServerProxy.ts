import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { findFreePort } from "./temporary.ts";

/** A TCP proxy whose connections can be cut. */
interface TcpProxy {
  /** The port on 127.0.0.1 that it listens on. */
  port: number;
  /** Closes every connection and rejects new ones until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** A proxy in front of a server. Its connections can be cut. */
export interface ServerProxy extends Omit<TcpProxy, "port"> {
  /** Environment of the server, so that people reach it through the proxy only. */
  environment: { PORT: string; PUBLIC_URL: string };
}

/** Starts a proxy on 127.0.0.1. Start the server with the proxy's `environment`. */
export async function startServerProxy(): Promise<ServerProxy> {
  const serverPort = await findFreePort();
  const { port, ...proxy } = await startTcpProxy("127.0.0.1", serverPort);
  return { ...proxy, environment: { PORT: String(serverPort), PUBLIC_URL: `http://localhost:${port}` } };
}

/** Starts a proxy on 127.0.0.1 to this host and port. */
export async function startTcpProxy(host: string, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isDisconnected = false;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Broken connections are expected here.
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((client) => {
    track(client);
    if (isDisconnected) {
      client.destroy();
      return;
    }
    const upstream = connectTo(targetPort, host);
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
  });
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    port,
    disconnect() {
      isDisconnected = true;
      disconnectAll();
    },
    reconnect() {
      isDisconnected = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnectAll();
      }),
  };
}
