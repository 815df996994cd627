import type { Platform } from "../../../server/src/core/context.ts";
import { systemClock, systemWait } from "../../../server/src/platform/clock.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { JobRun } from "../../../server/src/platform/jobs/jobs.ts";
import { createModelMetrics } from "../../../server/src/platform/modelMetrics.ts";
import { createSoleProcess } from "../../../server/src/platform/processes/processes.ts";
import { createSecretBox } from "../../../server/src/platform/secretBox.ts";

/** What making vectors and searching need of the server, and no more. Jobs run at once, one after the other. */
export function createSearchPlatform(given: Pick<Platform, "config" | "db" | "log" | "modelProviders">): Platform {
  let run: ((job: JobRun) => Promise<void>) | null = null;
  const unused = new Proxy({}, { get: () => () => Promise.reject(new Error("not of this measurement")) });
  const services = {
    ...given,
    ...{ clock: systemClock, wait: systemWait, metrics: createModelMetrics() },
    secrets: createSecretBox("a secret of the benchmark, long enough"),
    processes: createSoleProcess(),
    jobs: {
      handle: (_name: string, _options: unknown, work: (job: JobRun) => Promise<void>) => {
        run = work;
      },
      send: async (_name: string, payload: JobRun["payload"]) => {
        await run?.({ payload, signal: new AbortController().signal, isLast: true });
      },
    },
  };
  // What is missing is never asked for here, and says so where it is.
  return new Proxy(services, {
    get: (target, name) => Reflect.get(target, name) ?? unused,
  }) as unknown as Platform;
}

/** Somebody whose usage the vectors are. Gives the id. */
export async function addOwner(db: Db): Promise<string> {
  const now = new Date();
  const id = "bench";
  await db
    .insertInto("users")
    .values({
      id,
      issuer: "bench",
      subject: id,
      email: "bench@example.org",
      email_verified: true,
      name: "Bench",
      is_admin: false,
      created_at: now,
      last_seen_at: now,
    })
    .execute();
  return id;
}

/** Makes each document a file of this person. */
export async function addFiles(db: Db, ownerId: string, documentIds: readonly string[]): Promise<void> {
  for (const id of documentIds) {
    await db
      .insertInto("files")
      .values({
        id: `${ownerId}/2026-01-01/${id}.json`,
        owner_id: ownerId,
        name: id,
        type: "text/plain",
        blob_key: id,
        document_id: id,
        created_at: new Date(),
      })
      .execute();
  }
}
