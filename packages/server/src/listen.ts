import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";

/** A failed start whose message tells the operator what to do. Printed without a stack trace. */
export class StartError extends Error {}

/**
 * Listens on the configured address, by default on both loopback addresses, so that `localhost` reaches this server
 * whichever of them a browser uses. Returns the port. Throws StartError. Call it before the app is ready.
 */
export async function listen(app: FastifyInstance, config: Config): Promise<number> {
  const host = config.host === "localhost" ? null : config.host;
  let port = config.port;
  try {
    const secondListener = host === null ? createSecondListener(app) : null;
    await app.listen({ host: host ?? "127.0.0.1", port, listenTextResolver: () => "listening" });
    const address = app.server.address();
    if (typeof address === "object" && address !== null) port = address.port;
    await secondListener?.listen(port);
  } catch (error) {
    throw new StartError(describeListenError(error, config, port), { cause: error });
  }
  return port;
}

/** Accepts connections on `::1` and passes them to the app's server. Does nothing on a machine without IPv6. */
function createSecondListener(app: FastifyInstance): { listen(port: number): Promise<void> } {
  // The socket options are those of an HTTP server. Emitting "connection" is the documented way to pass it a socket.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit("connection", socket);
  });
  app.addHook("preClose", (done) => {
    listener.close();
    done();
  });
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        listener.once("error", (error) => {
          if (hasCode(error, "EADDRNOTAVAIL", "EAFNOSUPPORT")) resolve();
          else reject(error);
        });
        listener.listen({ host: "::1", port, ipv6Only: true }, resolve);
      }),
  };
}

function describeListenError(error: unknown, config: Config, port: number): string {
  const endpointText = `port ${port}${config.host ? ` on ${config.host}` : ""}`;
  if (hasCode(error, "EADDRINUSE"))
    return `Another program is already using ${endpointText}. Stop it, or choose a different port, for example PORT=3001.`;
  if (hasCode(error, "EACCES"))
    return `This user is not allowed to listen on ${endpointText}. Choose a port above 1023, for example PORT=3001.`;
  if (hasCode(error, "EADDRNOTAVAIL", "ENOTFOUND"))
    return `HOST is ${config.host}, which is not an address of this machine.`;
  return `Could not listen on ${endpointText}: ${error instanceof Error ? error.message : String(error)}`;
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
