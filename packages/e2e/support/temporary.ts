import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder for the running test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-e2e-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A port of 127.0.0.1 that is taken while the test runs; what connects there is hung up on. */
export async function occupyPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  onTestFinished(() => closeServer(server));
  return listening(server);
}

/** A port that nobody listened on a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await closeServer(server);
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was bound");
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
