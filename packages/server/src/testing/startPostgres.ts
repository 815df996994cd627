import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { ensureRunnableBinaries, findPostgresBinaries, findPostgresUser } from "./postgresBinaries.ts";

const password = "password";
// These settings make the server fast but not durable, and reachable from this machine only.
const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=200"];
// Sort by code point and map the case of all letters, as the embedded database does, on every machine.
const localeFlags = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
const environment = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" };

export interface TestPostgres {
  /** Returns the URL of a database. A new server has the database "postgres". */
  url(database: string): string;
  /** Stops the server, which closes all connections, and starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. Throws an error with the server's
 * output if the server does not start.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const installedBinaries = await findPostgresBinaries();
  const user = findPostgresUser();
  const folder = await mkdtemp(join(tmpdir(), "lectern-postgres-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const dataFolder = join(folder, "data");
    const passwordFile = join(folder, "password");
    await mkdir(dataFolder);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) {
      await chmod(folder, 0o755);
      for (const path of [dataFolder, passwordFile]) await chown(path, user.uid, user.gid);
    }
    const binaries = user ? ensureRunnableBinaries(installedBinaries, folder) : installedBinaries;
    const spawnOptions = { env: environment, cwd: folder, ...user };
    const initdbFlags = ["-D", dataFolder, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
    await promisify(execFile)(binaries.initdb, [...initdbFlags, ...localeFlags, "--no-sync"], spawnOptions);
    const port = await findFreePort();
    const settingFlags = settings.flatMap((setting) => ["-c", setting]);
    const launchServer = () =>
      spawn(binaries.postgres, ["-D", dataFolder, "-p", String(port), ...settingFlags], {
        ...spawnOptions,
        stdio: ["ignore", "ignore", "pipe"],
      });
    let server = launchServer();
    await waitUntilReady(server);
    const stopServer = async () => {
      server.kill("SIGINT"); // requests a fast shutdown; on Windows it kills the process, whose children then exit
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    };
    const stopOnExit = () => server.kill("SIGINT");
    process.once("exit", stopOnExit);
    return {
      url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
      async restart() {
        await stopServer();
        server = launchServer();
        await waitUntilReady(server);
      },
      async stop() {
        process.off("exit", stopOnExit);
        await stopServer();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Resolves once the server accepts connections. Rejects with its output if it ends before. */
async function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  server.once("error", reject);
  server.once("exit", () => reject(new Error(`the PostgreSQL server for tests did not start: ${output}`)));
  if (!server.stderr) throw new Error("the server has no output");
  // Continue to read after the server is ready, because a full pipe would block it.
  createInterface({ input: server.stderr }).on("line", (line) => {
    output = `${output}\n${line}`.slice(-2000);
    if (line.includes("ready to accept connections")) resolve();
  });
  await promise;
}

async function findFreePort(): Promise<number> {
  const probeServer = createServer();
  await new Promise<void>((resolve) => probeServer.listen(0, "127.0.0.1", resolve));
  const address = probeServer.address();
  await new Promise((resolve) => probeServer.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
