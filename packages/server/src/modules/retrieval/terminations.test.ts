import { expect, test } from "vitest";
import { createTestApp } from "../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { abortEmbedding, runTerminably } from "./terminations.ts";

test("an embedding that another process terminates is aborted where it runs, and only that one", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase();
  const servers = [await createTestApp({ databaseUrl }), await createTestApp({ databaseUrl })] as const;
  const [running, other] = [servers[0].platform, servers[1].platform];
  const { signal } = new AbortController();
  const untilAborted = (of: AbortSignal) =>
    new Promise<void>((resolve) => of.addEventListener("abort", () => resolve(), { once: true }));
  let keptSignal: AbortSignal | null = null;
  const kept = Promise.withResolvers<void>();
  const keptRun = runTerminably(running, "kept", signal, (given) => {
    keptSignal = given;
    return kept.promise;
  });
  const terminated = runTerminably(running, "terminated", signal, untilAborted);
  abortEmbedding(other, "terminated");
  await terminated;
  expect(keptSignal).toMatchObject({ aborted: false });
  // It has ended, so nothing is left that could be aborted.
  abortEmbedding(running, "terminated");
  kept.resolve();
  await keptRun;
  for (const server of servers) await server.close();
  await drop();
});
