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
// Fast, without durability, and reachable from this machine only.
const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=200"];
const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
const environment = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" };

export interface TestPostgres {
  /** URL of one of its databases; "postgres" exists from the start. */
  url(database: string): string;
  /** Stops the server with all connections, and starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. Throws with its output if it fails.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const installed = await findPostgresBinaries();
  const user = findPostgresUser();
  const folder = await mkdtemp(join(tmpdir(), "lectern-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const data = join(folder, "data");
    const passwordFile = join(folder, "password");
    await mkdir(data);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) {
      await chmod(folder, 0o755);
      for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid);
    }
    const binaries = user ? ensureRunnableBinaries(installed, folder) : installed;
    const as = { env: environment, cwd: folder, ...user };
    // Sort by code point and map the case of all letters, as the embedded database does, on every machine.
    const initdb = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
    await promisify(execFile)(binaries.initdb, [...initdb, ...locale, "--no-sync"], as);
    const port = await findFreePort();
    const flags = settings.flatMap((setting) => ["-c", setting]);
    const launch = () =>
      spawn(binaries.postgres, ["-D", data, "-p", String(port), ...flags], {
        ...as,
        stdio: ["ignore", "ignore", "pipe"],
      });
    let server = launch();
    await untilReady(server);
    const end = async () => {
      server.kill("SIGINT"); // a fast shutdown; on Windows the end of the process, which its children follow
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    };
    const stopOnExit = () => server.kill("SIGINT");
    process.once("exit", stopOnExit);
    return {
      url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
      async restart() {
        await end();
        server = launch();
        await untilReady(server);
      },
      async stop() {
        process.off("exit", stopOnExit);
        await end();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Resolves once the server accepts connections. Rejects with its output if it ends before. */
async function untilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  server.once("error", reject);
  server.once("exit", () => reject(new Error(`the PostgreSQL server for tests did not start: ${output}`)));
  if (!server.stderr) throw new Error("the server has no output");
  // Keep reading after it is ready: a full pipe would block the server.
  createInterface({ input: server.stderr }).on("line", (line) => {
    output = `${output}\n${line}`.slice(-2000);
    if (line.includes("ready to accept connections")) resolve();
  });
  await promise;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
