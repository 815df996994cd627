import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { findFreePort } from "./temporary.ts";

/** A connection that can be cut: what goes through it is passed on byte by byte. */
interface TcpProxy {
  /** Where it is entered, on 127.0.0.1. */
  port: number;
  /** Cuts every connection in its middle and lets none through until `mend`. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** A way to the server that can be cut. */
export interface ServerProxy extends Omit<TcpProxy, "port"> {
  /** What the server needs to know so that people reach it by this way only. */
  environment: { PORT: string; PUBLIC_URL: string };
}

/** Opens a way on 127.0.0.1 to a server that is to be started with its `environment`. */
export async function startServerProxy(): Promise<ServerProxy> {
  const serverPort = await findFreePort();
  const { port, ...link } = await startTcpProxy("127.0.0.1", serverPort);
  return { ...link, environment: { PORT: String(serverPort), PUBLIC_URL: `http://localhost:${port}` } };
}

/** Opens a link on 127.0.0.1 to what listens at that place. */
export async function startTcpProxy(host: string, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A broken connection is what this is for.
    socket.on("error", () => socket.destroy());
  };
  const door = createServer((from) => {
    keep(from);
    if (isCut) {
      from.destroy();
      return;
    }
    const to = connectTo(targetPort, host);
    keep(to);
    from.pipe(to).pipe(from);
    from.once("close", () => to.destroy());
    to.once("close", () => from.destroy());
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve, reject) => {
    door.once("error", reject);
    door.listen(0, "127.0.0.1", resolve);
  });
  const { port } = door.address() as AddressInfo; // a TCP server that listens has one
  return {
    port,
    disconnect() {
      isCut = true;
      cutAll();
    },
    reconnect() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        cutAll();
      }),
  };
}
