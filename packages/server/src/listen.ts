import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";

/** A reason not to serve that the person who started the server can act on. Printed alone, without a stack. */
export class StartError extends Error {}

/** Listens where the configuration says; both loopback addresses by default. Gives the port. Throws StartError. */
export async function listen(app: FastifyInstance, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host ?? "localhost", port: config.port, listenTextResolver: () => "listening" });
  } catch (error) {
    throw new StartError(describe(error, config), { cause: error });
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : config.port;
}

function describe(error: unknown, config: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const where = `port ${config.port}${config.host ? ` on ${config.host}` : ""}`;
  if (code === "EADDRINUSE") return `Something else already uses ${where}. Stop it, or choose another with PORT=3001.`;
  if (code === "EACCES") return `This user may not listen on ${where}. Choose a port above 1023 with PORT=3001.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST is ${config.host}, which is not an address of this machine.`;
  return `Could not listen on ${where}: ${error instanceof Error ? error.message : String(error)}`;
}
