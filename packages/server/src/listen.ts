import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";

/** A reason not to serve that the person who started the server can act on. Printed alone, without a stack. */
export class StartError extends Error {}

/**
 * Listens where the configuration says; on both loopback addresses by default, so that `localhost` finds nobody else whichever of
 * them a browser takes. Gives the port. Throws StartError. Call it before the app is ready.
 */
export async function listen(app: FastifyInstance, config: Config): Promise<number> {
  const host = config.host === "localhost" ? null : config.host;
  let port = config.port;
  try {
    const second = host === null ? createSecondListener(app) : null;
    await app.listen({ host: host ?? "127.0.0.1", port, listenTextResolver: () => "listening" });
    const address = app.server.address();
    if (typeof address === "object" && address !== null) port = address.port;
    await second?.listen(port);
  } catch (error) {
    throw new StartError(describe(error, config, port), { cause: error });
  }
  return port;
}

/** Takes connections at `::1` and hands them to the app's own server. A machine without IPv6 does without. */
function createSecondListener(app: FastifyInstance): { listen(port: number): Promise<void> } {
  // The options of an HTTP server's own sockets; the hand-over is that of the "connection" event of node:http.
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
          if (isCode(error, "EADDRNOTAVAIL", "EAFNOSUPPORT")) resolve();
          else reject(error);
        });
        listener.listen({ host: "::1", port, ipv6Only: true }, resolve);
      }),
  };
}

function describe(error: unknown, config: Config, port: number): string {
  const where = `port ${port}${config.host ? ` on ${config.host}` : ""}`;
  if (isCode(error, "EADDRINUSE"))
    return `Something else already uses ${where}. Stop it, or choose another with PORT=3001.`;
  if (isCode(error, "EACCES")) return `This user may not listen on ${where}. Choose a port above 1023 with PORT=3001.`;
  if (isCode(error, "EADDRNOTAVAIL", "ENOTFOUND"))
    return `HOST is ${config.host}, which is not an address of this machine.`;
  return `Could not listen on ${where}: ${error instanceof Error ? error.message : String(error)}`;
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
